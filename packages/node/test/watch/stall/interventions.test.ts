import { expect, test } from 'vitest';
import { diagnoseStall } from '../../../src/watch/stall/classify.ts';
import { StallClassificationError } from '../../../src/watch/stall/errors.ts';
import { chooseIntervention } from '../../../src/watch/stall/interventions.ts';
import { StallKind } from '../../../src/watch/stall/stall-kind.ts';
import { orbiting } from './windows.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('watch.classify', 'watch.interventions');

test('a livelock is perturbed, and a deadlock broken', () => {
  expect(chooseIntervention(StallKind.LIVELOCK)).toBe('perturb');
  expect(chooseIntervention(StallKind.DEADLOCK)).toBe('break_cycle');
});

test('nobody acts on what is not known', () => {
  const act = (): unknown => chooseIntervention(StallKind.INDETERMINATE);
  expect(act).toThrow(StallClassificationError);
  expect(act).toThrow('cannot act on an indeterminate classification');
});

test('an abstention is an error with a name, a code, its reason and the raw window', () => {
  const window = orbiting(['a'], 12);
  expect(() => diagnoseStall(window)).toThrow(
    expect.objectContaining({
      name: 'StallClassificationError',
      code: 'ERR_STALL_CLASSIFICATION',
      why: 'no_invariant',
      window,
      message:
        'stall did not satisfy any classification invariant; abstain and surface raw window rather than firing an intervention',
    }),
  );
});
