import { fail, ok, type Result } from '../errors.js';
import { appendBlock, endsOpen } from '../note/append-block.js';
import { lineEndOf, positionAt } from '../text/lines.js';
import type { AgentFile } from './agent-skill.js';

export const sectionBegin = '<!-- countersign:begin -->';
const end = '<!-- countersign:end -->';

/**
 * Puts Countersign's section into the text of an agent's file.
 * @param text null if there is no file yet
 */
export function withAgentSection(
  text: string | null,
  { top, section }: Pick<AgentFile, 'top' | 'section'>,
): Result<string> {
  const eol = text === null ? '\n' : lineEndOf(text);
  const ours = [sectionBegin, ...section.trim().split('\n'), end].join(eol);
  if (text === null) return ok(`${top}\n${ours}\n`);
  const markers = [...text.matchAll(/<!--\s*countersign\s*:\s*(?:begin|end)\s*-->/giu)];
  const [from, to] = markers.map(({ index }) => index);
  if (from === undefined) {
    const comment = text.lastIndexOf('<!--');
    return comment > text.lastIndexOf('-->') ? endsOpen(text, comment) : appendBlock(text, ours);
  }
  if (
    to === undefined ||
    markers.length > 2 ||
    !isLine(text, from, sectionBegin) ||
    !isLine(text, to, end)
  ) {
    const message = 'The markers of Countersign’s section are damaged.';
    const advice = `Keep one line \`${sectionBegin}\` and below it one line \`${end}\`, or delete both.`;
    return fail('region_invalid', message, advice, positionAt(text, from));
  }
  return ok(text.slice(0, from) + ours + text.slice(to + end.length));
}

function isLine(text: string, at: number, marker: string): boolean {
  const before = text.slice(0, at);
  const after = text.slice(at + marker.length);
  return (
    text.startsWith(marker, at) && /(?:^\uFEFF?|\n)$/u.test(before) && /^(?:\r?\n|$)/u.test(after)
  );
}
