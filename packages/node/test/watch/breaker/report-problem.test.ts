import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { reportProblem } from '../../../src/watch/breaker/report-problem.ts';

verifies('breaker.usage');

const usage = (changes: object) => ({ kind: 'usage', inputTokens: 10, outputTokens: 1, ...changes });

describe('what an agent may report', () => {
  test.each([
    [usage({})],
    [usage({ inputTokens: 0, outputTokens: 0 })],
    [usage({ cachedTokens: 10, model: 'm', costUsd: 0.5 })],
    [{ kind: 'tool', name: 'grep', input: {}, result: null }],
    [{ kind: 'tool', name: 'grep', input: {}, result: '', isError: true }],
    [{ kind: 'error', detail: '' }],
    [{ kind: 'artefact', hash: 'abc' }],
  ])('%j', (report) => {
    expect(reportProblem(report)).toBeUndefined();
  });
});

describe('what it may not, and is told why', () => {
  test.each([
    [undefined, 'no object'],
    [null, 'no object'],
    ['usage', 'no object'],
    [{}, 'kind'],
    [{ kind: 'thought' }, 'kind'],
    [usage({ inputTokens: undefined }), 'inputTokens'],
    [usage({ inputTokens: '10' }), 'inputTokens'],
    [usage({ inputTokens: -1 }), 'inputTokens'],
    [usage({ inputTokens: 1.5 }), 'inputTokens'],
    [usage({ outputTokens: Number.NaN }), 'outputTokens'],
    [usage({ outputTokens: Infinity }), 'outputTokens'],
    [usage({ outputTokens: 1e15 }), 'outputTokens'],
    [usage({ cachedTokens: 11 }), 'cachedTokens'],
    [usage({ costUsd: -0.01 }), 'costUsd'],
    [usage({ costUsd: Number.NaN }), 'costUsd'],
    [usage({ model: '' }), 'model'],
    [usage({ model: 'm'.repeat(257) }), 'model'],
    [{ kind: 'tool', name: '', input: {}, result: {} }, 'name'],
    [{ kind: 'tool', name: 't', input: undefined, result: {} }, 'input'],
    [{ kind: 'tool', name: 't', input: {}, result: 10n }, 'result'],
    [{ kind: 'tool', name: 't', input: {}, result: {}, isError: 'yes' }, 'isError'],
    [{ kind: 'error' }, 'detail'],
    [{ kind: 'artefact', hash: '' }, 'hash'],
  ])('%o: %s', (report, problem) => {
    expect(reportProblem(report)).toContain(problem);
  });
});
