import { rmSync, statSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { existsSync } from 'node:fs';
import { fail, messageOf, ok, warn, type Check, type Finding } from './check.ts';
import { systemClock } from '../../ports/clock.ts';

const MINIMUM_NODE = [22, 13] as const;

export const nodeVersion: Check = () => [judgeNodeVersion(process.versions.node)];

export function judgeNodeVersion(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [needMajor, needMinor] = MINIMUM_NODE;
  const isEnough = major > needMajor || (major === needMajor && minor >= needMinor);
  if (isEnough) return ok('Node.js', version);
  return fail('Node.js', `${version} is too old`, `install Node.js ${MINIMUM_NODE.join('.')} or later`);
}

const MEBIBYTE = 1024 * 1024;

export const diskSpace: Check = async ({ directory }) => {
  try {
    const { bavail, bsize } = await statfs(existingParent(directory));
    return [judgeDisk(bavail * bsize)];
  } catch (error) {
    return [warn('disk', `cannot be asked: ${messageOf(error)}`, 'see that there is space left')];
  }
};

export function judgeDisk(freeBytes: number): Finding {
  const free = `${Math.floor(freeBytes / MEBIBYTE).toLocaleString('en')} MiB free`;
  const mend = 'free some space: every message is written to disk before it is answered';
  if (freeBytes < 16 * MEBIBYTE) return fail('disk', free, mend);
  return freeBytes < 256 * MEBIBYTE ? warn('disk', free, mend) : ok('disk', free);
}

/** Clocks of two peers may differ by a minute; past that, messages count as expired. */
export const clock: Check = async ({ directory, running }) => {
  const jobs = (await running?.client.jobs(100).catch(() => [])) ?? [];
  const hourAgo = systemClock.now() - 3_600_000;
  const expired = jobs.filter(({ reason, startedAt }) => reason === 'expired' && startedAt > hourAgo).length;
  return [judgeClock({ now: systemClock.now(), fileTime: fileTime(existingParent(directory)), expired })];
};

export interface ClockSigns {
  readonly now: number;
  /** When a file written just now was written, says the file system; undefined when none could be. */
  readonly fileTime: number | undefined;
  /** Messages of the last hour that peers found expired. */
  readonly expired: number;
}

/** No Hoplite node existed before. */
const EPOCH = Date.UTC(2026, 0, 1);

export function judgeClock({ now, fileTime, expired }: ClockSigns): Finding {
  const time = new Date(now).toISOString();
  const mend = 'set the clock, and keep it set: timedatectl set-ntp true (Linux), or the system settings';
  if (now < EPOCH) return fail('clock', `it says ${time}`, mend);
  if (fileTime !== undefined && Math.abs(now - fileTime) > 60_000) {
    const off = Math.round(Math.abs(now - fileTime) / 1000);
    return fail('clock', `${off} s away from that of the disk with the data directory`, mend);
  }
  if (expired > 0) {
    return warn('clock', `peers found ${expired} of the last messages expired: theirs or this one is off`, mend);
  }
  return ok('clock', time);
}

function fileTime(directory: string): number | undefined {
  const file = join(directory, `.clock-${process.pid}`);
  try {
    writeFileSync(file, '');
    return statSync(file).mtimeMs;
  } catch {
    return undefined;
  } finally {
    rmSync(file, { force: true });
  }
}

function existingParent(directory: string): string {
  return existsSync(directory) || dirname(directory) === directory ? directory : existingParent(dirname(directory));
}
