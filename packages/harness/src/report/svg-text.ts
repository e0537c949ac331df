import { markup, type Markup } from './markup.ts';
import { visible } from './visible.ts';

/** About how wide a text is, in pixels at 11 px: there is no font to measure with. Rather too wide than too narrow: as of a wide font, in bold. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    width += code >= 0x1100 || /[MW@%mw—→]/.test(character) ? 12 : /[A-Z#✕]/.test(character) ? 9 : 7.2;
  }
  return width;
}

/** A text that is harmless, and cut so that it is not wider than so many pixels. */
export function fitted(text: string, width: number): string {
  const whole = visible(text, Math.max(1, Math.floor(width / 7)));
  if (widthOf(whole) <= width) return whole;
  let characters = Math.max(1, Math.floor(width / 12));
  let best = visible(whole, characters);
  for (;;) {
    const longer = visible(whole, characters + 1);
    if (longer === whole || widthOf(longer) > width) return best;
    characters += 1;
    best = longer;
  }
}

/** A line of text around `x` that stays between 0 and `width`. */
export function label(
  text: string,
  at: { readonly x: number; readonly y: number },
  width: number,
  kind: string,
): Markup {
  const shown = fitted(text, width - 8);
  const half = widthOf(shown) / 2 + 4;
  const x = Math.max(half, Math.min(width - half, at.x));
  return markup`<text class="${kind}" x="${round(x)}" y="${at.y}" text-anchor="middle">${shown}</text>`;
}

export function round(number: number): number {
  return Math.round(number * 10) / 10;
}
