import { fail, ok, type Result } from '../../errors.js';
import { lineAt, textStart } from '../../text/lines.js';

export interface FrontMatterBlock {
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly bodyStart: number;
}

const CLOSE_ADVICE = 'Add a line with only `---` below the last property.';

/** Finds the front matter between its `---` lines. */
export function findFrontMatter(text: string, path?: string): Result<FrontMatterBlock> {
  const start = textStart(text);
  const first = lineAt(text, start);
  const place = path === undefined ? { line: 1, column: 1 } : { path, line: 1, column: 1 };
  const opening = text.slice(first.start, first.end).trimEnd();
  if (opening !== '---') {
    if (/^---[ \t]*[a-z]+$/i.test(opening)) {
      const message = `The note starts with \`${opening}\`: only YAML front matter is read.`;
      const advice = 'Write the properties as YAML and make the first line `---` alone.';
      return fail('front_matter_invalid', message, advice, { ...place, column: 4 });
    }
    const message = 'The note has no front matter.';
    const advice = 'Put the properties at the very top, between two lines with only `---`.';
    return fail('front_matter_missing', message, advice, place);
  }
  for (let at = first.next; at < text.length;) {
    const line = lineAt(text, at);
    if (isFence(text, line.start, line.end)) {
      return ok({ contentStart: first.next, contentEnd: line.start, bodyStart: line.next });
    }
    at = line.next;
  }
  const message = 'The front matter is not closed.';
  return fail('front_matter_unclosed', message, CLOSE_ADVICE, place);
}

/** Returns the offset at which the note's body starts. */
export function bodyStartOf(text: string): number {
  const block = findFrontMatter(text);
  return block.ok ? block.value.bodyStart : textStart(text);
}

function isFence(text: string, start: number, end: number): boolean {
  if (!text.startsWith('---', start)) return false;
  return end === start + 3 || text.slice(start + 3, end).trim() === '';
}
