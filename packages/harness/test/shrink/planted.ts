import { parseScenario, type ScenarioFile } from '../../src/scenario/index.ts';

const PEERS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'];

/** Six peers, twenty steps, and one agent that asks all others, where only three turns were expected in all. */
export function fansOut(): ScenarioFile {
  return parseScenario({
    id: 'fans-out',
    source: 'a test',
    says: 'three turns are enough',
    seed: 3,
    peers: PEERS,
    config: { credit: 64, turns: { concurrent: 2 } },
    rooms: { lobby: PEERS, den: ['alpha', 'beta'] },
    agents: {
      alpha: [
        { progress: 'sending it out' },
        { repeat: 2, do: [{ sleep: 40 }] },
        { task: ['beta', 'gamma', 'delta', 'epsilon', 'zeta'], brief: { skill: 'echo', input: 'hello' }, as: 'sent' },
        { answer: 'done with {brief}' },
      ],
      zeta: [{ sleep: 10 }],
    },
    steps: [
      { post: { from: 'beta', text: 'good morning' } },
      { advance: 500 },
      { joinRoom: { at: 'gamma', room: 'den' } },
      { post: { from: 'gamma', room: 'den', text: 'me, too' } },
      { leaveRoom: { at: 'gamma', room: 'den' } },
      { look: 'peers', at: 'alpha', as: 'known' },
      { value: '$known', expect: { $count: 6 } },
      { stranger: 'mallory' },
      { forge: { by: 'mallory', to: 'beta', bytes: [1, 2, 3] } },
      { halt: { at: 'zeta', scope: { peer: 'zeta' } } },
      { resume: { at: 'zeta', scope: { peer: 'zeta' } } },
      { crash: 'epsilon' },
      { advance: 100 },
      { restart: 'epsilon' },
      { delegate: { from: 'alpha', to: 'alpha', brief: 'tell everybody', credit: 40, timeoutMs: 60_000 }, as: 'job' },
      { value: '$job.turns', expect: { $atLeast: 1 } },
      { repeat: 2, do: [{ advance: 10 }, { meet: true }] },
      { together: [{ rest: true }, { advance: 20 }] },
      { look: 'inbox', at: 'everyone', expect: [] },
      { rest: true },
    ],
    faults: [
      { at: 5, kind: 'delay', ms: [1, 9] },
      { at: 700, kind: 'skew', peer: 'delta', ms: 20_000 },
    ],
    expect: { turns: { atMost: 3 } },
  });
}

/** One step of many says what is not so; another one fails, too, in another way. */
export function wrongStep(): ScenarioFile {
  return parseScenario({
    id: 'wrong-step',
    source: 'a test',
    says: 'a message of beta is answered with a refusal',
    seed: 4,
    peers: { alpha: {}, beta: { agent: [{ refuse: 'no' }] }, gamma: { config: { credit: 4 } } },
    steps: [
      { delegate: { from: 'gamma', to: 'alpha', brief: 'first' }, expect: { state: 'done' } },
      { each: { to: ['alpha', 'beta'] }, do: [{ send: { from: 'gamma', to: '$to', text: 'hello {n}' }, as: 'sent' }] },
      { advance: 1000 },
      { delegate: { from: 'alpha', to: 'beta', brief: 'please', timeoutMs: 5000 }, expect: { state: 'done' } },
      { delegate: { from: 'alpha', to: 'gamma', brief: 'and you' }, expect: { turns: 1 } },
    ],
  });
}
