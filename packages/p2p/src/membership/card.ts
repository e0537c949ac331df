import { MalformedMessageError } from '../errors.ts';
import type { AgentCard, AgentSkill } from '../mesh.ts';
import { boundedText } from '../wire/protobuf.ts';

const MAX_NAME = 64;
const MAX_DESCRIPTION = 500;
const MAX_SKILLS = 64;
const MAX_VERSION = 32;

interface RawCard {
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly skills?: readonly RawSkill[] | null | undefined;
  readonly version?: string | null | undefined;
}

interface RawSkill {
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/**
 * A card within its bounds. Names with control characters are refused, because they are printed on terminals and shown
 * to models; in longer texts these characters become spaces.
 *
 * @throws {MalformedMessageError}
 */
export function readCard(raw: RawCard | null | undefined): AgentCard {
  if (raw == null) {
    throw new MalformedMessageError('card', 'is missing');
  }
  const skills = raw.skills ?? [];
  if (skills.length > MAX_SKILLS) {
    throw new MalformedMessageError('card.skills', `are more than ${MAX_SKILLS}`);
  }
  return {
    name: label('card.name', raw.name),
    description: prose('card.description', raw.description),
    skills: skills.map(readSkill),
    version: raw.version == null || raw.version === '' ? '0' : label('card.version', raw.version, MAX_VERSION),
  };
}

function readSkill(raw: RawSkill): AgentSkill {
  return { name: label('card.skills.name', raw.name), description: prose('card.skills.description', raw.description) };
}

function label(field: string, text: string | null | undefined, limit = MAX_NAME): string {
  const bounded = boundedText(field, text ?? '', limit);
  if (/\p{C}/u.test(bounded)) {
    throw new MalformedMessageError(field, 'has control characters');
  }
  return bounded;
}

function prose(field: string, text: string | null | undefined): string {
  if ((text ?? '').length > MAX_DESCRIPTION) {
    throw new MalformedMessageError(field, `has more than ${MAX_DESCRIPTION} characters`);
  }
  return (text ?? '').replaceAll(/\p{Cc}+/gu, ' ');
}
