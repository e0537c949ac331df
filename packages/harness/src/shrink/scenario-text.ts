import type { ScenarioFile } from '../scenario/schema/scenario.ts';

/** Where editors find the schema of a file that stands beside somebody's own `node_modules`. */
const SCHEMA = './node_modules/@hoplite/harness/scenario.schema.json';

/** A scenario as a file, with its seed: `hoplite analyze FILE` plays the same run. */
export function scenarioText(scenario: ScenarioFile): string {
  const { $schema = SCHEMA, id, source, says, seed = 1, ...rest } = scenario;
  return `${JSON.stringify({ $schema, id, source, says, seed, ...rest }, undefined, 2)}\n`;
}
