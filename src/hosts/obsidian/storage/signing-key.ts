import { encodeBase64Url } from '../../../core/base64url.js';
import { ok, type Result } from '../../../core/errors.js';
import type { Signer } from '../../../ports/signer.js';
import { databaseFailed, type DeviceDatabase } from './device-database.js';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
const SCHEME = { name: 'ECDSA', hash: 'SHA-256' };
const OWN_KEY = 'own';

export function signingKey(database: DeviceDatabase): Signer {
  const withKey = async (use: (key: CryptoKeyPair) => Promise<ArrayBuffer>) => {
    try {
      const made = await use(await ownKey(database));
      return ok(encodeBase64Url(new Uint8Array(made))) satisfies Result<string>;
    } catch (error) {
      return databaseFailed(error);
    }
  };
  return {
    publicKey: () => withKey(({ publicKey }) => crypto.subtle.exportKey('spki', publicKey)),
    sign: (message) =>
      withKey(({ privateKey }) =>
        crypto.subtle.sign(SCHEME, privateKey, new TextEncoder().encode(message)),
      ),
  };
}

async function ownKey(database: DeviceDatabase): Promise<CryptoKeyPair> {
  const known = await database.get('keys', OWN_KEY);
  if (known !== undefined) return known;
  const made = await crypto.subtle.generateKey(CURVE, false, ['sign', 'verify']);
  const transaction = database.transaction('keys', 'readwrite', { durability: 'strict' });
  // Another window of this vault may have created a key already.
  const first = await transaction.store.get(OWN_KEY);
  if (first === undefined) await transaction.store.put(made, OWN_KEY);
  await transaction.done;
  return first ?? made;
}
