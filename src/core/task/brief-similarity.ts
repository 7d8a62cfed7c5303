import {
  tokenizeBrief,
  comparableTokens,
  longestCompared,
  sourceTokens,
  type BriefToken,
} from './tokenize-brief.js';

/** Work as somebody described it: a new brief, or what a plan says of itself. */
export interface DescribedWork {
  /** One sentence. */
  readonly objective: string;
  readonly context: string;
  readonly sourceLink: string;
}

/** How one description of work compares with another. */
export interface Likeness {
  /** `unclear`: only a person, or whoever knows both, can say. */
  readonly kind: 'same' | 'unclear' | 'different';
  /** How many of the words that count they share, 0 to 100. */
  readonly percent: number;
  /** Names, numbers, times (or whole steps) that only the first, and only the second has: a few of each. */
  readonly onlyHere: readonly string[];
  readonly onlyThere: readonly string[];
}

/** From this percentage on, two descriptions may be of the same work. */
export const unclearFrom = 60;
/** A short objective within a long message says something only when it has some words, and most are there. */
const fewestContained = 4;
const containedFrom = 80;
const mostNamed = 5;

/**
 * Whether two descriptions are of the same work (US1.3). To take different work for the same loses it, so:
 *
 * - **same** only if objective and context say the same words in the same order, apart from polite words,
 *   articles, and how numbers, months and weekdays are written; if a name, a number or a time is among them; and
 *   if the names of their sources say nothing that differs.
 * - **unclear** if they share {@link unclearFrom} percent of the words of their objectives, or if the words of
 *   one objective stand in the other's text. January's invoice is like February's, and never the same.
 * - **different** otherwise.
 *
 * Symmetric, but for which of them is *here*; that one is read once, however many it is compared with.
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
    a.facts.size > 0 &&
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
  /** What its objective, and all of its text, is like. */
  readonly like: ReadonlySet<string>;
  readonly likeInAll: ReadonlySet<string>;
  /** All of it was read: what was not may differ. */
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

/** What the sources' names say beyond the texts, which are the same, is the same. */
function sourcesAgree(a: WorkWords, b: WorkWords): boolean {
  const said = new Set([...a.objective, ...a.context].map(({ key }) => key));
  const mine = without(sourceTokens(a.sourceLink), said);
  const theirs = without(sourceTokens(b.sourceLink), said);
  return mine.length === theirs.length && mine.every((word) => theirs.includes(word));
}

/** How much of an objective stands in another's text, in percent; 0 where that says nothing. */
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
