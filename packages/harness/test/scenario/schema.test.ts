import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { scenarioJsonSchema } from '../../src/scenario/index.ts';

verifies('harness.scenario.schema');

const FILE = join(import.meta.dirname, '../../scenario.schema.json');

test('scenario.schema.json is what the code says: write it anew with `vitest run schema.test.ts -u`', async () => {
  const style = await resolveConfig(FILE);
  const written = await format(JSON.stringify(scenarioJsonSchema(), undefined, 2), { ...style, filepath: FILE });
  await expect(written).toMatchFileSnapshot(FILE);
});

test('the schema describes each verb of steps and of agents', () => {
  const { $defs } = JSON.parse(readFileSync(FILE, 'utf8')) as {
    $defs: Record<
      string,
      { anyOf?: { description?: string; properties?: Record<string, { description?: string }> }[] }
    >;
  };
  for (const kind of ['Step', 'AgentStep']) {
    const choices = $defs[kind]?.anyOf ?? [];
    expect(choices.length).toBeGreaterThan(15);
    for (const choice of choices) {
      const [verb = ''] = Object.keys(choice.properties ?? {});
      expect(choice.description ?? choice.properties?.[verb]?.description, `${kind} ${verb}`).toBeTruthy();
    }
  }
});
