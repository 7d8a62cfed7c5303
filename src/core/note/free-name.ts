import type { Result } from '../errors.js';
import { joinPath } from './file-name.js';
import { nameTaken } from './note-problems.js';

const mostNumbered = 20;
const mostRandom = 5;
const longestName = 200;

/** Yields the note's own name, then numbered names, then random names. */
export function* namesToTry(name: string, random: () => string): Generator<string> {
  yield name;
  const short = shortened(name);
  for (let number = 2; number <= mostNumbered; number += 1) yield `${short}-${number}`;
  for (let tries = 0; tries < mostRandom; tries += 1) yield `${short}-${random()}`;
}

/** Tries names for a note until one is free. Returns the path that was used. */
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

/** True when {@link namesToTry} may have made `candidate` from `name`. */
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

function bytesOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
