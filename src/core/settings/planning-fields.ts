import { PRIORITIES } from '../plan/plan.js';
import { wordGroups } from '../policy/keywords.js';
import { showInvisible } from '../text/show-invisible.js';
import { planApprovals, type ChosenLoop } from './loop.js';

const word = { least: 2, most: 40 } as const;
const mostWords = 100;
const mostHours = 720;

export function wordsIn(typed: string): readonly string[] {
  const found = new Map<string, string>();
  for (const part of typed.split(/[,\n]/u)) {
    const text = part.trim().replace(/\s+/gu, ' ');
    const key = text.toLowerCase();
    if (text !== '' && !found.has(key)) found.set(key, text);
  }
  return [...found.values()];
}

export function wordsProblem(words: readonly unknown[]): string | null {
  if (words.length > mostWords) {
    return `These are ${words.length} words. A group has at most ${mostWords}.`;
  }
  for (const text of words) {
    const problem = wordProblem(text);
    if (problem !== null) return problem;
  }
  return null;
}

function wordProblem(text: unknown): string | null {
  if (typeof text !== 'string') return `${JSON.stringify(text)} isn’t a word.`;
  const length = [...text].length;
  if (length > word.most) {
    const start = [...text].slice(0, word.least * 6).join('');
    return `“${showInvisible(start)}…” is too long. A word has at most ${word.most} characters.`;
  }
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(text)) {
    return `“${showInvisible(text)}” contains an invisible character.`;
  }
  if (text.includes(',')) return `“${text}” contains a comma, which separates words.`;
  if (length < word.least) {
    return `“${text}” is too short. A word has at least ${word.least} characters.`;
  }
  if (!/[\p{L}\p{N}\p{S}]/u.test(text)) return `“${text}” has no letter and no digit.`;
  return text === text.trim() ? null : `“${text}” starts or ends with a space.`;
}

export function hoursProblem(hours: unknown): string | null {
  const isWhole = typeof hours === 'number' && Number.isInteger(hours);
  return isWhole && hours >= 1 && hours <= mostHours
    ? null
    : `Type a whole number of hours from 1 to ${mostHours}.`;
}

/** Returns the typed number. `NaN` if the text is not accepted. */
export function wholeNumberIn(typed: string): number {
  return /^\d{1,9}$/u.test(typed.trim()) ? Number(typed) : NaN;
}

const onOrOff = [true, false];
const loopValues: Readonly<Record<keyof ChosenLoop, readonly unknown[]>> = {
  takesItems: onOrOff,
  writesPlans: onOrOff,
  planApproval: planApprovals,
  trajectories: onOrOff,
};

export function planningProblem(settings: Readonly<Record<string, unknown>>): string | null {
  const { reasoning } = settings;
  if (reasoning !== undefined && typeof reasoning !== 'boolean')
    return '`reasoning` is neither true nor false';
  return (
    entriesProblem(settings, 'words', [...wordGroups, 'simple'], (list) =>
      Array.isArray(list) ? wordsProblem(list) : 'It isn’t a list of words.',
    ) ??
    entriesProblem(settings, 'blockedHours', PRIORITIES, hoursProblem) ??
    entriesProblem(settings, 'loop', Object.keys(loopValues), (value, key) => {
      const values = loopValues[key as keyof ChosenLoop];
      return values.includes(value) ? null : `It is not one of ${values.join(', ')}.`;
    })
  );
}

function entriesProblem(
  settings: Readonly<Record<string, unknown>>,
  key: 'words' | 'blockedHours' | 'loop',
  known: readonly string[],
  problemOf: (value: unknown, own: string) => string | null,
): string | null {
  if (!Object.hasOwn(settings, key)) return null;
  const value = settings[key];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return `\`${key}\` isn’t a list of settings`;
  }
  for (const [own, entry] of Object.entries(value)) {
    if (!known.includes(own)) {
      return `\`${key}.${showInvisible(own)}\` is none of ${known.join(', ')}`;
    }
    const problem = problemOf(entry, own);
    if (problem !== null) return `\`${key}.${own}\`: ${problem.replace(/\.$/u, '')}`;
  }
  return null;
}
