import type { ItemContent } from './read-item.js';
import {
  defaultComplexityKeywords,
  longestBrief,
  withoutQuotedMaterial,
  wordGroups,
  wordPattern,
  type ComplexityKeywords,
  type WordGroup,
} from '../policy/keywords.js';

export interface ComplexityEvaluation {
  readonly complex: boolean;
  readonly matched: Readonly<Record<WordGroup, readonly string[]>>;
  readonly simple: readonly string[];
  readonly reasons: readonly string[];
}

const listItem = /^[ \t]*(?:[-*+•]|\d{1,9}[.)])[ \t]+\S/gm;

/** Suggests whether a brief needs a plan (R8.1). */
export function evaluateComplexity(
  { text: brief, title, steps, isForReading, isMessage }: ItemContent,
  words: ComplexityKeywords = defaultComplexityKeywords,
): ComplexityEvaluation {
  if (isForReading || (isMessage && steps.length === 0)) return nothingToDo;
  const start = `${title}\n${brief}`.slice(0, longestBrief);
  const text = withoutQuotedMaterial(start);
  const matched = matchesIn(text, words);
  const simple = wordsIn(text, words.simple);
  const items = start.match(listItem)?.length ?? 0;

  const mentioned = allMatched(matched);
  const reasons =
    mentioned.length === 0 ? [] : [`Suggested because it mentions ${listed(mentioned)}.`];
  if (items > 1) {
    reasons.push(`Contains a list of ${items} items.`);
  } else {
    const tasks = steps.filter(({ text: step }) => !startsWithAny(step, words.simple));
    if (tasks.length > 1) reasons.push(`Contains ${tasks.length} separate tasks.`);
  }
  const complex = reasons.length > 0;
  if (!complex) {
    reasons.push(
      simple.length > 0
        ? `It only asks you to ${simple.join(', ')}.`
        : 'It mentions nothing that needs a plan, such as several steps or other people.',
    );
  }
  return { complex, matched, simple, reasons };
}

const nothingToDo: ComplexityEvaluation = {
  complex: false,
  matched: { priority: [], multiStep: [], externalAction: [], dependency: [], stakeholders: [] },
  simple: [],
  reasons: ['It looks like a newsletter, an automatic message or something kept to read.'],
};

function listed(words: readonly string[]): string {
  const quoted = words.map((word) => `“${word}”`);
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter(Boolean).join(' and ');
}

function startsWithAny(step: string, verbs: readonly string[]): boolean {
  return verbs.some((verb) => step.toLowerCase().startsWith(verb));
}

export function wordsForPlan(text: string, words: ComplexityKeywords): readonly string[] {
  return allMatched(matchesIn(withoutQuotedMaterial(text.slice(0, longestBrief)), words));
}

/** Returns all words that matched. If “payment” matched, “pay” is left out. */
export function allMatched(matched: ComplexityEvaluation['matched']): readonly string[] {
  const words = [...new Set(wordGroups.flatMap((group) => matched[group]))];
  return words.filter((word) => {
    return !words.some((other) => other !== word && other.startsWith(word));
  });
}

function matchesIn(text: string, words: ComplexityKeywords): ComplexityEvaluation['matched'] {
  const groups = wordGroups.map((group) => [group, wordsIn(text, words[group])] as const);
  return Object.fromEntries(groups) as ComplexityEvaluation['matched'];
}

function wordsIn(text: string, list: readonly string[]): readonly string[] {
  return list.filter((word) => wordPattern(word).test(text));
}
