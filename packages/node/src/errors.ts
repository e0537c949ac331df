import type { Reason } from '@hoplite/p2p';

/** Why a turn or a request was ended from outside. It is the `reason` of the abort signal that ends it. */
export class TurnAbortedError extends Error {
  override readonly name = 'TurnAbortedError';
  readonly code = 'ERR_TURN_ABORTED';
  readonly reason: Reason;

  constructor(reason: Reason, detail: string) {
    super(detail);
    this.reason = reason;
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
