import { bodyStartOf } from '../../note/front-matter/front-matter-block.js';
import { baseName } from '../../note/file-name.js';
import { scanBody } from '../../note/structure.js';
import { readExternalPlan } from './external-plan.js';

const planName = /^plan-\d{4}-\d/iu;
/** As every plan that can be read begins, and nearly all of them do. */
const usualStart = /^\ufeff?---\r?\n/u;
const usualKey = /^task_id\s*:/mu;
/** What stands above properties that were put in a wrong place: empty lines, a heading, the fence of an answer. */
const above = /^\ufeff?(?:[ \t]*\r?\n|#{1,6} [^\n]*\n|(?:`{3,}|~{3,}(?!~))[^\n`]*\n){0,9}/u;
/** The first properties, however they are indented and quoted. */
const properties =
  /^-{3}[^\n]*\n(?:(?!-{3})[^\n]*\n){0,40}?[ \t{]{0,9}["']?(?:task|plan)[_ -]?id["']?[ \t]*:/iu;

/**
 * Whether somebody meant this note of the plans folder as a plan of ours: by its name, its properties or its
 * sections, wherever these stand. Whatever then keeps it from being one can be said; other notes are nobody's
 * business.
 */
export function looksLikePlan(text: string, path: string): boolean {
  if (readExternalPlan(text, path) !== null) return false;
  if (usualStart.test(text) && usualKey.test(text)) return true;
  return (
    planName.test(baseName(path)) ||
    properties.test(text.slice(above.exec(text)?.[0].length ?? 0)) ||
    hasOurSections(text)
  );
}

function hasOurSections(text: string): boolean {
  const titles = new Set(
    scanBody(text, bodyStartOf(text)).map(({ heading }) => heading?.title.toLowerCase()),
  );
  return titles.has('roadmap') && (titles.has('objective') || titles.has('reasoning logs'));
}
