/** How large a random world gets at most. */
export interface RandomBounds {
  /** 2 to 26. @default 5 */
  readonly peers?: number;
  /** What operators, persons and processes do. @default 14 */
  readonly steps?: number;
  /** What goes wrong with the network and the clocks. @default 4 */
  readonly faults?: number;
}

export const DEFAULT_BOUNDS: Required<RandomBounds> = { peers: 5, steps: 14, faults: 4 };
