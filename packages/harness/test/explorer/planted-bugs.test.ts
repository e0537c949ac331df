import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { explore, type Decisions, type ExploreOptions } from '../../src/explorer/index.ts';
import {
  chainDroppedAtSwitch,
  depthRestartedInRooms,
  guardAfterAgent,
  offByOne,
  roleNotChecked,
  waiterMatchedByPeerOnly,
} from './planted-bugs.ts';

/** What is found with a bug, in a world in which nothing is found without it. */
async function found(decisions: Decisions, bounds: ExploreOptions) {
  const clean = await explore(bounds);
  expect(clean.verdict).toBe('proved');
  const { counterexample, steps, verdict, violation } = await explore({ ...bounds, decisions });
  expect(verdict).toBe('violated');
  expect(counterexample?.kind).toBe('counterexample');
  expect(counterexample?.violations).toEqual([expect.objectContaining({ rule: violation?.rule })]);
  // As short as without any reduction.
  const whole = await explore({ ...bounds, decisions, isReduced: false });
  expect(whole.steps).toHaveLength(steps?.length ?? -1);
  return { rule: violation?.rule, steps };
}

describe('a planted bug is found on a shortest way', () => {
  test('a depth check that is off by one', async () => {
    verifies('harness.explorer.planted-off-by-one', 'harness.explorer.counterexample');
    const { rule, steps } = await found(offByOne, { peers: 2, credit: 3, depth: 3 });
    expect(rule).toBe('I2');
    expect(steps).toEqual([
      'alpha begins the job: its own agent runs',
      'alpha sends a session message to beta: hop 1, credit 1',
      'the session message of alpha arrives at beta and wakes its agent, at hop 1',
      'beta answers alpha',
      'the answer of beta reaches alpha',
      expect.stringMatching(/^alpha sends a \w+ message to beta: hop 3, credit 1/),
      expect.stringMatching(/^the \w+ message of alpha arrives at beta and wakes its agent, at hop 3$/),
    ]);
  });

  test('a chain that is dropped at a switch of channels', async () => {
    verifies('harness.explorer.planted-chain-dropped');
    const { rule, steps } = await found(chainDroppedAtSwitch, { peers: 2, credit: 4, roots: ['task'] });
    expect(rule).toBe('I9');
    expect(steps).toEqual([
      'alpha begins the job, and sends a task message to beta: hop 1, credit 2',
      'the task message of alpha arrives at beta and wakes its agent, at hop 1',
      'beta sends a session message to alpha: hop 1, credit 1',
    ]);
  });

  test('a guard that comes after the agent', async () => {
    verifies('harness.explorer.planted-late-guard');
    const { rule, steps } = await found(guardAfterAgent, { peers: 2, credit: 2 });
    expect(rule).toBe('I7');
    expect(steps?.at(-1)).toBe('the task message of alpha arrives at beta and wakes its agent, at hop 1');
    expect(steps).toContain('beta hears that the job is frozen');
  });

  test('a role that is not checked', async () => {
    verifies('harness.explorer.planted-role');
    const { rule, steps } = await found(roleNotChecked, { peers: 2, credit: 2, roots: ['task'], lies: ['terminal'] });
    expect(rule).toBe('I5');
    expect(steps?.slice(-2)).toEqual([
      'beta sends alpha an act that ends, where acts that oblige arrive',
      'the session message of beta arrives at alpha and wakes its agent, at hop 1',
    ]);
  });

  test('a depth that begins anew in rooms', async () => {
    verifies('harness.explorer.planted-room-depth');
    const { rule, steps } = await found(depthRestartedInRooms, {
      peers: 3,
      credit: 4,
      roots: ['task'],
      repeats: false,
    });
    expect(rule).toBe('I9');
    expect(steps).toHaveLength(3);
    expect(steps?.at(-1)).toMatch(/^beta sends a room message to the room, for gamma: hop 1/);
  });

  test('a waiter that matches replies by peer only', async () => {
    verifies('harness.explorer.planted-waiter');
    const { rule, steps } = await found(waiterMatchedByPeerOnly, { peers: 2, credit: 3, repeats: false });
    expect(rule).toBe('I4');
    expect(steps).toHaveLength(6);
    expect(steps?.at(-1)).toBe('the answer of beta reaches alpha');
  });
});
