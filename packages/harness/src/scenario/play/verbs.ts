import type { Step } from '../schema/step.ts';
import type { Scope } from '../scope.ts';
import type { Stage } from './stage.ts';

/** Where a step is taken. */
export interface At {
  readonly stage: Stage;
  readonly scope: Scope;
  /** `steps[3]`, for a person. */
  readonly where: string;
  /** Called after each step inside. */
  readonly after: () => void;
}

type VerbIn<S> = S extends unknown ? Exclude<keyof S, Common> : never;

/** Keys of steps that are no verbs. */
type Common =
  | 'as'
  | 'where'
  | 'pick'
  | 'expect'
  | 'error'
  | 'mayFail'
  | 'background'
  | 'first'
  | 'times'
  | 'with'
  | 'do'
  | 'at'
  | 'job'
  | 'room'
  | 'id'
  | 'all'
  | 'per';

export type StepWith<V extends string> = Extract<Step, Readonly<Record<V, unknown>>>;

/** What each verb does; the value is what the step gives. */
export type Verbs = {
  readonly [V in VerbIn<Step>]: (step: StepWith<V>, at: At, signal: AbortSignal) => Promise<unknown>;
};
