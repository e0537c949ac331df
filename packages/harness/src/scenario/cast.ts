import { defaultConfig, type Config } from '@hoplite/node';
import type { AgentFile } from './schema/agent.ts';
import type { ScenarioFile } from './schema/scenario.ts';

/** Who plays in a scenario. */
export function peersOf({ peers }: ScenarioFile): {
  readonly all: readonly string[];
  /** Those that are there at the start. */
  readonly present: readonly string[];
} {
  if (Array.isArray(peers)) return { all: peers, present: peers };
  const entries = Object.entries(peers);
  return {
    all: entries.map(([name]) => name),
    present: entries.filter(([, peer]) => peer.absent !== true).map(([name]) => name),
  };
}

/** The config of a peer of a scenario, over the defaults. */
export function configOf(scenario: ScenarioFile, name: string): Partial<Config> {
  const { config, peers, rooms } = scenario;
  const own = Array.isArray(peers) ? undefined : peers[name]?.config;
  const given = { ...(rooms === undefined ? {} : { rooms: roomsOf(rooms, name) }), ...config, ...own };
  const agent = agentOf(scenario, name);
  if (typeof agent !== 'object' || !('serial' in agent)) return given;
  return { ...given, turns: { ...(given.turns ?? defaultConfig(name).turns), serial: agent.serial } };
}

/** What answers at a peer at the start; undefined: an echo. */
export function agentOf({ agents, peers }: ScenarioFile, name: string): AgentFile | undefined {
  return (Array.isArray(peers) ? undefined : peers[name]?.agent) ?? agents?.[name];
}

function roomsOf(rooms: NonNullable<ScenarioFile['rooms']>, name: string): string[] {
  if (Array.isArray(rooms)) return rooms;
  return Object.keys(rooms).filter((room) => rooms[room]?.includes(name) === true);
}
