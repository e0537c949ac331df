import { describe, expect, test } from 'vitest';
import { sequenceOf } from '../../src/report/sequence.ts';
import { edgeWords, waitGraphOf } from '../../src/report/wait-graph.ts';
import { escalation, eventful, message, record, START, turn, wait } from './records.ts';

describe('the sequence of a run', () => {
  test('has what happened in order, faults before what they caused and questions to people after', () => {
    const { rows } = sequenceOf(
      record({
        faults: [{ at: START, what: 'all lines fail' }],
        escalations: [escalation({ at: START })],
        turns: [turn({ peer: 'alpha', depth: 0 })],
      }),
      100,
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['fault', 'turn', 'message', 'escalation', 'message']);
  });

  test('an agent runs from the message that woke it to its answer', () => {
    const { activations, rows } = sequenceOf(record(), 100);
    expect(rows).toHaveLength(2);
    expect(activations).toMatchObject([{ peer: 'beta', from: 0, to: 1 }]);
  });

  test('a turn without an answer runs as long as its time says, or to the end', () => {
    const { activations } = sequenceOf(eventful(), 100);
    expect(activations.map(({ peer, from, to }) => [peer, from, to])).toEqual([
      ['hub', 0, 11],
      ['worker', 1, 11],
      ['writer', 2, 3],
      ['critic', 6, 11],
    ]);
  });

  test('a refused message began no turn', () => {
    const { activations } = sequenceOf(
      record({ messages: [message({ fate: { kind: 'refused', reason: 'max_hops', by: 'receiver' } })] }),
      100,
    );
    // The turn stands in a row of its own, and not at the message's.
    expect(activations).toMatchObject([{ from: 0 }]);
    expect(sequenceOf(record(), 100).rows.some(({ kind }) => kind === 'turn')).toBe(false);
  });

  test('shows peers in the order of the run, and only those that take part', () => {
    expect(sequenceOf(record({ peers: ['zeta', 'beta', 'alpha'] }), 100).lanes).toEqual(['beta', 'alpha']);
    expect(sequenceOf(record({ peers: [] }), 100).lanes).toEqual(['alpha', 'beta']);
  });
});

describe('the wait-for graph of a run', () => {
  test('finds the circle of those that wait still, wherever it hangs', () => {
    const waits = [
      wait({ from: 'a', to: 'b' }),
      wait({ from: 'b', to: 'c' }),
      wait({ from: 'c', to: 'd' }),
      wait({ from: 'd', to: 'b' }),
    ];
    expect(waitGraphOf(record({ waits }), 10).circle).toEqual(['b', 'c', 'd', 'b']);
  });

  test('what is over is no circle', () => {
    const waits = [wait({ from: 'a', to: 'b' }), wait({ from: 'b', to: 'a', until: START + 1 })];
    expect(waitGraphOf(record({ waits }), 10).circle).toBeUndefined();
  });

  test('two ways to one peer are no circle', () => {
    const waits = [
      wait({ from: 'a', to: 'b' }),
      wait({ from: 'a', to: 'c' }),
      wait({ from: 'b', to: 'd' }),
      wait({ from: 'c', to: 'd' }),
    ];
    expect(waitGraphOf(record({ waits }), 10).circle).toBeUndefined();
  });

  test('says of waits which were in a circle that they were refused for it', () => {
    const refused = wait({ until: START + 5, reason: 'deadlock' });
    const [only] = waitGraphOf(record({ waits: [refused] }), 1).edges;
    expect(only && edgeWords(only)).toBe('5 ms, refused deadlock');
    const [twice] = waitGraphOf(record({ waits: [refused, wait({ until: START + 7, reason: 'busy' })] }), 1).edges;
    expect(twice && edgeWords(twice)).toBe('2 times, longest 7 ms, 1 refused deadlock');
  });

  test('counts repeated waits once, with the longest, and leaves out the shortest of too many', () => {
    const waits = [wait({ until: START + 5 }), wait({ until: START + 20 }), wait({ to: 'gamma', until: START + 1 })];
    const graph = waitGraphOf(record({ waits }), 1);
    expect(graph.edges).toMatchObject([{ from: 'alpha', to: 'beta', times: 2, longest: 20, isOpen: false }]);
    expect(graph.omitted).toBe(1);
  });

  test('a very long chain is looked through without recursion', () => {
    const waits = Array.from({ length: 50_000 }, (_, index) => wait({ from: `p${index}`, to: `p${index + 1}` }));
    expect(waitGraphOf(record({ waits }), 5).circle).toBeUndefined();
    waits.push(wait({ from: 'p50000', to: 'p0' }));
    expect(waitGraphOf(record({ waits }), 5).circle).toHaveLength(50_002);
  });
});
