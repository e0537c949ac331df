import { z } from 'zod';
import type { Clock } from '../../../ports/clock.ts';
import { done, quoted, refuse } from '../answers.ts';
import { openInside } from '../files/confined.ts';
import { noRoot } from '../files/no-root.ts';
import { SearchBudget, type SearchLimits } from '../files/search-budget.ts';
import { searchFiles } from '../files/search.ts';
import { unquoted } from '../inputs.ts';
import { defineSkill } from '../skill.ts';

const MAX_RESULTS = 200;
const DEFAULT_RESULTS = 50;

const LIMITS: Omit<SearchLimits, 'results'> = {
  depth: 32,
  entries: 100_000,
  fileBytes: 1024 * 1024,
  totalBytes: 64 * 1024 * 1024,
  milliseconds: 10_000,
};

const pattern = z.string().min(1).max(200);

/** Finds files inside the configured root by name and content. */
export const filesSearch = ({ filesRoot, clock }: { readonly filesRoot?: string; readonly clock: Clock }) =>
  defineSkill({
    name: 'files.search',
    description:
      'Finds files inside the folder that is open to peers, by name and by content. Input: {"name": "*.md", "content": ' +
      '"budget", "under": "notes", "limit": 50}, with `name` or `content` or both. `name` is part of a name, or a ' +
      'pattern with * and ?. `limits` in the answer says what kept it from seeing everything.',
    input: z
      .strictObject({
        name: pattern
          .regex(/^[^/\\]*$/, 'is matched with names, not paths: use `under` for the folder')
          .exactOptional(),
        content: pattern.exactOptional(),
        under: z.string().default('.'),
        limit: z.int().min(1).max(MAX_RESULTS).default(DEFAULT_RESULTS),
      })
      .refine(({ name, content }) => name !== undefined || content !== undefined, {
        path: ['name'],
        error: 'or `content` is needed',
      }),
    fromText: (words) => ({ name: unquoted(words) }),
    phrases: [/^(?:find|search(?: for)?|look for)\s+(?:the\s+)?files?\s+(?:(?:named|called|matching|like)\s+)?(.+)$/is],
    async run({ limit, ...query }, { turn }) {
      if (filesRoot === undefined) return noRoot('files.search');
      const start = await openInside(filesRoot, query.under, 'directory');
      if (!start.ok) return refuse('agent_refused', `under ${quoted(query.under)} ${start.problem}.`);
      await using folder = start.opened;
      const budget = new SearchBudget({ ...LIMITS, results: limit }, clock);
      const matches = await searchFiles(filesRoot, { ...query, under: folder.path }, budget, turn.signal);
      return done({ matches: matches.map((match) => ({ ...match })), limits: budget.reached });
    },
  });
