import { createHash } from 'node:crypto';
import { signedBytes, verifyEd25519, type Lineage } from '@hoplite/p2p';

/** Checks the signatures of chains; a link that many messages share is checked once. */
export class Signatures {
  readonly #good = new Set<string>();

  /** @returns the peer whose link does not bear its signature, if there is one */
  forgedIn({ jobBytes, links }: Lineage): string | undefined {
    for (const [index, link] of links.entries()) {
      const signed = signedBytes(jobBytes, links[index - 1]?.signature, link.bytes);
      const key = createHash('sha256').update(signed).update(link.signature).digest('base64');
      if (!this.#good.has(key) && !verifyEd25519(link.from, signed, link.signature)) return link.from;
      this.#good.add(key);
    }
    return undefined;
  }
}
