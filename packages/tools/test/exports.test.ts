import { verifies } from '@hoplite/test/requirements';
import { expect, test } from 'vitest';
import * as exported from '../src/index.ts';

test('the package exports exactly this', () => {
  verifies('workspace.exports-pinned');
  expect(Object.keys(exported).sort()).toEqual([
    'MAX_JSON_DEPTH',
    'MAX_WAIT_SECONDS',
    'callTool',
    'describeTool',
    'isJsonObject',
    'jsonProblem',
    'resolvePeer',
    'toolNamed',
    'tools',
  ]);
});
