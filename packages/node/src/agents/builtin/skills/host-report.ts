import { statfs } from 'node:fs/promises';
import * as os from 'node:os';
import { parse } from 'node:path';
import type { JsonValue } from '@hoplite/tools';
import { z } from 'zod';
import { done } from '../answers.ts';
import { defineSkill } from '../skill.ts';

export const hostReport = defineSkill({
  name: 'host.report',
  description: 'Reports on the machine: load, memory, disk, uptime, host name, platform and processors. No input.',
  input: z.strictObject({}),
  fromText: () => ({}),
  phrases: [
    /\bhow(?:['’]s| is| are)\b.*\b(?:host|machine|computer|server|system)s?\b/is,
    /\b(?:host|machine|computer|server|system)\b.*\b(?:load|memory|disk|uptime|cpus?|health|status|report)\b/is,
    /\b(?:load|memory|disk|uptime|cpus?|health|status|report)\b.*\b(?:host|machine|computer|server|system)\b/is,
    /\b(?:disk space|free memory|load average|uptime)\b/i,
  ],
  async run() {
    const cpus = os.cpus();
    const [oneMinute = 0, fiveMinutes = 0, fifteenMinutes = 0] = os.loadavg();
    return done({
      hostname: os.hostname(),
      platform: os.platform(),
      release: os.release(),
      arch: os.arch(),
      uptimeSeconds: Math.round(os.uptime()),
      cpus: { count: os.availableParallelism(), model: cpus[0]?.model.trim() ?? '' },
      load: { oneMinute, fiveMinutes, fifteenMinutes },
      memory: { totalBytes: os.totalmem(), freeBytes: os.freemem() },
      disk: await disk(),
    });
  },
});

/** The file system that the machine's root is on, or null if it cannot be asked. */
async function disk(): Promise<JsonValue> {
  const path = parse(process.cwd()).root;
  try {
    const { bsize, blocks, bfree, bavail } = await statfs(path);
    return { path, totalBytes: bsize * blocks, freeBytes: bsize * bfree, availableBytes: bsize * bavail };
  } catch {
    return null;
  }
}
