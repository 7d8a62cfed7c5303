import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import canonicalize from 'canonicalize';
import type { Json } from './json.js';

/** SHA-256 of a text's UTF-8 bytes, as 64 lower-case hex digits. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The SHA-256 of bytes that come in parts; `hex` may be asked for in between. */
export class RunningDigest {
  private readonly hash = sha256.create();

  update(bytes: Uint8Array): void {
    this.hash.update(bytes);
  }

  /** Of all bytes so far, as 64 lower-case hex digits. */
  hex(): string {
    return bytesToHex(this.hash.clone().digest());
  }
}

/** RFC 8785 (JCS): one spelling for each JSON value, so that equal values have equal digests. */
export function canonicalJson(value: Json): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('Only JSON values have a canonical form');
  return text;
}

/** SHA-256 (hex) over the canonical JSON of a value. */
export function digestJson(value: Json): string {
  return sha256Hex(canonicalJson(value));
}
