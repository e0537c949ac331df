import type { JobReport } from '@hoplite/node';
import type { NodeClient } from '../../packages/node/src/api/client.ts';
import type { Nodes } from './mesh.ts';

/** What came of the main job, in the shape that `--json` prints. */
export interface Outcome {
  readonly ok: boolean;
  readonly peers: number;
  readonly delegated: Pick<JobReport, 'path' | 'depth' | 'turns' | 'state'>;
  readonly room: { readonly posted: number; readonly received: number };
  readonly cycle: Pick<JobReport, 'reason' | 'path'>;
  readonly hops: Pick<JobReport, 'reason' | 'path'>;
}

export interface Stage {
  readonly nodes: Nodes;
  /** A line for the person at the terminal. */
  readonly say: (line: string) => void;
}

/** Thrown when a step did not end as promised. */
export class BrokenPromiseError extends Error {
  override readonly name = 'BrokenPromiseError';
}

const BRIEF = { skill: 'host.report' };
const ROOM = 'lobby';

/** A real task: alpha asks beta, which asks gamma, whose answer travels back. */
export async function delegateAlong({ nodes: [alpha], say }: Stage): Promise<Outcome['delegated']> {
  const report = await relay(await alpha.client(), ['gamma'], 'task', say);
  promise(report.state === 'done', 'the task was not done', report);
  say(`  gamma reports  ${summaryOf(report)}`);
  sayReport(say, report);
  promise(report.path.join() === 'alpha,beta,gamma', 'the task went another way', report);
  const { path, depth, turns, state } = report;
  return { path, depth, turns, state };
}

/** A post that everyone in the room has. */
export async function postToRoom({ nodes, say }: Stage): Promise<Outcome['room']> {
  const [alpha, ...others] = nodes;
  const text = `Good morning! (${new Date().toISOString()})`;
  await alpha.saw(
    'room:changed',
    `to meet the others in #${ROOM}`,
    ({ room, present }) => room === ROOM && present === 2,
  );
  const posted = await (await alpha.client()).post(ROOM, { text });
  if (!posted.ok) throw new BrokenPromiseError(`the post was refused: ${posted.refusal.detail}`);
  const { messageId } = posted.value;
  await Promise.all(
    others.map((node) => node.saw('post', 'to get the post', (event) => event['messageId'] === messageId)),
  );
  let received = 0;
  for (const node of nodes) {
    const read = await (await node.client()).readRoom(ROOM, 100);
    const copies = read.ok ? read.value.filter((post) => post.messageId === messageId) : [];
    say(`  ${node.name.padEnd(6)} has it ${copies.length} time(s): ${copies.map((post) => post.text).join()}`);
    if (copies.length === 1) received += 1;
  }
  if (received !== nodes.length)
    throw new BrokenPromiseError(`${received} of ${nodes.length} have the post exactly once`);
  return { posted: 1, received };
}

/** A loop of tasks: alpha asks beta to ask alpha. */
export async function provokeCycle({ nodes: [alpha], say }: Stage): Promise<Outcome['cycle']> {
  const report = await relay(await alpha.client(), ['alpha'], 'task', say);
  return stopped(report, 'cannot: cycle', say);
}

/** An endless conversation: beta asks gamma, which answers by asking beta, which answers by asking gamma. */
export async function provokeTalk({ nodes: [alpha], say }: Stage): Promise<Outcome['hops']> {
  const turns = Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? 'gamma' : 'beta'));
  const report = await relay(await alpha.client(), turns, 'session', say);
  return stopped(report, 'max_hops', say);
}

/** What was stopped waits for a person, one item for each, on the peer where the job began. */
export async function showInbox({ nodes: [alpha], say }: Stage): Promise<void> {
  say('  $ hoplite inbox');
  const [last, before] = await (await alpha.client()).inbox({ all: false, limit: 2 });
  for (const { reason, path } of [before, last].filter((item) => item !== undefined)) {
    say(`  ${reason}  ${path.join(' → ')}`);
  }
  if (before?.reason !== 'cannot: cycle' || last?.reason !== 'max_hops')
    throw new BrokenPromiseError('the inbox does not say what was stopped');
}

async function relay(
  alpha: NodeClient,
  path: readonly string[],
  via: 'task' | 'session',
  say: Stage['say'],
): Promise<JobReport> {
  const brief = { skill: 'relay', input: { path, via, brief: BRIEF } };
  say(`  $ hoplite delegate beta '${JSON.stringify(brief)}'`);
  return alpha.delegate({ peer: 'beta', brief });
}

function stopped(report: JobReport, reason: string, say: Stage['say']): Outcome['cycle'] {
  sayReport(say, report);
  promise(report.state === 'stopped' && report.reason === reason, `it was not stopped by "${reason}"`, report);
  return { reason, path: report.path } as Outcome['cycle'];
}

function sayReport(say: Stage['say'], { state, reason, path, depth, turns, credit }: JobReport): void {
  say(`  ${reason === undefined ? state : `${state}: ${reason}`}`);
  say(`  path ${path.join(' → ')} · depth ${depth} · turns ${turns} · credit ${credit.left} of ${credit.granted} left`);
}

/** @throws {BrokenPromiseError} */
function promise(isKept: boolean, broken: string, report: JobReport): void {
  if (!isKept) throw new BrokenPromiseError(`${broken}: ${JSON.stringify(report)}`);
}

function summaryOf({ result }: JobReport): string {
  const { hostname, cpus, load, memory } = result as unknown as HostReport;
  const gibibytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GiB`;
  const free = `${gibibytes(memory.freeBytes)} of ${gibibytes(memory.totalBytes)} memory free`;
  return `${hostname}: ${cpus.count} CPUs, load ${load.oneMinute.toFixed(2)}, ${free}`;
}

/** What the summary shows of what the skill `host.report` answers. */
interface HostReport {
  readonly hostname: string;
  readonly cpus: { readonly count: number };
  readonly load: { readonly oneMinute: number };
  readonly memory: { readonly totalBytes: number; readonly freeBytes: number };
}
