import { bodyStartOf } from '../../note/front-matter/front-matter-block.js';
import { baseName } from '../../note/file-name.js';
import { scanBody } from '../../note/structure.js';
import { readExternalPlan } from './external-plan.js';

const planName = /^plan-\d{4}-\d/iu;
const usualStart = /^\ufeff?---\r?\n/u;
const usualKey = /^task_id\s*:/mu;
const above = /^\ufeff?(?:[ \t]*\r?\n|#{1,6} [^\n]*\n|(?:`{3,}|~{3,}(?!~))[^\n`]*\n){0,9}/u;
const properties =
  /^-{3}[^\n]*\n(?:(?!-{3})[^\n]*\n){0,40}?[ \t{]{0,9}["']?(?:task|plan)[_ -]?id["']?[ \t]*:/iu;

/** True when somebody probably meant the note as a plan of Countersign. */
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
