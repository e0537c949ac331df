import type { Agent, AgentAnswer, AgentTurn, Toolbox } from '@hoplite/node';
import type { JsonValue } from '@hoplite/tools';
import type { Answered, Script } from '../../world/world.ts';

/** What answers for a peer: a function, or an agent as a node takes it. */
export type Acting = Script | Agent;

/** Answers everything with what it was asked. */
export const echoesBrief: Script = ({ brief }) => ({ echo: brief });

/** What is told of the turns of an agent. */
export interface TurnWatcher {
  /** Before each turn. */
  onAsked(brief: JsonValue): void;
  /** One more turn, or one less, is at something other than the tools that the node gave it. */
  onBusy(change: 1 | -1): void;
}

/**
 * What a node runs: whatever is to answer for its peer at that moment. Whether it is serial is settled when its node starts.
 *
 * @param acting - who answers for the peer now
 */
export function scriptedAgent(
  acting: () => { readonly acting: Acting; readonly isIdempotent: boolean },
  watcher: TurnWatcher,
): Agent {
  const agent = (): Agent | undefined => {
    const { acting: who } = acting();
    return typeof who === 'function' ? undefined : who;
  };
  const isSerial = agent()?.serial;
  return {
    ...(isSerial === undefined ? {} : { serial: isSerial }),
    get description() {
      return agent()?.description ?? 'scripted by a scenario';
    },
    get skills() {
      return agent()?.skills ?? [];
    },
    get idempotent() {
      return agent()?.idempotent ?? acting().isIdempotent;
    },
    run: async (turn: AgentTurn): Promise<AgentAnswer> => {
      watcher.onAsked(turn.brief);
      const { acting: who } = acting();
      const watched = { ...turn, tools: watchedTools(turn.tools, watcher) };
      watcher.onBusy(1);
      try {
        return typeof who === 'function' ? answerOf(await who(watched)) : await who.run(watched);
      } finally {
        watcher.onBusy(-1);
      }
    },
  };
}

/** Tools whose calls do not count as something of the agent's own. */
function watchedTools(tools: Toolbox, watcher: TurnWatcher): Toolbox {
  let calls = 0;
  return {
    call: async (name, input) => {
      calls += 1;
      if (calls === 1) {
        watcher.onBusy(-1);
      }
      try {
        return await tools.call(name, input);
      } finally {
        calls -= 1;
        if (calls === 0) {
          watcher.onBusy(1);
        }
      }
    },
  };
}

function answerOf(answered: Answered): AgentAnswer {
  const given = typeof answered === 'object' && answered !== null && 'answer' in answered ? answered.answer : undefined;
  return isAnswer(given) ? given : { kind: 'done', result: answered };
}

function isAnswer(value: unknown): value is AgentAnswer {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
