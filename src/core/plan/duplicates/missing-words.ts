import { normalized } from '../../text/normalized.js';
import { scanBody } from '../../note/structure.js';
import { isEndedByApproval } from '../blocked-reason.js';
import type { Plan } from '../plan.js';
import { findPlanSections, PLAN_SECTIONS } from '../plan-sections.js';
import { foldLine } from '../../text/text-line.js';

const openBox = /^((?:[-*+]|\d{1,9}[.)]) \[) (?=\])/u;
const titles: readonly string[] = PLAN_SECTIONS.map((title) => title.toLowerCase());
const known = ['task_id', 'source_link', 'created_date', 'status'];

/** Finds a property or line of the other plan that the kept plan lacks. Null if there is none. */
export function missingWords(kept: Plan, other: Plan): string | null {
  for (const [key, value] of other.frontMatter.fields) {
    const isOurs = key === 'blocked_reason' && isEndedByApproval(other.blockedReason);
    if (known.includes(key) || isOurs) continue;
    const said = JSON.stringify(value);
    if (said !== JSON.stringify(kept.frontMatter.fields.get(key)))
      return `${key}: ${typeof value === 'string' ? value : said}`;
  }
  const have = linesOf(kept);
  let at = 0;
  const found = linesOf(other).find(({ under, words }) => {
    for (; at < have.length; at += 1) {
      const here = have[at];
      if (here?.under !== under || ![words, words.replace(openBox, '$1x')].includes(here.words))
        continue;
      at += 1;
      return false;
    }
    return true;
  });
  return found?.words ?? null;
}

function linesOf({ text, path, frontMatter, steps }: Plan): readonly {
  readonly under: string;
  readonly words: string;
}[] {
  const lines = scanBody(text, frontMatter.bodyStart);
  const log = findPlanSections(lines, text, path).spans.get('Reasoning Logs');
  const stepAt = new Map(steps.map((step) => [step.lineStart, step]));
  let under = '';
  return lines.flatMap((line) => {
    const step = stepAt.get(line.start);
    const title = line.heading?.title.toLowerCase() ?? '';
    const words = foldLine(normalized(line.text, 'NFC'));
    const isLogged = log && line.start >= log.contentStart && line.start < log.contentEnd;
    const isTold = words !== '' && !isLogged && !step && !titles.includes(title);
    const told = isTold ? [{ under, words }] : [];
    if (step) under = foldLine(normalized(step.text, 'NFC'));
    else if (line.heading) under = title;
    return told;
  });
}
