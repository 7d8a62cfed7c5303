import type { Problem } from '../errors.js';
import type { ListLine } from '../note/boxes.js';
import type { BodyLine } from '../note/structure.js';
import { quoted } from '../text/quote.js';

const likeStep =
  /^[ \t>]*(?:(?:[-*+•‣◦]|\d{1,9}[.)]|step \d{1,9}[.:)]?)[ \t]{0,9})?(?:\[[ \t]{0,9}x?[ \t]{0,9}\](?![([:])|[☐☑☒\u270b\u{1f590}])/iu;
const numbered = /^[ \t]{0,9}\d{1,9}[.)][ \t]{1,9}\S/u;
const ticked = /^[^[☑☒]{0,20}(?:\[[ \t]{0,9}x[ \t]{0,9}\]|[☑☒])/iu;
const gatedOrNamed = /[\u270b\u{1f590}]|\^[a-z0-9-]{1,99}[ \t]*$/iu;
const longestQuote = 60;

/** Warns about Roadmap lines that look like steps but are not read as steps. */
export function unreadSteps(
  lines: readonly BodyLine[],
  listed: readonly ListLine[],
  firstNumber: number,
  path: string,
): Problem[] {
  const withBox = new Set(listed.flatMap(({ index, item }) => (item?.box ? [index] : [])));
  const unread = listed.filter(({ index, item, under }) => {
    const text = lines[index]?.text ?? '';
    if (ticked.test(text) && !gatedOrNamed.test(text)) return false;
    if (under !== null) return item?.box && !withBox.has(under);
    return !item?.box && (likeStep.test(text) || (item !== null && numbered.test(text)));
  });
  const [first, ...others] = unread;
  if (!first) return [];
  const quote = quoted(lines[first.index]?.text ?? '', longestQuote);
  const more = others.length === 0 ? '' : ` (and ${String(others.length)} more)`;
  return [
    {
      code: 'step_unread',
      message: `A line looks like a step, but isn’t one: ${quote}${more}.`,
      advice:
        'Write a step as `1. [ ] What to do`, not indented and not below an item without a box. Begin a remark without a number or a box. Until then, the plan is not completed.',
      path,
      line: firstNumber + first.index,
      column: 1,
    },
  ];
}
