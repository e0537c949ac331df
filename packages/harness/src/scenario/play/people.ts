import type { HopliteNode } from '@hoplite/node';
import type { HaltScope } from '@hoplite/p2p';
import { ScenarioStepError } from '../../errors.ts';
import type { At, StepWith, Verbs } from './verbs.ts';

/** What people do: halts, and what waits for them. */
export const peopleVerbs: Pick<Verbs, 'halt' | 'resume' | 'inbox' | 'breaker' | 'joinRoom' | 'leaveRoom'> = {
  halt: async ({ halt: { at: name, scope, note } }, at) => {
    return at.stage.world.node(at.scope.word(name)).halt(scopeOf(at, scope), note ?? '');
  },

  resume: async ({ resume: { at: name, scope, note } }, at) => {
    await at.stage.world.node(at.scope.word(name)).resume(scopeOf(at, scope), note ?? '');
  },

  inbox: async ({ inbox: { at: name, item, answer, release, stop } }, at) => {
    const { scope } = at;
    const node = at.stage.world.node(scope.word(name));
    const id = item === undefined ? node.inbox()[0]?.id : scope.word(item);
    if (id === undefined) throw new ScenarioStepError(`nothing waits for a person at ${name}`);
    if (answer !== undefined) return node.answerEscalation(id, scope.text(answer));
    if (release === undefined) return node.stopEscalation(id, scope.text(stop ?? ''));
    const { credit, timeoutMs } = release;
    const life = timeoutMs === undefined ? {} : { timeoutMs: scope.number(timeoutMs) };
    return node.releaseEscalation(id, { credit: scope.number(credit), ...life });
  },

  breaker: async ({ breaker: { at: name, set } }, { stage, scope }) => {
    const node = stage.world.node(scope.word(name));
    // The node checks what it is told, so that a scenario can show what it does not take.
    return set === undefined ? node.resetBreaker() : node.setBreaker(scope.json(set) as BreakerChanges);
  },

  joinRoom: async ({ joinRoom: { at: name, room } }, at) => {
    const [who, where] = [at.scope.word(name), at.scope.word(room)];
    const stranger = at.stage.strangers.get(who);
    if (stranger === undefined) return at.stage.world.node(who).joinRoom(where);
    stranger.hand.mesh.joinRoom(where);
    return { ok: true };
  },

  leaveRoom: async ({ leaveRoom: { at: name, room } }, at) => {
    const [who, where] = [at.scope.word(name), at.scope.word(room)];
    const stranger = at.stage.strangers.get(who);
    if (stranger === undefined) return at.stage.world.node(who).leaveRoom(where);
    stranger.hand.mesh.leaveRoom(where);
    return { ok: true };
  },
};

type BreakerChanges = Parameters<HopliteNode['setBreaker']>[0];

function scopeOf({ stage, scope }: At, given: StepWith<'halt'>['halt']['scope']): HaltScope {
  if (given === 'all') return { kind: 'all' };
  if ('job' in given) return { kind: 'job', jobId: scope.word(given.job) };
  return { kind: 'peer', peer: stage.peerIdOf(scope.word(given.peer)) };
}
