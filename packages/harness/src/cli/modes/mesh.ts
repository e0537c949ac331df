import { count } from '@hoplite/node/cli';
import { analyzeMesh, readMeshConfigs } from '../../mesh-analysis/index.ts';
import type { Analysis, Task } from '../analysis.ts';
import { meshText } from '../mesh-text.ts';
import type { Mode } from '../mode.ts';

/** Answers from the configs of a network what it can do, before anything runs. None of it is a violation. */
export async function analyzeConfigs(
  { files }: Extract<Mode, { kind: 'mesh' }>,
  { progress }: Pick<Task, 'progress'>,
): Promise<Analysis> {
  progress.say(`reading ${count(files.length, 'config')}`);
  const analysis = analyzeMesh(readMeshConfigs(files));
  return { verdict: 'held', text: meshText(analysis), found: { analysis }, records: [] };
}
