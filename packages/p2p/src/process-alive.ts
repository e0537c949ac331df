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
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    // Fields are separated by spaces, but the second, the name in brackets, may hold any character; start time is the 22nd.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return ticks === undefined ? { pid } : { pid, began: `${boot} ${ticks}` };
  } catch {
    return { pid }; // Not Linux, or gone.
  }
}

/** Whether the process with this mark still runs. */
export function isAlive(mark: ProcessMark): boolean {
  try {
    process.kill(mark.pid, 0);
  } catch (error) {
    return isErrno(error, 'EPERM'); // It runs, as somebody else.
  }
  const now = markOf(mark.pid);
  return mark.began === undefined || now.began === undefined || mark.began === now.began;
}
