import type { Dice } from './dice.ts';

/** Who and what is in a random world. */
export interface Cast {
  readonly dice: Dice;
  /** Names of the peers. */
  readonly peers: readonly string[];
  /** Those that run from the start, and so are known by name to all. */
  readonly present: readonly string[];
  /** All peers, and the stranger, if there is one. */
  readonly everyone: readonly string[];
  readonly rooms: readonly string[];
  /** Keys that agents wait for; all are released in the end. */
  readonly holds: Set<string>;
}

/** Of peers, in the order in which they come. */
export const NAMES = [
  ...[
    'alpha',
    'beta',
    'gamma',
    'delta',
    'epsilon',
    'zeta',
    'eta',
    'theta',
    'iota',
    'kappa',
    'lambda',
    'mu',
    'nu',
    'xi',
  ],
  ...['omicron', 'pi', 'rho', 'sigma', 'tau', 'upsilon', 'phi', 'chi', 'psi', 'omega', 'digamma', 'koppa'],
] as const;

/** The member that is driven by hand. */
export const STRANGER = 'mallory';
