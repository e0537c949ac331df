import { MalformedMessageError } from '../errors.ts';
import { decodeJobHeader, decodeLink } from '../lineage/codec.ts';
import { Lineage } from '../lineage/lineage.ts';

/** Links that are read before the hop budget is checked: enough for a later version's, too few to cost anything. */
export const MAX_LINKS = 16;
const NONE = new Uint8Array(0);

interface RawLineage {
  job?: Uint8Array | null | undefined;
  links?: { link?: Uint8Array | null | undefined; signature?: Uint8Array | null | undefined }[] | null | undefined;
}

/** A lineage as it stands in a message. Job header and links are written as they were received. */
export function encodeLineage({ jobBytes, links }: Lineage): RawLineage {
  return { job: jobBytes, links: links.map((link) => ({ link: link.bytes, signature: link.signature })) };
}

/** @throws {MalformedMessageError} */
export function decodeLineage(raw: RawLineage): Lineage {
  const rawLinks = raw.links ?? [];
  if (rawLinks.length > MAX_LINKS) {
    throw new MalformedMessageError('lineage.links', `are more than ${MAX_LINKS}`);
  }
  const links = rawLinks.map((signed, index) => decodeLink(signed.link ?? NONE, signed.signature ?? NONE, index));
  const jobBytes = raw.job ?? NONE;
  return new Lineage(decodeJobHeader(jobBytes), jobBytes, links);
}
