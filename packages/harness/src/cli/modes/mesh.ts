import { count } from '@hoplite/node/cli';
import { analyzeMesh, readMeshConfigs } from '../../mesh-analysis/index.ts';
import type { Analysis, Task } from '../analysis.ts';
import { meshText } from '../mesh-text.ts';
import type { Mode } from '../mode.ts';

/** Answers from the configs of a network what it can do, before anything runs. None of it is a violation. */
export async function analyzeConfigs(
  { files }: Extract<Mode, { kind: 'mesh' }>,
  { progress, signal }: Pick<Task, 'progress' | 'signal'>,
): Promise<Analysis> {
  progress.say(`reading ${count(files.length, 'config')}`);
  const analysis = await analyzeMesh(readMeshConfigs(files), {
    signal,
    onProgress: ({ what, done, of }) => progress.say(`${what}: ${done} of ${count(of, 'peer')}`),
  }).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  if (analysis === undefined) return { verdict: 'interrupted', text: '', found: {}, records: [] };
  return { verdict: 'held', text: meshText(analysis), found: { analysis }, records: [] };
}
