import type { Result } from '../core/errors.js';
import type { Gesture } from '../core/request/approval/gesture.js';

/** Signs with this device's own key (ECDSA P-256 with SHA-256). */
export interface Signer {
  /** Returns the public key (SPKI, base64url), and creates the key if there is none. */
  publicKey(): Promise<Result<string>>;
  /** Signs the UTF-8 bytes of `message`. Needs a person's gesture. */
  sign(message: string, gesture: Gesture): Promise<Result<string>>;
}
