import type { Result } from '../core/errors.js';
import type { Gesture } from '../core/request/approval/gesture.js';

/**
 * This device's own key (ECDSA P-256 with SHA-256), whose private half cannot be exported. Texts are
 * base64url.
 */
export interface Signer {
  /** Returns the public key (SPKI). Creates the key if there is none yet. */
  publicKey(): Promise<Result<string>>;
  /** Returns the raw 64-byte signature over the UTF-8 bytes of `message`. Needs a person's gesture. */
  sign(message: string, gesture: Gesture): Promise<Result<string>>;
}
