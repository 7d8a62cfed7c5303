import { fail, ok, type Result } from '../errors.js';
import { lineEndOf, positionAt } from '../text/lines.js';
import { bodyStartOf } from './front-matter/front-matter-block.js';
import { scanStructure } from './structure.js';

/** Adds a paragraph at the end of a note. */
export function appendBlock(text: string, block: string): Result<string> {
  return append(text, block, true);
}

/** Adds lines directly below the last line of a note. */
export function appendLinesTo(text: string, lines: readonly string[]): Result<string> {
  return append(text, lines.join(lineEndOf(text)), false);
}

function append(text: string, block: string, isApart: boolean): Result<string> {
  const { lines, unclosedFrom } = scanStructure(text, bodyStartOf(text));
  if (unclosedFrom !== null) return endsOpen(text, lines[unclosedFrom]?.start ?? 0);
  const lineEnd = lineEndOf(text);
  const isEnded = text === '' || text.endsWith('\n');
  const isBlank = isEnded && (lines.at(-1)?.text ?? '').trim() === '';
  const between = isApart && !isBlank ? lineEnd : '';
  return ok(`${text}${isEnded ? '' : lineEnd}${between}${block}${lineEnd}`);
}

export function endsOpen(text: string, at: number): Result<never> {
  const message = 'The note ends inside a code fence or comment that is not closed.';
  return fail('region_invalid', message, 'Close the fence or the comment.', positionAt(text, at));
}
