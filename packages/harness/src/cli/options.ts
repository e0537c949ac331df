/** What was typed after `hoplite analyze`. */
export interface AnalyzeOptions {
  readonly explore?: true;
  readonly ablate?: true;
  readonly walk?: true;
  readonly mesh?: readonly string[];
  readonly log?: readonly string[];
  readonly peers?: number;
  readonly depth?: number;
  readonly credit?: number;
  readonly steps?: number;
  readonly seed?: number;
  readonly shrink?: true;
  readonly json?: true;
  readonly junit?: string;
  readonly html?: string;
  readonly quiet?: true;
}
