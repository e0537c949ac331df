import { verifies } from '@hoplite/test/requirements';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callTool, tools, type JsonValue } from '../src/index.ts';
import { FakeContext } from './fake-context.ts';

const detailOf = async (name: string, input: JsonValue): Promise<string> => {
  const result = await callTool(name, input, new FakeContext());
  if (result.ok) throw new Error('was accepted');
  expect(result.refusal).toMatchObject({ reason: 'malformed', path: [] });
  return result.refusal.detail;
};

describe('callTool', () => {
  test('refuses a name that is no tool’s and lists the tools', async () => {
    verifies('tools.typed-results');
    const detail = await detailOf('delegate', {});
    expect(detail).toContain('"delegate"');
    for (const tool of tools) expect(detail).toContain(tool.name);
  });

  test('names the field that does not fit', async () => {
    expect(await detailOf('delegate_task', { peer: 'beta', brief: 7 })).toMatch(/JSON object, or text[^]*at brief/);
    expect(await detailOf('delegate_task', { brief: 'x' })).toContain('at peer');
    expect(await detailOf('send_message', { peer: 'beta', text: '' })).toContain('at text');
    expect(await detailOf('wait_for_message', { message_id: 'm', timeout_seconds: 1e9 })).toContain(
      'at timeout_seconds',
    );
    expect(await detailOf('join_room', { room: 'No Room' })).toMatch(/not a room name[^]*at room/);
    expect(await detailOf('post_to_room', { room: 'lobby', text: 'x', wake: 'all' })).toMatch(/"everyone"[^]*at wake/);
    expect(await detailOf('report_progress', { note: 'x', fraction: 1.5 })).toContain('at fraction');
  });

  test.each([[null], [3], ['text'], [true], [[]], [['peer']]])('refuses %j, which is no object', async (input) => {
    expect(await detailOf('list_peers', input)).toContain('expected object');
  });

  test('keeps the complaint short, however much is wrong', async () => {
    const wrong = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key${index}`, index]));
    expect((await detailOf('list_peers', wrong)).length).toBeLessThan(1100);
    expect((await detailOf('x'.repeat(100_000), {})).length).toBeLessThan(500);
  });

  test('refuses a brief nested so deep that it would exhaust the stack', async () => {
    const text = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`;
    const brief = JSON.parse(text) as JsonValue;
    expect(await detailOf('delegate_task', { peer: 'beta', brief })).toContain('nested deeper than 64');
  });

  test('refuses a brief that no message can carry', async () => {
    expect(await detailOf('delegate_task', { peer: 'beta', brief: { a: 'x'.repeat(2 ** 20) } })).toContain(
      'bytes as JSON',
    );
    expect(await detailOf('delegate_task', { peer: 'beta', brief: 'x'.repeat(2 ** 20) })).toContain('at brief');
  });

  test('refuses text that is not well-formed Unicode', async () => {
    expect(await detailOf('send_message', { peer: 'beta', text: 'half \ud800' })).toContain('well-formed');
    expect(await detailOf('delegate_task', { peer: 'beta', brief: { a: '\udc00' } })).toContain('well-formed');
  });

  test('does nothing in a turn that has ended', async () => {
    const context = new FakeContext();
    context.abort.abort(new Error('halted'));
    const result = await callTool('send_message', { peer: 'beta', text: 'x' }, context);
    expect(result).toMatchObject({ ok: false, refusal: { reason: 'cancelled' } });
    expect(context.calls).toEqual([]);
  });

  test('answers any JSON given to any tool with a value or a typed refusal, and never throws', async () => {
    verifies('tools.typed-results');
    const inputs = fc.oneof(
      fc.jsonValue(),
      fc.record({ peer: fc.jsonValue(), brief: fc.jsonValue(), room: fc.string() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...tools), inputs, async (tool, input) => {
        const result = await callTool(tool.name, input as JsonValue, new FakeContext());
        expect(result.ok || result.refusal.detail !== '').toBe(true);
      }),
    );
  });
});
