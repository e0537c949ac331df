/** What the circuit breaker has seen of an agent in one beat, and of the mesh so far. */
export interface Signals {
  /** Identical tool calls in a row, or rounds of the same few; the worst there is. */
  readonly repeats: number;
  /** Calls of one such round; 1 when all are the same. */
  readonly period: number;
  readonly errors: number;
  /** Input and output tokens of the agent since the last reset. */
  readonly ownTokens: number;
  /** What all agents of the mesh have cost since the last reset, in US dollars. */
  readonly floorCostUsd: number;
  /** The same in tokens. */
  readonly floorTokens: number;
  readonly outputPerMinute: number;
  /** Output tokens of this beat. */
  readonly outputTokens: number;
  readonly hasProgressed: boolean;
  /** Whether its tools are shut although it has tripped nothing itself. */
  readonly isHeldByFloor?: boolean;
}

/** What it may be. A cap that is not given is none. */
export interface Limits {
  readonly repeatedToolLimit: number;
  readonly errorStormLimit: number;
  readonly agentTokenCap?: number;
  readonly costCapUsd?: number;
  readonly costCapTokens?: number;
  readonly tokenVelocityPerMin: number;
}

export interface Trip {
  /** How its reason begins. */
  readonly begins: string;
  /** Whether the agent trips it, or the mesh as a whole. */
  readonly by: 'agent' | 'floor';
  /** For the agent: what to do. A sentence. */
  readonly advice: string;
  /** @returns the reason when it trips */
  test(signals: Signals, limits: Limits): string | undefined;
}

const looping: Trip = {
  begins: 'looping: ',
  by: 'agent',
  advice: 'The same call gives the same result: do something else, or end your turn with what you have.',
  test: ({ repeats, period }, { repeatedToolLimit }) => {
    if (repeats < repeatedToolLimit) return undefined;
    return period === 1
      ? `looping: ${repeats} identical tool calls`
      : `looping: ${repeats} rounds of ${period} identical tool calls`;
  },
};

const errorStorm: Trip = {
  begins: 'error storm: ',
  by: 'agent',
  advice: 'Do not try again at once: find out what is wrong, or end your turn and say what failed.',
  test: ({ errors }, { errorStormLimit }) => (errors >= errorStormLimit ? `error storm: ${errors} errors` : undefined),
};

const tokenLimit: Trip = {
  begins: 'token limit: ',
  by: 'agent',
  advice: 'Your tokens are used up: end your turn with what you have.',
  test: ({ ownTokens }, { agentTokenCap = Infinity }) =>
    ownTokens > agentTokenCap ? `token limit: ${ownTokens} over the agent cap` : undefined,
};

const costCap: Trip = {
  begins: 'cost cap: ',
  by: 'floor',
  advice: 'The money of all agents together is used up: begin nothing new, and end your turn with what you have.',
  test: ({ floorCostUsd }, { costCapUsd = Infinity }) =>
    floorCostUsd > costCapUsd ? `cost cap: floor total over $${costCapUsd}` : undefined,
};

const tokenCap: Trip = {
  begins: 'token cap: ',
  by: 'floor',
  advice: 'The tokens of all agents together are used up: begin nothing new, and end your turn with what you have.',
  test: ({ floorTokens }, { costCapTokens = Infinity }) =>
    floorTokens > costCapTokens ? `token cap: floor total over ${costCapTokens} tokens` : undefined,
};

const tokenVelocity: Trip = {
  begins: 'token velocity ',
  by: 'agent',
  advice: 'You write too much too fast: say less, and ask for less.',
  test: ({ outputPerMinute }, { tokenVelocityPerMin }) =>
    outputPerMinute > tokenVelocityPerMin
      ? `token velocity ${Math.ceil(outputPerMinute)}/min > ${tokenVelocityPerMin}/min`
      : undefined,
};

const noProgress: Trip = {
  begins: 'no-progress: ',
  by: 'agent',
  advice:
    'You use tokens and nothing comes of it: take the next step with a tool, or end your turn with what you have.',
  // An agent whose tools are shut because of what others used is not to blame for coming no further.
  test: ({ outputTokens, hasProgressed, isHeldByFloor }) =>
    outputTokens > 0 && !hasProgressed && !isHeldByFloor
      ? 'no-progress: generating tokens without coordinating'
      : undefined,
};

/** Every trip, in the order in which they are looked at (design.md section 8): the first that holds is the reason. */
export const TRIPS: readonly Trip[] = [looping, errorStorm, tokenLimit, costCap, tokenCap, tokenVelocity, noProgress];

/** What the circuit breaker makes of a beat. */
export interface Verdict {
  /** `agent` when the agent itself has tripped, whatever the mesh has; `floor` when only the mesh has. */
  readonly by: 'clean' | 'floor' | 'agent';
  /** That of the first trip that holds; none of a clean beat. */
  readonly reason?: string;
  /** That of the first trip of the agent itself. */
  readonly ownReason?: string;
}

export function judge(signals: Signals, limits: Limits): Verdict {
  const tripped = TRIPS.flatMap((trip) => {
    const reason = trip.test(signals, limits);
    return reason === undefined ? [] : [{ by: trip.by, reason }];
  });
  const [first] = tripped;
  if (first === undefined) {
    return { by: 'clean' };
  }
  const own = tripped.find(({ by }) => by === 'agent');
  return own === undefined
    ? { by: 'floor', reason: first.reason }
    : { by: 'agent', reason: first.reason, ownReason: own.reason };
}

/** What an agent should do that has tripped for this reason. */
export function adviceFor(reason: string): string | undefined {
  return TRIPS.find(({ begins }) => reason.startsWith(begins))?.advice;
}
