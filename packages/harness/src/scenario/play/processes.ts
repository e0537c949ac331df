import type { StartOptions } from '../../world/world.ts';
import { ScenarioStepError } from '../../errors.ts';
import { cast } from './agent-script.ts';
import { SABOTAGE } from './sabotage.ts';
import type { At, StepWith, Verbs } from './verbs.ts';

/** What happens to nodes as processes, and to their agents. */
export const processVerbs: Pick<Verbs, 'start' | 'stop' | 'crash' | 'restart' | 'connect' | 'script'> = {
  start: async ({ start }, at) => {
    for (const [name, options] of startsOf(at, start)) await at.stage.world.start(name, options);
    at.stage.meetPeers();
  },

  restart: async ({ restart }, at) => {
    for (const [name, options] of startsOf(at, restart)) await at.stage.world.restart(name, options);
    at.stage.meetPeers();
  },

  stop: async ({ stop }, { stage, scope }) => {
    for (const name of scope.words(stop)) {
      stage.background.onEnded(name);
      const stranger = stage.strangers.get(name);
      await (stranger === undefined ? stage.world.stop(name) : stranger.hand.mesh.stop());
    }
  },

  crash: async ({ crash }, { stage, scope }) => {
    for (const name of scope.words(crash)) {
      stage.background.onEnded(name);
      await stage.world.crash(name);
    }
  },

  connect: async ({ connect: { from, to } }, { stage, scope }) => {
    const [address] = stage.world.node(scope.word(to)).addresses;
    if (address === undefined) throw new ScenarioStepError(`${to} listens nowhere`);
    return stage.world.node(scope.word(from)).connect(address);
  },

  script: async ({ script }, { stage, scope }) => {
    for (const [name, agent] of Object.entries(script)) cast(stage, scope, scope.word(name), agent);
  },
};

function startsOf({ scope }: At, given: StepWith<'start'>['start']): readonly (readonly [string, StartOptions])[] {
  if (typeof given === 'string' || Array.isArray(given)) return scope.words(given).map((name) => [name, {}]);
  const { name, config, sabotage } = given;
  return [
    [
      scope.word(name),
      {
        ...(config === undefined ? {} : { config }),
        ...(sabotage === undefined ? {} : { mesh: SABOTAGE[sabotage] }),
      },
    ],
  ];
}
