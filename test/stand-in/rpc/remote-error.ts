import type { RemoteErrorShape } from './wire.js';

const TEXTS = ['code', 'syscall', 'path', 'dest'] as const;

/** What of a thrown value travels. */
export function describeError(error: unknown): RemoteErrorShape {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const fields = error as Error & Readonly<Record<string, unknown>>;
  const texts = TEXTS.flatMap((key) =>
    typeof fields[key] === 'string' ? [[key, fields[key]] as const] : [],
  );
  return {
    name: error.name,
    message: error.message,
    ...Object.fromEntries(texts),
    ...(typeof fields['errno'] === 'number' ? { errno: fields['errno'] } : {}),
  };
}

/** The error again, as an `Error` of this realm. */
export function rebuildError({ name, message, ...fields }: RemoteErrorShape): Error {
  const error = new Error(message);
  if (name !== error.name) {
    Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true });
  }
  return Object.assign(error, fields);
}
