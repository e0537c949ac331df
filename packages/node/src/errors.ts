import type { Channel, Reason } from '@hoplite/p2p';
import type { Unmet } from './channels/checklist.ts';

/** Why a turn or a request was ended from outside. It is the `reason` of the abort signal that ends it. */
export class TurnAbortedError extends Error {
  override readonly name = 'TurnAbortedError';
  readonly code = 'ERR_TURN_ABORTED';
  readonly reason: Reason;
  /** Peer IDs, when the reason is about others. */
  readonly path?: readonly string[];

  constructor(reason: Reason, detail: string, path?: readonly string[]) {
    super(detail);
    this.reason = reason;
    if (path !== undefined) {
      this.path = path;
    }
  }
}

/** Thrown when an operator's argument is out of its bounds. */
export class InvalidOptionError extends Error {
  override readonly name = 'InvalidOptionError';
  readonly code = 'ERR_INVALID_OPTION';
  readonly option: string;

  constructor(option: string, problem: string) {
    super(`${option} ${problem}`);
    this.option = option;
  }
}

/** Thrown when a node is used after it has stopped. */
export class NodeStoppedError extends Error {
  override readonly name = 'NodeStoppedError';
  readonly code = 'ERR_NODE_STOPPED';

  constructor() {
    super('the node has been stopped');
  }
}

/** Thrown when a data directory holds no network key, so that the node would belong to no network. */
export class NotInitialisedError extends Error {
  override readonly name = 'NotInitialisedError';
  readonly code = 'ERR_NOT_INITIALISED';
  readonly directory: string;

  constructor(directory: string) {
    super(`${directory} holds no network key: make one with "hoplite init", or join a network with "hoplite join"`);
    this.directory = directory;
  }
}

/** Thrown when a person decides about something that has been decided, or that leaves nothing to decide so. */
export class EscalationClosedError extends Error {
  override readonly name = 'EscalationClosedError';
  readonly code = 'ERR_ESCALATION_CLOSED';
  readonly id: string;

  constructor(id: string, problem: string) {
    super(problem);
    this.id = id;
  }
}

/** Thrown at start when a forged message was not refused: a brake is missing, or does not work. The node does not start. */
export class SelfTestError extends Error {
  override readonly name = 'SelfTestError';
  readonly code = 'ERR_SELF_TEST';
  /** What was sent. */
  readonly forgery: string;
  readonly expected: readonly Reason[];
  /** The reason with which it was refused instead; undefined when it was accepted. */
  readonly found: Reason | undefined;

  constructor(forgery: string, expected: readonly Reason[], found: Reason | undefined) {
    const outcome = found === undefined ? 'accepted' : `refused with ${found}`;
    super(
      `the self-test failed: ${forgery} was ${outcome}, and must be refused with ${expected.join(' or ')}. ` +
        'This node would not stop loops, so it does not start: reinstall Hoplite, and report this',
    );
    this.forgery = forgery;
    this.expected = expected;
    this.found = found;
  }
}

/** Thrown when a door does not pass the checklist for a channel. It is not opened, and a node that needs it does not start. */
export class ChannelNotCompliantError extends Error {
  override readonly name = 'ChannelNotCompliantError';
  readonly code = 'ERR_CHANNEL_NOT_COMPLIANT';
  readonly channel: Channel;
  /** The questions that it does not pass, with what was seen. */
  readonly unmet: readonly Unmet[];

  constructor(channel: Channel, unmet: readonly Unmet[]) {
    const said = unmet.map(({ question, asks, seen }) => `${question} (${asks}): ${seen.join('; ')}`);
    super(
      `the ${channel} channel could loop, so it is not registered. It fails ${said.join('. It fails ')}. ` +
        'docs/adding-a-channel.md says what each question asks for',
    );
    this.channel = channel;
    this.unmet = unmet;
  }
}

/** Thrown when a second door is registered for a channel. */
export class ChannelTakenError extends Error {
  override readonly name = 'ChannelTakenError';
  readonly code = 'ERR_CHANNEL_TAKEN';
  readonly channel: Channel;

  constructor(channel: Channel) {
    super(`the ${channel} channel has a door: each has one, so that there is one way in to check`);
    this.channel = channel;
  }
}
