import { randomBytes } from 'node:crypto';
import type { Stream } from '@libp2p/interface';
import type { AgentCard } from '../mesh.ts';
import { readCard } from './card.ts';
import { HelloError } from './hello-error.ts';
import { asHelloError, helloStream, type HelloStream } from './hello-stream.ts';
import { readAddresses, readIntroductions, wireIntroductions, type Introduction } from './introduction.ts';
import { NONCE_BYTES, proofOf, sameProof, type Transcript } from './proof.ts';

/** Versions of the protocol that this build speaks. */
const VERSIONS: readonly number[] = [1];

/** What this side brings to a hand-shake. */
export interface HelloSelf {
  readonly peerId: string;
  readonly networkKey: Uint8Array;
  readonly card: AgentCard;
  /** Where it listens now. */
  addresses(): readonly string[];
  /** Members it is connected to, but for the one it is talking to. */
  introductions(except: string): readonly Introduction[];
}

/** What the other side turned out to be, once both have proven membership. */
export interface Acquaintance {
  readonly card: AgentCard;
  /** Where it said it listens; empty of a listener, which says so by identify. */
  readonly addresses: readonly string[];
  readonly introductions: readonly Introduction[];
}

/**
 * The dialler's side of the hand-shake: opening → response → confirmation → welcome → ready.
 *
 * @param peer the peer ID that the connection authenticated
 * @throws {HelloError}
 */
export function greet(self: HelloSelf, peer: string, stream: Stream, signal: AbortSignal): Promise<Acquaintance> {
  return shaking(helloStream(stream, signal), async (hello) => {
    const diallerNonce = randomBytes(NONCE_BYTES);
    await hello.send({ opening: { nonce: diallerNonce, versions: [...VERSIONS] } });
    const response = await hello.receive('response');
    const version = response.version ?? 0;
    if (!VERSIONS.includes(version)) {
      throw new HelloError('ERR_MALFORMED_HELLO', `the peer chose version ${version}, which was not offered`);
    }
    const listenerNonce = nonceOf(response.nonce);
    const transcript: Transcript = { version, dialler: self.peerId, listener: peer, diallerNonce, listenerNonce };
    checkProof(response.proof, proofOf(self.networkKey, 'listener', transcript));
    const proof = proofOf(self.networkKey, 'dialler', transcript);
    await hello.send({ confirmation: { proof, card: wireCard(self.card), addresses: [...self.addresses()] } });
    const welcome = await hello.receive('welcome');
    const card = readCard(welcome.card);
    await hello.send({ ready: { introductions: wireIntroductions(self.introductions(peer)) } });
    return { card, addresses: [], introductions: readIntroductions(welcome.introductions) };
  });
}

/**
 * The listener's side.
 *
 * @throws {HelloError}
 */
export function answerGreeting(
  self: HelloSelf,
  peer: string,
  stream: Stream,
  signal: AbortSignal,
): Promise<Acquaintance> {
  return shaking(helloStream(stream, signal), async (hello) => {
    const opening = await hello.receive('opening');
    const diallerNonce = nonceOf(opening.nonce);
    const version = Math.max(0, ...VERSIONS.filter((known) => (opening.versions ?? []).includes(known)));
    if (version === 0) {
      throw new HelloError('ERR_NOT_HOPLITE', 'no common version');
    }
    const listenerNonce = randomBytes(NONCE_BYTES);
    const transcript: Transcript = { version, dialler: peer, listener: self.peerId, diallerNonce, listenerNonce };
    const proof = proofOf(self.networkKey, 'listener', transcript);
    await hello.send({ response: { nonce: listenerNonce, version, proof } });
    const confirmation = await hello.receive('confirmation');
    checkProof(confirmation.proof, proofOf(self.networkKey, 'dialler', transcript));
    const card = readCard(confirmation.card);
    const addresses = readAddresses(confirmation.addresses);
    const introductions = wireIntroductions(self.introductions(peer));
    await hello.send({ welcome: { card: wireCard(self.card), introductions } });
    const ready = await hello.receive('ready');
    return { card, addresses, introductions: readIntroductions(ready.introductions) };
  });
}

/** Runs a hand-shake and tells the other side when it fails for something that it did. */
async function shaking(
  hello: HelloStream,
  steps: (hello: HelloStream) => Promise<Acquaintance>,
): Promise<Acquaintance> {
  try {
    return await steps(hello);
  } catch (cause) {
    const error = asHelloError(cause);
    if (error instanceof HelloError && error.code !== 'ERR_CONNECTION_LOST' && error.code !== 'ERR_SENT_AWAY') {
      await hello.farewell(error.code === 'ERR_OTHER_NETWORK' ? 'other network' : error.message);
    }
    throw error;
  }
}

function nonceOf(nonce: Uint8Array | null | undefined): Uint8Array {
  if (nonce?.byteLength !== NONCE_BYTES) {
    throw new HelloError('ERR_MALFORMED_HELLO', `a nonce has ${NONCE_BYTES} bytes`);
  }
  return nonce;
}

function checkProof(given: Uint8Array | null | undefined, expected: Uint8Array): void {
  if (given == null || !sameProof(given, expected)) {
    throw new HelloError('ERR_OTHER_NETWORK', 'the peer does not hold the key of this network');
  }
}

function wireCard(card: AgentCard): { name: string; description: string; version: string; skills: WireSkill[] } {
  return { ...card, skills: card.skills.map(({ name, description }) => ({ name, description })) };
}

interface WireSkill {
  name: string;
  description: string;
}
