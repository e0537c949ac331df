import type { EscalationSeen, JobSeen, MessageSeen, RunRecord, TurnSeen, WaitSeen } from '../../src/record.ts';

/** Records made by hand, for tests of what is made from records. */

export const START = Date.UTC(2030, 0, 1);

export function message(changes: Partial<MessageSeen> = {}): MessageSeen {
  return {
    at: START,
    from: 'alpha',
    to: 'beta',
    channel: 'task',
    act: 'request',
    messageId: 'm1',
    jobId: 'job-1',
    depth: 1,
    credit: 16,
    text: 'hello',
    fate: { kind: 'handled' },
    ...changes,
  };
}

export function turn(changes: Partial<TurnSeen> = {}): TurnSeen {
  return { peer: 'beta', jobId: 'job-1', channel: 'task', depth: 1, startedAt: START, ...changes };
}

export function job(changes: Partial<JobSeen> = {}): JobSeen {
  return {
    jobId: 'job-1',
    origin: 'alpha',
    target: 'beta',
    channel: 'task',
    state: 'done',
    path: ['alpha', 'beta'],
    depth: 1,
    turns: 1,
    credit: { granted: 32, left: 31 },
    ...changes,
  };
}

export function wait(changes: Partial<WaitSeen> = {}): WaitSeen {
  return { from: 'alpha', to: 'beta', jobId: 'job-1', channel: 'task', since: START, ...changes };
}

export function escalation(changes: Partial<EscalationSeen> = {}): EscalationSeen {
  return {
    at: START + 30,
    peer: 'alpha',
    kind: 'stopped',
    jobId: 'job-1',
    reason: 'max_hops',
    path: ['alpha'],
    ...changes,
  };
}

export function record(changes: Partial<RunRecord> = {}): RunRecord {
  return {
    id: 'T01',
    source: 'a test',
    says: 'two peers say hello',
    kind: 'scenario',
    seed: 7,
    peers: ['alpha', 'beta'],
    startedAt: START,
    endedAt: START + 1250,
    messages: [
      message(),
      message({
        at: START + 5,
        from: 'beta',
        to: 'alpha',
        act: 'done',
        messageId: 'm2',
        inReplyTo: 'm1',
        depth: 2,
        credit: 0,
        text: 'hello, too',
      }),
    ],
    turns: [turn({ endedAt: START + 5, outcome: 'done' })],
    jobs: [job()],
    waits: [wait({ until: START + 5 })],
    escalations: [],
    faults: [],
    violations: [],
    effort: { steps: 42 },
    ...changes,
  };
}

/** A run with something of everything: each fate, each channel, faults, an escalation, violations. */
export function eventful(): RunRecord {
  const at = (ms: number): number => START + ms;
  return record({
    id: 'T02',
    says: 'a hub asks again what was refused, and a worker posts to the room',
    peers: ['hub', 'worker', 'writer', 'critic'],
    messages: [
      message({
        at: at(0),
        from: 'hub',
        to: 'worker',
        messageId: 'm1',
        text: 'summarise the report',
        briefHash: 'a1b2c3d4e5',
      }),
      message({
        at: at(10),
        from: 'worker',
        to: 'writer',
        messageId: 'm2',
        parent: 'm1',
        channel: 'session',
        act: 'query',
        depth: 2,
        credit: 7,
        text: 'which chapters?',
      }),
      message({
        at: at(1015),
        from: 'writer',
        to: 'worker',
        messageId: 'm3',
        inReplyTo: 'm2',
        channel: 'session',
        act: 'inform',
        depth: 3,
        credit: 0,
        text: 'all of them',
      }),
      message({
        at: at(1020),
        from: 'worker',
        to: 'hub',
        messageId: 'm4',
        parent: 'm1',
        depth: 2,
        credit: 3,
        text: 'please do it yourself',
        fate: { kind: 'refused', reason: 'cannot: cycle', brake: 'no-cycle', by: 'sender' },
      }),
      message({
        at: at(1020),
        from: 'worker',
        to: 'critic',
        room: '#lobby',
        channel: 'room',
        act: 'propose',
        messageId: 'm5',
        parent: 'm1',
        depth: 2,
        credit: 2,
        text: 'who can help?',
        fate: { kind: 'stored' },
      }),
      message({
        at: at(1020),
        from: 'worker',
        to: 'writer',
        room: '#lobby',
        channel: 'room',
        act: 'propose',
        messageId: 'm5',
        parent: 'm1',
        depth: 2,
        credit: 2,
        text: 'who can help?',
        fate: { kind: 'lost' },
      }),
      message({
        at: at(1040),
        from: 'critic',
        to: 'writer',
        messageId: 'm6',
        parent: 'm5',
        depth: 3,
        credit: 1,
        text: 'again',
        fate: { kind: 'refused', reason: 'max_turns', brake: 'credit', by: 'receiver' },
      }),
      message({
        at: at(1041),
        from: 'hub',
        to: 'worker',
        messageId: 'm1',
        text: 'summarise the report',
        fate: { kind: 'duplicate' },
      }),
      message({
        at: at(1050),
        from: 'critic',
        to: 'critic',
        messageId: 'm7',
        parent: 'm5',
        depth: 3,
        credit: 1,
        text: 'note to self',
        fate: { kind: 'waiting' },
      }),
    ],
    turns: [
      turn({ peer: 'hub', depth: 0, startedAt: at(0) }),
      turn({ peer: 'worker', startedAt: at(1) }),
      turn({ peer: 'writer', channel: 'session', depth: 2, startedAt: at(12), endedAt: at(1015), outcome: 'done' }),
      turn({
        peer: 'critic',
        channel: 'room',
        depth: 2,
        startedAt: at(1025),
        endedAt: at(1055),
        outcome: 'refuse',
        reason: 'frozen',
      }),
    ],
    jobs: [
      job({
        origin: 'hub',
        target: 'worker',
        state: 'stopped',
        reason: 'cannot: cycle',
        path: ['hub', 'worker', 'hub'],
        depth: 2,
        turns: 4,
        credit: { granted: 32, left: 20 },
      }),
    ],
    waits: [
      wait({ from: 'hub', to: 'worker', since: at(0) }),
      wait({ from: 'worker', to: 'writer', since: at(10), until: at(1015) }),
      wait({ from: 'worker', to: 'hub', since: at(1020) }),
      wait({ from: 'critic', to: 'writer', since: at(1040), until: at(1100) }),
    ],
    escalations: [escalation({ at: at(1021), peer: 'hub', reason: 'cannot: cycle', path: ['hub', 'worker', 'hub'] })],
    faults: [{ at: at(1019), what: 'the line between worker and writer loses everything' }],
    violations: [
      { rule: 'I6', detail: 'hub and worker wait for each other', jobId: 'job-1', peer: 'hub', at: at(1100) },
      { rule: 'expected', detail: 'the job was to end "done", and is "stopped"' },
    ],
    effort: { steps: 118, states: 2048 },
  });
}

/** What an agent may say to break out of a report. */
export const HOSTILE = [
  '</pre></title></style><script>document.title = "owned"</script>',
  '<img src=x onerror="document.title=\'owned\'">',
  '"><svg onload="document.title=\'owned\'">',
  "' onmouseover='document.title=1",
  ']]> <!-- &amp; {{7*7}} ${7*7}',
  '\u202Egnp.exe\u2066 hidden\u2069',
  '\u001B[2J\u001B]0;title\u0007 nul\u0000 bell',
  'lone \uD800 half',
  `e${'\u0301'.repeat(5000)}`,
  'x'.repeat(2_000_000),
  'line one\nline two\tand a tab',
] as const;

/** The same run with such text wherever text can stand. */
export function hostile(text: string): RunRecord {
  return record({
    id: text,
    source: text,
    says: text,
    peers: [text, 'beta'],
    messages: [
      message({ from: text, messageId: text, jobId: text, text, briefHash: text }),
      message({
        from: text,
        room: text,
        messageId: 'm2',
        jobId: text,
        channel: 'room',
        fate: { kind: 'refused', reason: 'max_hops', brake: text, by: 'receiver' },
      }),
    ],
    turns: [turn({ peer: text, depth: 0, jobId: text })],
    jobs: [job({ jobId: text, origin: text, target: text, path: [text, 'beta'] })],
    waits: [wait({ from: text, to: 'beta', jobId: text })],
    escalations: [escalation({ peer: text, kind: text, path: [text] })],
    faults: [{ at: START, what: text }],
    violations: [{ rule: text, detail: text, jobId: text, peer: text }],
  });
}
