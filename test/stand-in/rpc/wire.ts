/** What travels between the page and the process that serves it. */
export type Message =
  | { readonly call: number; readonly method: string; readonly args: readonly unknown[] }
  | { readonly answer: number; readonly value: unknown }
  | { readonly answer: number; readonly error: RemoteErrorShape }
  | { readonly topic: string; readonly args: readonly unknown[] };

/** An error as it travels; the fields that programs ask of Node's system errors. */
export interface RemoteErrorShape {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly errno?: number;
  readonly syscall?: string;
  readonly path?: string;
  readonly dest?: string;
}

// No property of a plain object that travels has an empty name, so it can mark what JSON lacks.
const MARK = '';

/**
 * One message as one frame: the length of a JSON text (4 bytes, big-endian), the text, then the
 * bytes of every `Uint8Array` in it. `bigint`, `Date` and `undefined` in a list survive; instances
 * of other classes are refused with a `TypeError`, for they would arrive as something else.
 */
export function encodeMessage(message: Message): Uint8Array<ArrayBuffer> {
  const attached: Uint8Array[] = [];
  const json = new TextEncoder().encode(JSON.stringify(pack(message, attached)));
  const length = attached.reduce((sum, bytes) => sum + bytes.length, 4 + json.length);
  const frame = new Uint8Array(length);
  new DataView(frame.buffer).setUint32(0, json.length);
  frame.set(json, 4);
  let at = 4 + json.length;
  for (const bytes of attached) {
    frame.set(bytes, at);
    at += bytes.length;
  }
  return frame;
}

/** The message of a frame. Bytes in it are copies of their own. */
export function decodeMessage(frame: Uint8Array): Message {
  const length = new DataView(frame.buffer, frame.byteOffset, frame.byteLength).getUint32(0);
  const json = new TextDecoder().decode(frame.subarray(4, 4 + length));
  let at = 4 + length;
  const take = (size: number): Uint8Array => frame.slice(at, (at += size));
  return unpack(JSON.parse(json), take) as Message;
}

function pack(value: unknown, attached: Uint8Array[]): unknown {
  if (value === undefined) return { [MARK]: 'undefined' };
  if (typeof value === 'bigint') return { [MARK]: 'bigint', digits: String(value) };
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return { [MARK]: 'date', time: value.getTime() };
  if (value instanceof Uint8Array) {
    attached.push(value);
    return { [MARK]: 'bytes', size: value.length };
  }
  if (Array.isArray(value)) return value.map((item) => pack(item, attached));
  const prototype: unknown = Object.getPrototypeOf(value);
  // A plain object of another realm (a test's own context) has another Object.prototype.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw new TypeError(`A ${value.constructor.name} cannot be sent to the serving process`);
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, pack(item, attached)]));
}

function unpack(value: unknown, take: (size: number) => Uint8Array): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => unpack(item, take));
  const fields = value as Readonly<Record<string, unknown>>;
  switch (fields[MARK]) {
    case undefined:
      return Object.fromEntries(Object.entries(fields).map(([k, item]) => [k, unpack(item, take)]));
    case 'bytes':
      return take(Number(fields['size']));
    case 'bigint':
      return BigInt(String(fields['digits']));
    case 'date':
      return new Date(Number(fields['time']));
    default:
      return undefined;
  }
}
