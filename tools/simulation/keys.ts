import { createHash } from 'node:crypto';
import type { Result } from '../../src/core/errors.js';
import { ok } from '../../src/core/errors.js';

/** A device's key pair, in place of ECDSA: as quick as a digest, and the same for the same seed. */
export interface SimulatedKey {
  readonly publicKey: string;
  /** Signs a text; nobody without the key can, and any other key or text has another signature. */
  sign(message: string): string;
}

/** Makes key pairs and verifies what they signed. Like real keys, they bind key and message, no more. */
export class KeyRing {
  private readonly keys = new Map<string, SimulatedKey>();

  create(name: string): SimulatedKey {
    const secret = digest(`secret of ${name}`, 'hex');
    const key: SimulatedKey = {
      publicKey: digest(`public key of ${name}`, 'base64url'),
      sign: (message) => {
        const halves = ['1', '2'].map((half) =>
          digest(`${secret} ${half} ${message}`, 'base64url'),
        );
        return `${halves.join('').slice(0, 85)}A`;
      },
    };
    this.keys.set(key.publicKey, key);
    return key;
  }

  verify(publicKey: string, message: string, signature: string): boolean {
    return this.keys.get(publicKey)?.sign(message) === signature;
  }
}

/** A key as the engine's port has it. */
export function signerOf(key: SimulatedKey, turn: <T>(effect: () => T) => Promise<T>) {
  return {
    publicKey: (): Promise<Result<string>> => turn(() => ok(key.publicKey)),
    sign: (message: string): Promise<Result<string>> => turn(() => ok(key.sign(message))),
  };
}

function digest(text: string, encoding: 'hex' | 'base64url'): string {
  return createHash('sha256').update(text).digest(encoding);
}
