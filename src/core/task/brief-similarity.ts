import {
  isWord,
  tokenizeBrief,
  comparableTokens,
  longestCompared,
  sourceTokens,
  type BriefToken,
} from './tokenize-brief.js';

export interface DescribedWork {
  readonly objective: string;
  readonly context: string;
  readonly sourceLink: string;
}

export interface Likeness {
  /** `unclear` means that a person or agent has to decide whether the work is the same. */
  readonly kind: 'same' | 'unclear' | 'different';
  readonly percent: number;
  readonly onlyHere: readonly string[];
  readonly onlyThere: readonly string[];
}

/** From this percentage on, two descriptions may be of the same work. */
export const unclearFrom = 60;
const fewestContained = 4;
const containedFrom = 80;
const mostNamed = 5;

/**
 * Returns a function that compares one description of work with others (US1.3). The reasons are in
 * docs/decisions/0017-only-the-same-words-are-the-same-work.md.
 */
export function likenessTo(here: DescribedWork): (there: DescribedWork) => Likeness {
  const words = wordsOf(here);
  return (there) => likenessOfWords(words, wordsOf(there));
}

function likenessOfWords(a: WorkWords, b: WorkWords): Likeness {
  if (
    a.isWhole &&
    b.isWhole &&
    saysTheSame(a.objective, b.objective) &&
    saysTheSame(a.context, b.context) &&
    [...a.facts].some((fact) => isWord.test(fact)) &&
    sourcesAgree(a, b)
  ) {
    return { kind: 'same', percent: 100, onlyHere: [], onlyThere: [] };
  }
  const count = a.like.size + b.like.size;
  const alike = count === 0 ? 0 : Math.round((200 * sharedCount(a.like, b.like)) / count);
  const percent = Math.max(alike, containedIn(a.like, b), containedIn(b.like, a));
  return {
    kind: percent >= unclearFrom ? 'unclear' : 'different',
    percent,
    onlyHere: without(a.facts, b.facts).slice(0, mostNamed),
    onlyThere: without(b.facts, a.facts).slice(0, mostNamed),
  };
}

interface WorkWords {
  readonly objective: readonly BriefToken[];
  readonly context: readonly BriefToken[];
  readonly sourceLink: string;
  readonly facts: ReadonlySet<string>;
  readonly like: ReadonlySet<string>;
  readonly likeInAll: ReadonlySet<string>;
  readonly isWhole: boolean;
}

function wordsOf(work: DescribedWork): WorkWords {
  const objective = tokenizeBrief(work.objective);
  const context = tokenizeBrief(work.context);
  const all = [...objective, ...context];
  return {
    objective,
    context,
    sourceLink: work.sourceLink,
    facts: new Set(all.flatMap(({ key, isFact }) => (isFact ? [key] : []))),
    like: comparableTokens(objective),
    likeInAll: comparableTokens(all),
    isWhole: Math.max(work.objective.length, work.context.length) <= longestCompared,
  };
}

function saysTheSame(a: readonly BriefToken[], b: readonly BriefToken[]): boolean {
  return a.length === b.length && a.every(({ key }, index) => key === b[index]?.key);
}

/** Compares the words of two texts. False if a text is too long. */
export function isSameText(here: string, there: string): boolean {
  const isWhole = Math.max(here.length, there.length) <= longestCompared;
  return isWhole && saysTheSame(tokenizeBrief(here), tokenizeBrief(there));
}

function sourcesAgree(a: WorkWords, b: WorkWords): boolean {
  const said = new Set([...a.objective, ...a.context].map(({ key }) => key));
  const mine = without(sourceTokens(a.sourceLink), said);
  const theirs = without(sourceTokens(b.sourceLink), said);
  return mine.length === theirs.length && mine.every((word) => theirs.includes(word));
}

function containedIn(objective: ReadonlySet<string>, { likeInAll }: WorkWords): number {
  if (objective.size < fewestContained) return 0;
  const percent = Math.floor((100 * sharedCount(objective, likeInAll)) / objective.size);
  return percent >= containedFrom ? percent : 0;
}

function sharedCount(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const word of a) if (b.has(word)) count += 1;
  return count;
}

function without(words: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] {
  return [...words].filter((word) => !others.has(word));
}
