import { ConfigError, parseConfig, type Config } from '@hoplite/node';
import { z } from 'zod';

/** A part of a `hoplite.json`, over the defaults. Checked by the node's own schema. */
export const config: z.ZodType<Partial<Config>> = z
  .record(z.string(), z.unknown())
  .transform((given, context): Partial<Config> => {
    try {
      const parsed = parseConfig({ name: 'scenario', ...given });
      return Object.fromEntries(Object.entries(parsed).filter(([key]) => Object.hasOwn(given, key)));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const { path, message } of error.problems) {
        context.addIssue({ code: 'custom', path: path === '' ? [] : [path], message });
      }
      return z.NEVER;
    }
  })
  .meta({
    id: 'Config',
    description:
      'Keys of a hoplite.json, over the defaults: `credit`, `maxHopDepth`, `turns`, `graph`, `rates` and so on.',
  });
