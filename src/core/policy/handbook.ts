import { foldLine } from '../text/text-line.js';
import { PRIORITIES, type Priority } from '../plan/plan.js';
import { longestBrief } from './keywords.js';

/** A rule of the handbook: work that mentions `word` gets this priority. */
export interface HandbookRule {
  readonly word: string;
  readonly priority: Priority;
  readonly line: number;
}

export const handbookName = 'Company_Handbook.md';

const mostRules = 100;
const longestWord = 60;

const level = '(?:priority\\s+)?(high|medium|low)(?:\\s+priority)?';
const sign = '(?::|=|->|=>|→|\\|)';
const levelFirst = new RegExp(`^${level}\\s*${sign}\\s*(\\S.*)$`, 'i');
const levelLast = new RegExp(`^(\\S.*?)\\s*(?:${sign}|\\bis\\b)\\s*${level}[.!]?$`, 'i');
const heading = /^#{1,6}\s+(.*)$/;

export function readHandbook(text: string): readonly HandbookRule[] {
  const rules: HandbookRule[] = [];
  let isAboutPriority = false;
  for (const [index, raw] of text.slice(0, longestBrief).split(/\r?\n/).entries()) {
    const title = heading.exec(raw)?.[1];
    if (title !== undefined) isAboutPriority = /priorit|triage/i.test(title);
    else if (isAboutPriority && raw.length <= 2_000) {
      for (const rule of readLine(raw)) rules.push({ ...rule, line: index + 1 });
    }
    if (rules.length >= mostRules) break;
  }
  return rules.slice(0, mostRules);
}

function readLine(raw: string): Omit<HandbookRule, 'line'>[] {
  const line = foldLine(raw)
    .replace(/^(?:[-*+>]|\d{1,9}[.)]) /, '')
    .replace(/^\||\|$/g, '')
    .replace(/\*\*|__|[`"“”]/g, '')
    .trim();
  const first = levelFirst.exec(line);
  const last = first ? null : levelLast.exec(line);
  const priority = PRIORITIES.find((one) => one === (first?.[1] ?? last?.[2])?.toLowerCase());
  const list = first?.[2] ?? last?.[1];
  if (priority === undefined || list === undefined) return [];
  return list
    .split(/[,;]/)
    .map((word) => word.trim().replace(/[.!]$/, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && word.length > 1 && word.length <= longestWord)
    .map((word) => ({ word, priority }));
}
