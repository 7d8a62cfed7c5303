import { ok, type Result } from '../../../../core/errors.js';
import { halfCharacter, notText, tooLarge } from '../../../../core/note/note-problems.js';

export function decodeNote(bytes: Uint8Array, path: string): Result<string> {
  try {
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return notText(path);
  }
}

export function encodeNote(
  text: string,
  maxBytes: number,
  path: string,
): Result<Uint8Array<ArrayBuffer>> {
  if (/\p{Surrogate}/u.test(text)) return halfCharacter(path);
  const bytes = new TextEncoder().encode(text);
  return bytes.length > maxBytes ? tooLarge(path, maxBytes) : ok(bytes);
}

/** Obsidian may return text with or without the byte order mark. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
