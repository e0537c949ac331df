import type { Lineage } from '@hoplite/p2p';
import { composeMessage, decodeEnvelope, encodeEnvelope, type Message, type MessageStamp } from '@hoplite/p2p';
import { BRAKES, type Brake } from '../../src/admission/brakes.ts';
import type { ChannelDoor, DoorInit, MakeDoor } from '../../src/channels/door.ts';
import { Dispatch } from '../../src/dispatch/dispatch.ts';
import { Requests } from '../../src/dispatch/requests.ts';
import { Exchanges } from '../../src/turns/exchanges.ts';
import { Inbound } from '../../src/turns/inbound.ts';
import { Turns, type TurnInit } from '../../src/turns/turns.ts';
import { Monitor } from '../../src/watch/monitor/monitor.ts';
import type { Release } from '../../src/turns/permits.ts';

/** A door as it should be, but for what a part of it does. */
export function doorWith(change: (door: ChannelDoor, init: DoorInit) => Partial<ChannelDoor>): MakeDoor {
  return (init) => {
    const door = sessionDoor(init.inbound);
    return { ...door, ...change(door, init) };
  };
}

/** A door in which one brake is another, or is not there. */
export function doorWithBrake(name: string, check?: Brake['check']): MakeDoor {
  const brakes = BRAKES.flatMap((brake) =>
    brake.name !== name ? [brake] : check === undefined ? [] : [{ name, check }],
  );
  return ({ runtime, exchanges }) => sessionDoor(new Inbound(runtime, exchanges, brakes));
}

/** A door whose turns begin with another lineage than that of their message. */
export function doorSeeding(seed: (woken: Lineage) => Lineage): MakeDoor {
  class SeededTurns extends Turns {
    override run(init: TurnInit, permit: Release) {
      return super.run({ ...init, lineage: seed(init.lineage) }, permit);
    }
  }
  return ({ runtime }) => {
    const turns = new SeededTurns(runtime, new Dispatch(runtime, new Requests(runtime)), new Monitor({ runtime }));
    return sessionDoor(new Inbound(runtime, new Exchanges(runtime, turns)));
  };
}

/** A door whose answers are made anew. */
export function doorAnswering(change: (answer: Message, asked: Message) => Partial<MessageStamp>): MakeDoor {
  return doorWith((door, { runtime }) => ({
    onRequest: (request) => {
      const answer = (envelope: Uint8Array): void => {
        const asked = decodeEnvelope(request.channel, request.envelope);
        const honest = decodeEnvelope(request.channel, envelope);
        const { act, at, credit, messageId, to } = honest.link;
        const stamp = {
          channel: request.channel,
          parent: asked.lineage,
          to,
          act,
          credit,
          messageId,
          at,
          body: honest.body,
        };
        request.answer(encodeEnvelope(composeMessage({ ...stamp, ...change(honest, asked) }, runtime.mesh.signer)));
      };
      door.onRequest({ ...request, answer });
    },
  }));
}

function sessionDoor(inbound: Inbound): ChannelDoor {
  return { channel: 'session', onRequest: (request) => inbound.onRequest(request) };
}
