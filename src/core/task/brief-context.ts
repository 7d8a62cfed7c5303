import { foldLine } from '../text/text-line.js';
import { withoutGreeting } from './sender-text.js';
import { isCourtesy } from './instructions.js';

const mostSentences = 3;
const longestProse = 5_000;
const sentence = /.+?(?:[.!?…]+(?=\s|$)|[。！？]+|\n{2,}|$)/gsu;
const listLine = /^\s*(?:[-*+•]|\d{1,9}[.)]|#{1,6}|>|\|)\s/u;

/** Returns the first sentences of a text, without the objective. */
export function contextOfBrief(text: string, objective: string): string {
  const prose = text
    .split('\n')
    .filter((line) => !listLine.test(line))
    .map(withoutGreeting)
    .join('\n');
  const sentences = (prose.slice(0, longestProse).match(sentence) ?? [])
    .map(foldLine)
    .filter((one) => /\p{L}{2}/u.test(one) && !isCourtesy(one))
    .filter((one) => one !== objective);
  const more = sentences.length > mostSentences ? ' …' : '';
  return `${sentences.slice(0, mostSentences).join(' ')}${more}`;
}
