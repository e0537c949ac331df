import { visible } from './visible.ts';

/** Most characters of any one text in a document; longer ones are cut by who puts them there. */
const MOST = 1000;

/** A piece of HTML, SVG or XML that was made by {@link markup}: what may stand in a document as it is. */
export class Markup {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Part = string | number | Markup | readonly (Markup | undefined)[] | undefined;

/**
 * A template whose values are text, unless they are markup themselves: so no text of an agent can become an element, an
 * attribute or a script. Attributes must stand in double quotes.
 */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(
    strings.map((string, index) => string + (index < parts.length ? source(parts[index]) : '')).join(''),
  );
}

/** Text of several lines that were made harmless before, for a `<pre>`. */
export function preformatted(text: string): Markup {
  return new Markup(escaped(text));
}

function source(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'number') return String(part);
  if (typeof part === 'string') return escaped(visible(part, MOST));
  return part instanceof Markup ? part.source : part.map(source).join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What XML 1.0 cannot hold, not even as a reference (https://www.w3.org/TR/xml/#charsets). */
// eslint-disable-next-line no-control-regex -- it is what is looked for
const ILLEGAL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(ILLEGAL, '')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
