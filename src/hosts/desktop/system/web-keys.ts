import { decodeBase64Url } from '../../../core/base64url.js';
import type { Keys } from '../../../ports/keys.js';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
const SCHEME = { name: 'ECDSA', hash: 'SHA-256' };
const SIGNATURE_BYTES = 64;

export function webKeys(): Keys {
  return {
    async verify(publicKey, message, signature) {
      const spki = decodeBase64Url(publicKey);
      const raw = decodeBase64Url(signature);
      if (spki === null || raw?.length !== SIGNATURE_BYTES) return false;
      try {
        const key = await crypto.subtle.importKey('spki', spki, CURVE, false, ['verify']);
        return await crypto.subtle.verify(SCHEME, key, raw, new TextEncoder().encode(message));
      } catch {
        return false;
      }
    },
  };
}
