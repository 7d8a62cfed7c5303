import process from 'node:process';

/** Returns a path as one word of a printed command line, in quotes where needed. */
export function shellWord(path: string, platform: string = process.platform): string {
  if (platform === 'win32') return /[^\p{L}\p{N}\\/:._-]/u.test(path) ? `"${path}"` : path;
  return /[^\p{L}\p{N}/:._-]/u.test(path) ? `'${path.replaceAll("'", String.raw`'\''`)}'` : path;
}
