/** Control characters that no text has, except for tabs, line ends and form feeds. JSON would blow each up to six bytes. */
// eslint-disable-next-line no-control-regex
const NOT_TEXT = /[\u0000-\u0008\u000b\u000e-\u001f]/;

/** The text at the beginning of a piece of a file, and how many bytes it is. */
export interface DecodedText {
  readonly text: string;
  /** Less than the piece only when that ends within a character. */
  readonly bytes: number;
}

/**
 * Decodes a piece of a file as UTF-8, or returns undefined if it is not text.
 *
 * @param atEnd whether the file ends with this piece; otherwise it may end within a character, which is left for the next
 */
export function decodeText(piece: Uint8Array, atEnd: boolean): DecodedText | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    const text = decoder.decode(piece, { stream: !atEnd });
    const bytes = Buffer.byteLength(text);
    return NOT_TEXT.test(text) || (bytes === 0 && piece.length > 0) ? undefined : { text, bytes };
  } catch {
    return undefined;
  }
}
