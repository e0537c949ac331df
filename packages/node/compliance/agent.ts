import type { JsonValue } from '@hoplite/tools';
import { describe, expect, test } from 'vitest';
import type { Agent, AgentTurn } from '../src/ports/agent.ts';

export interface AgentSetup {
  readonly agent: Agent;
  /** A brief that it can answer without any tool. */
  readonly brief: JsonValue;
}

/** What every implementation of the Agent port must do. `make` is called anew for each test. */
export function agentCompliance(name: string, make: () => AgentSetup): void {
  describe(`${name} is an agent`, () => {
    test('it says what it is and what it can do, within the bounds of a card', () => {
      const { agent } = make();
      expect(agent.description).not.toBe('');
      expect(agent.description.length).toBeLessThanOrEqual(500);
      expect(agent.skills.length).toBeLessThanOrEqual(64);
      expect(new Set(agent.skills.map((skill) => skill.name)).size).toBe(agent.skills.length);
    });

    test('it answers a brief with something that JSON can say', async () => {
      const { agent, brief } = make();
      const answer = await agent.run(turn(brief));
      if (answer.kind !== 'done') throw new Error(answer.detail);
      expect(JSON.parse(JSON.stringify(answer.result))).toEqual(answer.result);
      expect(answer.result).not.toBe('');
    });

    test('it serves several turns at once, each with its own answer', async () => {
      const { agent, brief } = make();
      const answers = await Promise.all(Array.from({ length: 8 }, () => agent.run(turn(brief))));
      expect(answers.every((answer) => answer.kind === 'done')).toBe(true);
    });

    test('it ends a turn that is aborted before it began', async () => {
      const { agent, brief } = make();
      const answer = agent.run(turn(brief, AbortSignal.abort(new Error('ended'))));
      await expect(
        answer.then(
          ({ kind }) => kind,
          () => 'threw',
        ),
      ).resolves.toMatch(/refuse|threw/);
    });
  });
}

/** A turn that an operator began, whose tools refuse everything. */
function turn(brief: JsonValue, signal: AbortSignal = new AbortController().signal): AgentTurn {
  const refusal = { reason: 'unknown_peer', detail: 'there is nobody here', path: [] } as const;
  return {
    ...{ channel: 'task', from: undefined, brief, signal },
    tools: { call: async () => ({ ok: false, refusal }) },
    notes: { said: [], subscribe: () => () => undefined },
    report: () => undefined,
  };
}
