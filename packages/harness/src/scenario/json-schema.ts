import { z } from 'zod';
import { scenarioSchema } from './schema/scenario.ts';

/** The JSON Schema of scenario files, as it stands in `scenario.schema.json`. */
export function scenarioJsonSchema(): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(scenarioSchema, { io: 'input' });
}
