import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isJsonObject, type Json } from './json.js';

interface NodeHash {
  update(data: string | Uint8Array, encoding?: 'utf8'): NodeHash;
  copy(): NodeHash;
  digest(encoding: 'hex'): string;
}

declare const process:
  | {
      getBuiltinModule?(name: 'node:crypto'): {
        hash?(algorithm: 'sha256', text: string): string;
        createHash(algorithm: 'sha256'): NodeHash;
      };
    }
  | undefined;

/** Node's SHA-256 is faster than the JavaScript one. Phones do not have Node. */
const native =
  typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:crypto');

/** Returns the SHA-256 of a text's UTF-8 bytes, as 64 lower-case hex digits. */
export function sha256Hex(text: string): string {
  if (!native) return bytesToHex(sha256(utf8ToBytes(text)));
  return (
    native.hash?.('sha256', text) ?? native.createHash('sha256').update(text, 'utf8').digest('hex')
  );
}

export class RunningDigest {
  private readonly hash = native?.createHash('sha256');
  private readonly own = native ? null : sha256.create();

  update(bytes: Uint8Array): void {
    this.hash?.update(bytes);
    this.own?.update(bytes);
  }

  hex(): string {
    return this.own
      ? bytesToHex(this.own.clone().digest())
      : (this.hash?.copy().digest('hex') ?? '');
  }
}

/**
 * Writes a value as canonical JSON (RFC 8785). Equal values have equal texts.
 * @throws TypeError for NaN, infinity or a lone surrogate
 */
export function canonicalJson(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (isJsonObject(value)) {
    let members = '';
    for (const key of Object.keys(value).sort()) {
      const member = value[key];
      if (member === undefined) continue;
      members += `${members === '' ? '' : ','}${canonicalJson(key)}:${canonicalJson(member)}`;
    }
    return `{${members}}`;
  }
  const text: string | undefined = JSON.stringify(value);
  const notJson =
    (typeof value === 'number' && !Number.isFinite(value)) ||
    (typeof value === 'string' && /\p{Surrogate}/u.test(value));
  if (text === undefined || notJson) throw new TypeError('Only JSON values have a canonical form');
  return text;
}

/** True when `text` is canonical JSON. `value` is what `JSON.parse` made of `text`. */
export function isCanonical(value: Json, text: string): boolean {
  const isSame = !text.includes('\\ud') && hasSortedKeys(value) && JSON.stringify(value) === text;
  return isSame || canonicalJson(value) === text;
}

function hasSortedKeys(value: Json): boolean {
  if (Array.isArray(value)) return value.every(hasSortedKeys);
  if (!isJsonObject(value)) return true;
  let before = '';
  let isFirst = true;
  for (const key of Object.keys(value)) {
    if (!isFirst && key <= before) return false;
    const inner = value[key];
    if (typeof inner === 'object' && !hasSortedKeys(inner)) return false;
    before = key;
    isFirst = false;
  }
  return true;
}

export function digestJson(value: Json): string {
  return sha256Hex(canonicalJson(value));
}
