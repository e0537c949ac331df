import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { callTool, describeTool, toolNamed, tools, type JsonValue } from '../src/index.ts';
import { FakeContext } from './fake-context.ts';

const ELEVEN = [
  'delegate_task',
  'join_room',
  'leave_room',
  'list_peers',
  'list_rooms',
  'post_to_room',
  'read_room',
  'report_progress',
  'search_history',
  'send_message',
  'wait_for_message',
];

/** Every name of a property anywhere in a JSON Schema. */
function propertyNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own =
    'properties' in schema && typeof schema.properties === 'object' ? Object.keys(schema.properties ?? {}) : [];
  return [...own, ...Object.values(schema).flatMap(propertyNames)];
}

describe('the tools', () => {
  test('are the eleven of the design, one file each', () => {
    verifies('tools.one-file-each');
    const files = readdirSync(join(import.meta.dirname, '../src/tools')).map((file) =>
      file.replace('.ts', '').replaceAll('-', '_'),
    );
    expect(tools.map((tool) => tool.name).sort()).toEqual(ELEVEN);
    expect(files.sort()).toEqual(ELEVEN);
  });

  test.each(tools)('$name has a description that a model can follow and JSON Schemas of objects', (tool) => {
    verifies('tools.one-file-each');
    const described = describeTool(tool);
    expect(described.description.length).toBeGreaterThan(60);
    expect(described.description.length).toBeLessThan(1000);
    expect(described.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(JSON.parse(JSON.stringify(described))).toEqual(described);
  });

  test.each(tools)('$name has no argument for what the host stamps', (tool) => {
    verifies('tools.no-causal-arguments');
    for (const name of propertyNames(describeTool(tool).inputSchema)) {
      expect(name).not.toMatch(/depth|chain|credit|role|job|lineage|hop|origin|act$/i);
    }
  });

  test.each(tools)('$name refuses an unknown key and says which', async (tool) => {
    verifies('tools.no-causal-arguments');
    for (const key of ['depth', 'chain', 'credit', 'role', 'job', 'jobId']) {
      const context = new FakeContext();
      const result = await callTool(tool.name, { ...minimal[tool.name], [key]: 0 }, context);
      expect(result).toMatchObject({ ok: false, refusal: { reason: 'malformed' } });
      expect(result.ok || result.refusal.detail).toContain(`"${key}"`);
      expect(context.calls).toEqual([]);
    }
  });

  test.each(tools)('$name accepts its smallest input and answers as its output schema says', async (tool) => {
    verifies('tools.typed-results');
    const result = await callTool(tool.name, minimal[tool.name] ?? {}, new FakeContext());
    expect(result.ok).toBe(true);
    expect(tool.output.safeParse(result.ok && result.value)).toMatchObject({ success: true });
  });

  test.each(tools)('$name bounds every string and number of its input', (tool) => {
    for (const unbounded of unboundedParts(describeTool(tool).inputSchema)) {
      expect(unbounded).toBe('nothing');
    }
  });
});

test('a tool is found by its name and by nothing else', () => {
  expect(toolNamed('list_peers')?.name).toBe('list_peers');
  expect(toolNamed('constructor')).toBeUndefined();
  expect(toolNamed('LIST_PEERS')).toBeUndefined();
});

const minimal: Readonly<Record<string, Readonly<Record<string, JsonValue>>>> = {
  delegate_task: { peer: 'beta', brief: 'x' },
  send_message: { peer: 'beta', text: 'x' },
  wait_for_message: { message_id: 'm1', timeout_seconds: 1 },
  post_to_room: { room: 'lobby', text: 'x' },
  read_room: { room: 'lobby' },
  join_room: { room: 'lobby' },
  leave_room: { room: 'lobby' },
  search_history: { query: 'x' },
  report_progress: { note: 'x' },
};

/** Strings without a longest length and numbers without a range, as the pieces of schema that lack it. */
function unboundedParts(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type } = schema as { type?: string };
  const bounded =
    'const' in schema || 'enum' in schema || (type === 'string' ? 'maxLength' in schema : 'maximum' in schema);
  const own =
    (type === 'string' || type === 'number' || type === 'integer') && !bounded ? [JSON.stringify(schema)] : [];
  const inner = Object.entries(schema).filter(([key]) => key !== 'propertyNames');
  return [...own, ...inner.flatMap(([, value]) => unboundedParts(value))];
}
