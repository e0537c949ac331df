import { isJsonObject, jsonProblem, type JsonValue } from '@hoplite/tools';
import type { FastifyInstance } from 'fastify';
import { breakerSettingsSchema, type BreakerSettings } from '../../config/breaker-schema.ts';
import { mergePatch } from '../../config/merge-patch.ts';
import { problemsOf } from '../../config/problems.ts';
import { Problem } from '../problem.ts';
import type { RouteContext } from './context.ts';

/** The circuit breaker of the node: how it stands, what it is told, and the reset that only a person gives. */
export function breakerRoutes(app: FastifyInstance, { node }: RouteContext): void {
  app.get('/breaker', () => node.breaker());

  // Holds until the node stops: hoplite.json is its owner's, and is written by whoever changes it.
  app.patch('/breaker', (request) => node.setBreaker(changed(node.breaker().settings, request.body)));

  app.post('/breaker/reset', () => node.resetBreaker());
}

/**
 * All settings, changed by a JSON merge patch (RFC 7396): `null` takes a cap, a price or a setting of one's own away.
 *
 * @throws {Problem} 400, naming the key
 */
function changed({ ...settings }: BreakerSettings, patch: unknown = {}): BreakerSettings {
  if (!isJsonObject(patch)) throw new Problem(400, 'bad_request', 'the body: expected an object of settings', '');
  const flaw = jsonProblem(patch);
  if (flaw !== undefined) throw new Problem(400, 'bad_request', `the body: ${flaw}`, '');
  const parsed = breakerSettingsSchema.safeParse(mergePatch(settings as Record<string, JsonValue>, patch));
  if (parsed.success) {
    const { circuitBreaker, costCapUsd, costCapTokens, agentTokenCaps, prices } = parsed.data;
    // Each by name: a cap that is gone must not be taken for one that was not mentioned.
    return { circuitBreaker, costCapUsd, costCapTokens, agentTokenCaps, prices };
  }
  const [problem] = problemsOf(breakerSettingsSchema, parsed.error.issues);
  const { path, message } = problem ?? { path: '', message: 'is not as expected' };
  throw new Problem(400, 'bad_request', `${path || 'the body'}: ${message}`, path);
}
