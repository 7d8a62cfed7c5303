import type { Result } from '../core/errors.js';
import type { Gesture } from '../core/request/approval/gesture.js';

/** This device's own key: ECDSA P-256 with SHA-256, not extractable. Texts are base64url. */
export interface Signer {
  /** SPKI. Makes the key when there is none yet. */
  publicKey(): Promise<Result<string>>;
  /** The raw 64-byte signature over the UTF-8 bytes of `message`; only a person's gesture makes one. */
  sign(message: string, gesture: Gesture): Promise<Result<string>>;
}
