import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { citationsIn, complaints } from './citations.ts';
import { requirements, verifies } from './requirements.ts';

const root = join(import.meta.dirname, '..');
const here = 'test/requirements.test.ts';

function citationsOfTheTree(): ReturnType<typeof citationsIn> {
  const files = globSync('{packages/*/{src,test},test,scripts,examples}/**/*.test.ts', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  });
  // This file's samples are no citations.
  const others = files.filter((file) => file !== here);
  const own = { id: 'workspace.requirements-cited', file: here };
  return [own, ...others.flatMap((file) => citationsIn(readFileSync(join(root, file), 'utf8'), file))];
}

test('every requirement is cited by a test, and every citation names a requirement', () => {
  verifies('workspace.requirements-cited');
  expect(complaints(Object.keys(requirements), citationsOfTheTree())).toEqual([]);
});

describe('citations', () => {
  test('are found one by one, several at once and over several lines', () => {
    const source = `verifies('a.b');\nverifies("c", 'd-e');\n  verifies(\n    'f',\n  );`;
    expect(citationsIn(source, 'x.test.ts').map(({ id }) => id)).toEqual(['a.b', 'c', 'd-e', 'f']);
  });

  test('in comments do not count', () => {
    expect(citationsIn("// verifies('a');\n  // verifies('b');\n/* verifies('c') */\n", 'x.test.ts')).toEqual([]);
  });
});

describe('complaints', () => {
  test('name the promise that nobody proves and the citation of no promise', () => {
    expect(complaints(['kept', 'forgotten'], citationsIn("verifies('kept', 'invented');", 'x.test.ts'))).toEqual([
      'x.test.ts cites invented, which is not in test/requirements.ts',
      'no test cites forgotten',
    ]);
  });

  test('are none when all is proved', () => {
    expect(complaints(['kept'], citationsIn("verifies('kept');", 'x.test.ts'))).toEqual([]);
  });
});

test('an unknown id fails the test that cites it', () => {
  expect(() => {
    verifies('no.such-id' as 'workspace.check');
  }).toThrow('no.such-id');
});
