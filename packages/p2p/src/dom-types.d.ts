// The five names of browsers' type library that libp2p's declarations use. Naming them here keeps the rest of that
// library (and its globals, such as `name` and `close`) out of a program that runs on Node.js alone.
import type { webcrypto } from 'node:crypto';

declare global {
  interface EventInit {
    bubbles?: boolean;
    cancelable?: boolean;
    composed?: boolean;
  }
  interface CustomEventInit<T = unknown> extends EventInit {
    detail?: T;
  }
  interface AddEventListenerOptions extends EventListenerOptions {
    once?: boolean;
    passive?: boolean;
    signal?: AbortSignal;
  }
  type CryptoKeyPair = webcrypto.CryptoKeyPair;
  type JsonWebKey = webcrypto.JsonWebKey;
}
