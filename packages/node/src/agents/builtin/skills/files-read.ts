import type { JsonValue } from '@hoplite/tools';
import { z } from 'zod';
import { done, quoted, refuse } from '../answers.ts';
import { openInside } from '../files/confined.ts';
import { decodeText } from '../files/decode.ts';
import { noRoot } from '../files/no-root.ts';
import { readAt } from '../files/read-at.ts';
import { defineSkill } from '../skill.ts';
import { unquoted } from '../inputs.ts';

/** Most bytes of one answer. As base64, or as text with every character escaped, they still fit into a message. */
const MAX_LENGTH = 256 * 1024;

const DEFAULT_LENGTH = 64 * 1024;

/** Reads a piece of one file inside the configured root. */
export const filesRead = ({ filesRoot }: { readonly filesRoot?: string }) =>
  defineSkill({
    name: 'files.read',
    description:
      'Reads a file inside the folder that is open to peers. Input: {"path": "notes/today.md", "offset": 0, "length": ' +
      `${DEFAULT_LENGTH}, "encoding": "utf-8"}. Answers at most ${MAX_LENGTH} bytes, as text or as base64, and with ` +
      '`next` where to go on.',
    input: z.strictObject({
      path: z.string(),
      offset: z.int().min(0).default(0),
      length: z.int().min(1).max(MAX_LENGTH).default(DEFAULT_LENGTH),
      encoding: z.enum(['utf-8', 'base64']).exactOptional(),
    }),
    fromText: (words) => ({ path: unquoted(words) }),
    phrases: [/^(?:read|show|print|cat)\s+(?:the\s+)?file\s+(.+)$/is],
    async run({ path, offset, length, encoding }, { turn }) {
      if (filesRoot === undefined) return noRoot('files.read');
      const opening = await openInside(filesRoot, path, 'file');
      if (!opening.ok) return refuse('agent_refused', `path ${quoted(path)} ${opening.problem}.`);
      await using file = opening.opened;
      const piece = await readAt(file.handle, offset, length, turn.signal);
      const size = Number(file.stats.size);
      const text =
        encoding === 'base64' ? undefined : decodeText(piece, piece.length < length || offset + length >= size);
      if (text === undefined && encoding === 'utf-8') {
        return refuse('agent_refused', `path ${quoted(path)} is not UTF-8 text there: ask for encoding "base64".`);
      }
      const bytes = text?.bytes ?? piece.length;
      const next = offset + bytes;
      const where: JsonValue = { path: file.path, size, offset, bytes, ...(next < size && bytes > 0 ? { next } : {}) };
      return text === undefined
        ? done({ ...where, encoding: 'base64', content: piece.toString('base64') })
        : done({ ...where, encoding: 'utf-8', content: text.text });
    },
  });
