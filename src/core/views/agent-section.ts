import { fail, ok, type Result } from '../errors.js';
import { bodyStartOf } from '../note/front-matter/front-matter-block.js';
import { scanStructure } from '../note/structure.js';
import { lineEndOf } from '../text/lines.js';
import type { AgentFile } from './agent-skill.js';

const begin = '<!-- countersign:begin -->';
const end = '<!-- countersign:end -->';

/**
 * The text of an agent's file with our section between two marker lines: replaced where it is, else appended. Every
 * other character stays, and the section gets the file's line ends. Writing it twice changes nothing.
 *
 * Fails with `region_invalid` when the markers are not one pair of lines in order, or when the file ends in a code
 * block or a comment that is not closed.
 *
 * @param text `null`: there is no such file yet
 */
export function withAgentSection(
  text: string | null,
  { path, top, section }: AgentFile,
): Result<string> {
  const eol = text === null ? '\n' : lineEndOf(text);
  const ours = [begin, ...section.trim().split('\n'), end].join(eol);
  if (text === null) return ok(`${top}\n${ours}\n`);
  const starts = markersIn(text, 'begin');
  const ends = markersIn(text, 'end');
  const [from] = starts;
  const [to] = ends;
  if (from === undefined && to === undefined) return append(text, ours, eol, path);
  const isPair = starts.length === 1 && ends.length === 1 && Number(from) < Number(to);
  if (from === undefined || to === undefined || !isPair || !isLine(text, from, begin)) {
    return damaged(path);
  }
  if (!isLine(text, to, end)) return damaged(path);
  return ok(text.slice(0, from) + ours + text.slice(to + end.length));
}

/** Where something that was meant to be a marker begins, also one with other letters or spaces. */
function markersIn(text: string, which: 'begin' | 'end'): readonly number[] {
  const meant = new RegExp(`<!--\\s*countersign\\s*:\\s*${which}\\s*-->`, 'giu');
  return [...text.matchAll(meant)].map(({ index }) => index);
}

/** Whether exactly this marker is at this place, alone in its line. */
function isLine(text: string, at: number, marker: string): boolean {
  const before = text.slice(0, at);
  const after = text.slice(at + marker.length);
  return (
    text.startsWith(marker, at) && /(?:^\uFEFF?|\n)$/u.test(before) && /^(?:\r?\n|$)/u.test(after)
  );
}

function append(text: string, ours: string, eol: string, path: string): Result<string> {
  const { unclosedFrom } = scanStructure(text, bodyStartOf(text));
  if (unclosedFrom !== null || text.lastIndexOf('<!--') > text.lastIndexOf('-->')) {
    const message = `${path} ends in a code block or a comment that is not closed.`;
    return fail('region_invalid', message, 'Close it, then try again. Nothing was written.', {
      path,
    });
  }
  const gap = text.trim() === '' ? '' : eol;
  const isEnded = text === '' || text === '\uFEFF' || text.endsWith('\n');
  return ok(`${text}${isEnded ? '' : eol}${gap}${ours}${eol}`);
}

function damaged(path: string): Result<never> {
  return fail(
    'region_invalid',
    `The markers of Countersign’s section in ${path} are damaged.`,
    `Keep one line \`${begin}\` and below it one line \`${end}\`, or delete both. Nothing was written.`,
    { path },
  );
}
