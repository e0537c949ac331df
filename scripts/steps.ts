/** How a step of a check ended, and what it has to say. */
export interface Outcome {
  readonly ok: boolean;
  readonly output: string;
}

/** Steps by name. */
export type Steps = Readonly<Record<string, () => Promise<Outcome>>>;

/**
 * Runs all steps side by side, also if one fails, and prints each with its duration as it ends.
 *
 * @returns whether all of them succeeded
 */
export async function runSteps(steps: Steps, print: (text: string) => void): Promise<boolean> {
  const report = async ([name, step]: [string, () => Promise<Outcome>]): Promise<boolean> => {
    const started = performance.now();
    const { ok, output } = await step().catch((error: unknown) => ({ ok: false, output: `${String(error)}\n` }));
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    print(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(6)} ${seconds.padStart(5)} s\n${output}`);
    return ok;
  };
  const results = await Promise.all(Object.entries(steps).map(report));
  return results.every(Boolean);
}
