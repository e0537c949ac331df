import type { InterventionView, JobWatch } from '../sdk.ts';
import type { Tick } from '../watch/stall/tick.ts';
import { showPath } from './job-report.ts';
import { printable } from './printable.ts';
import { clockTime, count, table } from './table.ts';

/** Characters of a state's hash that are shown. */
const SHOWN_HASH = 10;

const GOAL: Readonly<Record<JobWatch['goal'], string>> = {
  reported: 'the distance that the agents report',
  obligations: 'open obligations, as no agent reports a distance',
};

/** What the monitor saw of a job, and did about it. The raw window only where nobody knows what it means. */
export function watchLines({ verdict, goal, window, interventions }: JobWatch): readonly string[] {
  const raw = verdict.kind === 'indeterminate' ? window : [];
  const unknown = interventions.findLast(({ kind }) => kind === 'indeterminate');
  const shown = raw.length > 0 ? raw : (unknown?.window ?? []);
  return [
    `  monitor   ${verdict.kind}: ${printable(verdict.why)}`,
    `  goal      ${GOAL[goal]}`,
    `  window    ${count(window.length, 'tick')}`,
    ...interventions.flatMap(interventionLines),
    ...(shown.length === 0 ? [] : ['', 'the ticks, as they came', ...tickTable(shown)]),
  ];
}

const DID: Readonly<Record<InterventionView['action'], string>> = {
  perturb: 'a person was told; the work goes on',
  break_cycle: 'the youngest wait of the circle was failed',
  freeze: 'the job was frozen',
  none: 'nothing was done',
};

/** "livelock: a person was told; the work goes on" */
export function interventionWords({ kind, action }: Pick<InterventionView, 'kind' | 'action'>): string {
  return `${kind}: ${DID[action]}`;
}

function interventionLines(intervention: InterventionView): readonly string[] {
  const { at, by, detail, path } = intervention;
  return [
    `  did       ${new Date(at).toISOString()}  ${interventionWords(intervention)} (seen by ${printable(by)})`,
    `            ${printable(detail)}`,
    ...(path.length === 0 ? [] : [`            ${showPath(path)}`]),
  ];
}

function tickTable(ticks: readonly Tick[]): readonly string[] {
  const rows = ticks.map(({ t, agent, enabledTransitions, fired, state, goalDistance, waitFor }) => [
    clockTime(t),
    agent === undefined ? '?' : printable(agent),
    known(enabledTransitions),
    known(fired),
    state === undefined ? '?' : printable(state.slice(0, SHOWN_HASH)),
    known(goalDistance),
    waitFor === undefined ? '?' : waitsOf(waitFor),
  ]);
  const head = ['TIME', 'AGENT', 'ENABLED', 'FIRED', 'STATE', 'GOAL', 'WAITS'];
  return table([head, ...rows])
    .split('\n')
    .map((line) => `  ${line}`);
}

function known(value: number | Readonly<Record<string, number>> | undefined): string {
  if (typeof value !== 'object') return value === undefined ? '?' : String(value);
  return Object.entries(value)
    .map(([agent, number]) => `${printable(agent)} ${number}`)
    .join(', ');
}

function waitsOf(waitFor: Readonly<Record<string, readonly string[]>>): string {
  const edges = Object.entries(waitFor).filter(([, on]) => on.length > 0);
  return edges.map(([agent, on]) => `${printable(agent)} → ${on.map(printable).join(', ')}`).join('; ') || '-';
}
