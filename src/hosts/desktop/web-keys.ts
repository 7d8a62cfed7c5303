import { webcrypto } from 'node:crypto';
import type { Keys } from '../../ports/keys.js';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
const SCHEME = { name: 'ECDSA', hash: 'SHA-256' };
const SIGNATURE_BYTES = 64;

/** Keys on WebCrypto. Whatever is malformed verifies as false. */
export function webKeys(): Keys {
  return {
    async verify(publicKey, message, signature) {
      const spki = decodeBase64Url(publicKey);
      const raw = decodeBase64Url(signature);
      if (spki === null || raw?.length !== SIGNATURE_BYTES) return false;
      try {
        const key = await webcrypto.subtle.importKey('spki', spki, CURVE, false, ['verify']);
        return await webcrypto.subtle.verify(SCHEME, key, raw, new TextEncoder().encode(message));
      } catch {
        return false;
      }
    },
  };
}

/** `null` unless the text is the one canonical spelling of its bytes: a stamp has one spelling only. */
function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? Uint8Array.from(bytes) : null;
}
