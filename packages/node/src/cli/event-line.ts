import type { NodeEvent } from '../node-events.ts';
import type { EscalationView } from '../sdk.ts';
import { changeWords } from './breaker-lines.ts';
import { excerpt } from './excerpt.ts';
import { haltedWords } from './halt-words.ts';
import { showPath } from './job-report.ts';
import { printable } from './printable.ts';
import { shellWord } from './shell-word.ts';
import { clockTime, shortId, shortPeerId } from './table.ts';
import { interventionWords } from './watch-lines.ts';

/** Longest piece of a post or of a note that the line of an event shows. */
const MAX_EXCERPT = 200;

/** What happened, for a person who watches a node. */
export function eventLine(event: NodeEvent, nameOf: (peerId: string) => string): string {
  return `${clockTime(event.at)}  ${sentence(event, nameOf)}`;
}

function sentence(event: NodeEvent, nameOf: (peerId: string) => string): string {
  switch (event.event) {
    case 'peer:joined':
      return `${printable(event.name)} is here (${shortPeerId(event.peerId)})`;
    case 'peer:left':
      return `${printable(event.name)} is gone (${shortPeerId(event.peerId)})`;
    case 'room:changed':
      return `#${printable(event.room)} has ${event.present} others`;
    case 'turn:started':
      return `${jobOf(event.jobId)} turn begins, by ${event.channel}, at depth ${event.depth}`;
    case 'turn:ended':
      return `${jobOf(event.jobId)} turn ends: ${event.outcome}${because(event.reason)}`;
    case 'refused':
      return `${jobOf(event.jobId)} ${event.direction} ${event.channel} refused${because(event.reason)}, ${showPath(event.path)}`;
    case 'post':
      return `#${printable(event.room)} ${printable(nameOf(event.author))}: ${excerpt(event.text, MAX_EXCERPT)}`;
    case 'progress':
      return `${jobOf(event.jobId)} ${printable(nameOf(event.from))}: ${excerpt(event.progress.note, MAX_EXCERPT)}`;
    case 'job.started':
      return `${jobOf(event.jobId)} begins, by ${event.channel} to ${printable(event.target)}`;
    case 'job.done':
      return `${jobOf(event.job.jobId)} is ${event.job.state}${because(event.job.reason)}, ${showPath(event.job.path)}`;
    case 'frozen':
      return `${jobOf(event.jobId)} is frozen${because(event.reason)}, ${showPath(event.path)}: ${inboxShow(event.jobId)}`;
    case 'stall': {
      const { path, ...seen } = event.intervention;
      return `${jobOf(event.jobId)} stalls, ${interventionWords(seen)}, ${showPath(path.map(nameOf))}: hoplite explain ${shellWord(shortId(event.jobId))}`;
    }
    case 'breaker':
      return `circuit breaker: ${changeWords(event.change)}: hoplite breaker`;
    case 'peer:suspected':
      return `${printable(event.name)} is suspected: signs of its life are missing (${shortPeerId(event.peerId)})`;
    case 'peer:recovered':
      return `${printable(event.name)} shows signs of life again (${shortPeerId(event.peerId)})`;
    case 'escalation':
      return escalationSentence(event.escalation);
    case 'halted':
      return haltedWords(event.halt, nameOf);
    case 'resumed':
      return haltedWords(event.halt, nameOf, 'resumed');
  }
}

function escalationSentence({ id, kind, state, jobId, reason, path }: EscalationView): string {
  const of = jobId === '' ? '' : ` of ${jobOf(jobId)}`;
  const what = `inbox: ${kind}${of}${because(reason)}`;
  return state === 'open' ? `${what}, ${showPath(path)}: ${inboxShow(id)}` : `${what} is ${state} by a person`;
}

/** What to type. An item of the inbox is also found by its job. */
function inboxShow(id: string): string {
  return `hoplite inbox show ${shellWord(shortId(id))}`;
}

function jobOf(jobId: string | undefined): string {
  return jobId === undefined ? 'job ?' : `job ${shortId(printable(jobId))}`;
}

function because(reason: string | undefined): string {
  return reason === undefined ? '' : ` (${printable(reason)})`;
}
