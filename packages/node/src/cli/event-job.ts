import type { NodeEvent } from '../node-events.ts';

/** Whether an event is about a job: this one, or, without `jobId`, any. */
export function concernsJob(event: NodeEvent, jobId?: string): boolean {
  const about = jobOf(event);
  return about === 'every job' || (about !== undefined && (jobId === undefined || about.jobId === jobId));
}

function jobOf(event: NodeEvent): { readonly jobId: string } | 'every job' | undefined {
  switch (event.event) {
    case 'turn:started':
    case 'turn:ended':
    case 'progress':
    case 'frozen':
    case 'job.started':
    case 'stall':
      return event;
    case 'refused':
      return event.jobId === undefined ? undefined : { jobId: event.jobId };
    case 'job.done':
      return event.job;
    case 'escalation':
      return event.escalation;
    case 'halted':
    case 'resumed':
      // What halts an agent, or all, halts jobs that it does not name.
      return event.halt.scope.kind === 'job' ? event.halt.scope : 'every job';
    case 'peer:joined':
    case 'peer:left':
    case 'peer:suspected':
    case 'peer:recovered':
    case 'breaker':
    case 'post':
    case 'room:changed':
      return undefined;
  }
}
