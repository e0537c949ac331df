/** Pieces of skill inputs. */
import { MAX_ID_LENGTH } from '@hoplite/p2p';
import { isJsonObject, type JsonObject } from '@hoplite/tools';
import { z } from 'zod';

/** A peer's name, ID or the beginning of its ID; whoever hands something to it finds out which. */
export const peer = z.string().min(1).max(MAX_ID_LENGTH);

/** A brief that is carried along. Its depth and size were checked with the brief around it. */
export const brief = z.custom<string | JsonObject>(
  (value) => (typeof value === 'string' && value !== '') || isJsonObject(value),
  'must be a brief: a JSON object such as {"skill": "echo", "input": "hello"}, or words',
);

/** Words without the quotation marks around them: `read file "a b.txt"`. */
export function unquoted(words: string): string {
  return words.trim().replace(/^(["'`])(.*)\1$/s, '$2');
}
