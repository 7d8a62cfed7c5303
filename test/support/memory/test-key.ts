import { webcrypto } from 'node:crypto';

/** A key pair for stamps made in tests; texts are base64url. */
export interface TestKey {
  /** SPKI. */
  readonly publicKey: string;
  /** The raw 64-byte ECDSA P-256 signature over the UTF-8 bytes of `message`. */
  sign(message: string): Promise<string>;
}

/** Makes a new ECDSA P-256 key. */
export async function generateTestKey(): Promise<TestKey> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const pair = await webcrypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  const spki = await webcrypto.subtle.exportKey('spki', pair.publicKey);
  return {
    publicKey: Buffer.from(spki).toString('base64url'),
    async sign(message) {
      const bytes = new TextEncoder().encode(message);
      const signature = await webcrypto.subtle.sign(algorithm, pair.privateKey, bytes);
      return Buffer.from(signature).toString('base64url');
    },
  };
}
