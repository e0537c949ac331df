import { describe, expect, test } from 'vitest';
import { composeMessage, encodeEnvelope } from '@hoplite/p2p';
import { A, B, HOUR, NOW, message, rootOf } from './crossings.ts';
import { readCrossing } from '../../src/admission/read-crossing.ts';
import { createLog } from '../../src/log.ts';
import { arrivingAt } from '../turns/inbound-at.ts';
import { nodeAt } from '../turns/node-at.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('node.brakes.malformed');

const SECRET = 'hunter2';

/** A task whose brief is no JSON, as a peer with another program may send it. */
function unreadable(content: string) {
  const body = { content, deadline: NOW + HOUR };
  const stamp = { parent: rootOf(), to: B.peerId, credit: 1, messageId: 'unreadable', at: NOW };
  return composeMessage({ channel: 'task', act: 'request', body, ...stamp }, A);
}

describe('a brief that cannot be read', () => {
  test.each([SECRET, `{"password": "${SECRET}"`, `["${SECRET}",]`, `"${SECRET}\\u00"`, `{${SECRET}}`])(
    '%j is said to be no JSON, and no piece of it is told',
    (content) => {
      const crossing = readCrossing('task', A.peerId, encodeEnvelope(unreadable(content)), B.peerId);
      expect(crossing).toMatchObject({ kind: 'unreadable', problem: expect.stringContaining('JSON') as string });
      expect(JSON.stringify(crossing)).not.toContain(SECRET.slice(0, 4));
    },
  );

  test('gets neither into the log, nor into events, the refusal and the store', () => {
    const lines: string[] = [];
    const log = createLog({ level: 'trace', destination: { write: (line: string) => void lines.push(line) } });
    const at = nodeAt(B, { log });
    const arrive = arrivingAt(at.inbound);
    const { refusals } = arrive(unreadable(`the password is ${SECRET}`));
    expect(refusals).toMatchObject([{ reason: 'malformed' }]);
    const good = message(rootOf(), { channel: 'task', from: A, to: B, content: JSON.stringify(SECRET) });
    expect(arrive(good).accepts).toBe(true);
    const kept = at.store.refusals({ messageId: 'unreadable' }, 10);
    expect(JSON.stringify([lines, at.events, refusals, kept])).not.toContain(SECRET.slice(0, 4));
  });
});
