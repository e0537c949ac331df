import { isJsonObject, jsonProblem, type JsonObject, type JsonValue } from '@hoplite/tools';
import { z } from 'zod';
import { quoted } from './answers.ts';
import type { Skill } from './skill.ts';

/** The skill that a brief asks for and its input, not yet checked; or why there is none, as a sentence for its author. */
export type ReadBrief =
  | { readonly ok: true; readonly skill: Skill; readonly input: JsonValue }
  | { readonly ok: false; readonly problem: string };

/** Longest text that is searched for a skill's name or a phrase, in characters. A longer one has to begin with the name. */
const MAX_SEARCHED = 500;

const structured = z.strictObject({ skill: z.string().min(1), input: z.custom<JsonValue>().exactOptional() });

/** Reads `{"skill", "input"}`, the same as JSON text, or words. */
export function readBrief(brief: JsonValue, skills: readonly Skill[]): ReadBrief {
  const problem = jsonProblem(brief);
  if (problem !== undefined) return { ok: false, problem: `The brief ${problem}.` };
  if (typeof brief === 'string') return readText(withoutMentions(brief), skills);
  return isJsonObject(brief) ? readStructured(brief, skills) : notABrief(skills);
}

function readStructured(brief: JsonObject, skills: readonly Skill[]): ReadBrief {
  const parsed = structured.safeParse(brief);
  if (!parsed.success) {
    return { ok: false, problem: `A brief is {"skill": …, "input": …}: ${z.prettifyError(parsed.error)}` };
  }
  const skill = skills.find(({ name }) => name === parsed.data.skill);
  if (skill === undefined) {
    return { ok: false, problem: `There is no skill ${quoted(parsed.data.skill)}. ${known(skills)}` };
  }
  const { input } = parsed.data;
  return { ok: true, skill, input: input === undefined ? {} : input };
}

function readText(text: string, skills: readonly Skill[]): ReadBrief {
  const object = objectIn(text);
  if (object !== undefined) {
    const problem = jsonProblem(object);
    return problem === undefined ? readStructured(object, skills) : { ok: false, problem: `The brief ${problem}.` };
  }
  const match = leadingName(text, skills) ?? (text.length > MAX_SEARCHED ? undefined : search(text, skills));
  if (match === undefined) return notABrief(skills);
  const { skill, words } = match;
  return skill.fromText === undefined
    ? { ok: false, problem: `${skill.name} takes no words, only {"skill": "${skill.name}", "input": {…}}.` }
    : { ok: true, skill, input: skill.fromText(words) };
}

interface Match {
  readonly skill: Skill;
  readonly words: string;
}

/** "echo hello", "text.stats: a b c" */
function leadingName(text: string, skills: readonly Skill[]): Match | undefined {
  const end = text.search(/[\s:]/);
  const head = (end < 0 ? text : text.slice(0, end)).toLowerCase();
  const skill = skills.find(({ name }) => name === head);
  return skill && { skill, words: end < 0 ? '' : text.slice(end).replace(/^\s*:?\s*/, '') };
}

/** A skill's name within the text, if it is only one skill's; otherwise the first phrase that fits. */
function search(text: string, skills: readonly Skill[]): Match | undefined {
  const named = skills.flatMap((skill) => {
    const at = text.toLowerCase().search(wordPattern(skill.name));
    return at < 0 ? [] : [{ skill, words: text.slice(at + skill.name.length).replace(/^[\s:,.?!]+/, '') }];
  });
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  for (const skill of skills) {
    for (const phrase of skill.phrases ?? []) {
      const found = phrase.exec(text);
      if (found !== null) return { skill, words: found[1] ?? '' };
    }
  }
  return undefined;
}

/** The name as a word of its own: not within another word, nor within a longer dotted name. */
function wordPattern(name: string): RegExp {
  return new RegExp(`(?<![\\w.-])${name.replaceAll('.', '\\.')}(?![\\w-]|\\.\\w)`);
}

function objectIn(text: string): JsonObject | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined; // Words that begin with a brace.
  }
}

/** "@beta echo hello": in a room one says whom one means. */
function withoutMentions(text: string): string {
  return text.trim().replace(/^(?:@\S+\s+)+/, '');
}

function notABrief(skills: readonly Skill[]): ReadBrief {
  const problem = `The brief asks for no skill. Write {"skill": "echo", "input": "hello"}, or "echo hello". ${known(skills)}`;
  return { ok: false, problem };
}

function known(skills: readonly Skill[]): string {
  return `Known skills: ${skills.map(({ name }) => name).join(', ')}.`;
}
