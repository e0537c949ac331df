import type { NodeClient } from '../../api/client.ts';
import type { NodeStatus } from '../../api/wire.ts';
import type { Config } from '../../config/schema.ts';

/** What one look at a node and its machine found. */
export interface Finding {
  readonly check: string;
  /** `warn`: it works, but not for everything, or not for long. */
  readonly status: 'ok' | 'warn' | 'fail';
  /** What was seen. */
  readonly detail: string;
  /** How to mend it. */
  readonly mend?: string;
}

/** What the checks look at. */
export interface Patient {
  readonly directory: string;
  /** Absent when it cannot be read: a finding of its own. */
  readonly config: Config | undefined;
  /** The running node, if there is one and it answers. */
  readonly running: { readonly client: NodeClient; readonly status: NodeStatus } | undefined;
}

/** One look. It throws nothing: what it cannot find out is a finding too. */
export type Check = (patient: Patient) => Promise<readonly Finding[]> | readonly Finding[];

export function ok(check: string, detail: string): Finding {
  return { check, status: 'ok', detail };
}

export function warn(check: string, detail: string, mend: string): Finding {
  return { check, status: 'warn', detail, mend };
}

export function fail(check: string, detail: string, mend: string): Finding {
  return { check, status: 'fail', detail, mend };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What went wrong, and, where a message has it behind a colon, how to mend it. */
export function failWith(check: string, error: unknown, mend: string): Finding {
  return fail(
    check,
    messageOf(error)
      .split('\n')
      .map((line) => line.trim())
      .join(' '),
    mend,
  );
}
