import type { Script } from '@hoplite/harness';

/**
 * The agent under test: it splits a request into parts, has a worker do each, and puts the answers together. Yours may ask
 * a model here; what matters to the harness is only what it sends.
 */
export const planner: Script = async ({ brief, tools }) => {
  const parts = (brief as string).split(' and ');
  const done: string[] = [];
  for (const part of parts) {
    const answer = await tools.call('delegate_task', { peer: 'worker', brief: part });
    // A refusal is final: say what could not be had, and do not ask again.
    done.push(answer.ok ? String((answer.value as { result: unknown }).result) : `${part}: ${answer.refusal.reason}`);
  }
  return done.join('; ');
};
