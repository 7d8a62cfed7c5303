import type { Result } from '../errors.js';
import { joinPath } from './file-name.js';
import { nameTaken } from './note-problems.js';

/** Numbered names are tried up to this one. */
const mostNumbered = 20;
/** After these, random names are tried, which nobody can have taken in advance. */
const mostRandom = 5;
/** The limit in bytes, which leaves room for additions; file systems allow 255 in all. */
const longestName = 200;

/**
 * The names to try for a note until one is free: its own, numbered ones, and finally ones with random
 * characters. So nobody can prevent our notes from being filed by taking their names in advance.
 */
export function* namesToTry(name: string, random: () => string): Generator<string> {
  yield name;
  const short = shortened(name);
  for (let number = 2; number <= mostNumbered; number += 1) yield `${short}-${number}`;
  for (let tries = 0; tries < mostRandom; tries += 1) yield `${short}-${random()}`;
}

/** Tries the names of {@link namesToTry} in a folder while they are taken; returns the path that was used. */
export async function atFirstFreeName(
  folder: string,
  name: string,
  random: () => string,
  attempt: (path: string) => Promise<Result<void>>,
): Promise<Result<string>> {
  let last: Result<string> = nameTaken(joinPath(folder, `${name}.md`));
  for (const candidate of namesToTry(name, random)) {
    const path = joinPath(folder, `${candidate}.md`);
    const made = await attempt(path);
    last = made.ok ? { ok: true, value: path } : made;
    if (made.ok || made.error.code !== 'note_exists') return last;
  }
  return last;
}

/** Whether {@link namesToTry} may have derived a name from another. */
export function mayBeNamedAfter(candidate: string, name: string): boolean {
  return candidate === name || candidate.startsWith(`${shortened(name)}-`);
}

function shortened(name: string): string {
  let bytes = 0;
  let short = '';
  for (const character of name) {
    bytes += bytesOf(character.codePointAt(0) ?? 0);
    if (bytes > longestName) return short;
    short += character;
  }
  return short;
}

/** For one character in UTF-8. */
function bytesOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
