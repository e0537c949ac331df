import { readFileSync } from 'node:fs';
import { isErrno } from './secret-file.ts';

/** One process for as long as it runs, also when its ID is used again later. */
export interface ProcessMark {
  readonly pid: number;
  /** When it began, on a clock of its machine's present boot; absent where the system does not tell. */
  readonly began?: string;
}

/** The mark of a process; without `began` when it does not run or the system does not tell. */
export function markOf(pid: number): ProcessMark {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    const ticks = statOf(pid)[19];
    return ticks === undefined ? { pid } : { pid, began: `${boot} ${ticks}` };
  } catch {
    return { pid }; // Not Linux, or gone.
  }
}

/** What the system tells of a process (proc_pid_stat(5)), from its state on, which is the third field. Start time is the 22nd. */
function statOf(pid: number): readonly string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // Fields are separated by spaces, but the second, the name in brackets, may hold any character.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Whether a process has ended, and only waits for its parent to ask how: in a container perhaps for ever. */
function isZombie(pid: number): boolean {
  try {
    return ['Z', 'X'].includes(statOf(pid)[0] ?? '');
  } catch {
    return false; // Not Linux, or gone.
  }
}

/** Whether the process with this mark still runs. */
export function isAlive(mark: ProcessMark): boolean {
  try {
    process.kill(mark.pid, 0);
  } catch (error) {
    return isErrno(error, 'EPERM'); // It runs, as somebody else.
  }
  if (isZombie(mark.pid)) {
    return false;
  }
  const now = markOf(mark.pid);
  return mark.began === undefined || now.began === undefined || mark.began === now.began;
}
