import { fail, ok, type Result } from '../../errors.js';
import { quoted } from '../../text/quote.js';

export const likelihoodWords = {
  certain: 0.95,
  likely: 0.75,
  even: 0.5,
  unlikely: 0.25,
  excluded: 0.05,
} as const;
export type LikelihoodWord = keyof typeof likelihoodWords;

/** The name for all other outcomes of a probe. */
export const otherOutcome = 'other';

/** How likely each outcome is under one hypothesis, as a number from 0 to 1 or as a word. */
export type Expectation = ReadonlyMap<string, number | LikelihoodWord>;

const tolerance = 0.001;

/** Reads how likely outcomes are, from a text such as `two rows: likely, one row: unlikely`. */
export function readExpectation(text: string): Result<Expectation> {
  const found = new Map<string, number | LikelihoodWord>();
  for (const part of text.split(/[,;]/u)) {
    const sign = Math.max(part.lastIndexOf(':'), part.lastIndexOf('='));
    const value = part.slice(sign + 1);
    const outcome = sign === -1 ? '' : outcomeName(part.slice(0, sign));
    if (outcome === '')
      return refused(`${quoted(part.trim())} does not say how likely an outcome is.`, howToSay);
    if (found.has(outcome))
      return refused(`The outcome ${quoted(outcome)} is there twice.`, 'Name each outcome once.');
    const likelihood = readLikelihood(value.trim());
    if (likelihood === null)
      return refused(`${quoted(value.trim())} does not say how likely something is.`, howToSay);
    found.set(outcome, likelihood);
  }
  return ok(found);
}

export function outcomeName(text: string): string {
  return text.trim().replace(/\s+/gu, ' ').toLowerCase();
}

function readLikelihood(value: string): number | LikelihoodWord | null {
  const word = value.toLowerCase();
  if (Object.hasOwn(likelihoodWords, word)) return word as LikelihoodWord;
  if (!/^(?:\d+(?:\.\d*)?|\.\d+)(?:e-?\d+)?$/iu.test(value)) return null;
  const number = Number(value);
  return number >= 0 && number <= 1 ? number : null;
}

/** Returns the likelihood of each outcome under one hypothesis, as numbers that sum to 1. */
export function likelihoodRow(
  expectation: Expectation,
  outcomes: readonly string[],
): Result<readonly number[]> {
  const values = [...expectation.values()];
  const areWords = values.some((value) => typeof value === 'string');
  if (areWords && values.some((value) => typeof value === 'number'))
    return refused('Words and numbers are mixed.', 'Use words for all outcomes, or numbers.');
  const unsaid = outcomes.find((name) => name !== otherOutcome && !expectation.has(name));
  if (unsaid !== undefined)
    return refused(`Nothing is said of the outcome ${quoted(unsaid)}.`, howToSay);
  const weights = outcomes.map((name) => {
    const value = expectation.get(name);
    if (value === undefined) return areWords ? likelihoodWords.excluded : 0;
    return typeof value === 'number' ? value : likelihoodWords[value];
  });
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (!areWords && Math.abs(sum - 1) > tolerance)
    return refused(
      `The numbers sum to ${Number(sum.toFixed(4))}, not to 1.`,
      `Correct them, or give the rest to “${otherOutcome}”.`,
    );
  return ok(weights.map((weight) => weight / sum));
}

const howToSay =
  'Write each outcome with a number from 0 to 1, or with one of certain, likely, even, unlikely, excluded: “two rows: likely, one row: unlikely”.';

function refused(message: string, advice: string): Result<never> {
  return fail('input_invalid', message, advice);
}
