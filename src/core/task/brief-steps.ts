import { speaksOfExternalAction } from '../policy/external-action.js';
import { ownWords } from './own-words.js';
import { isCondition, isImperative, requestIn, sentencesOf } from './requests.js';

/** A step as proposed for a new plan. */
export interface ProposedStep {
  readonly text: string;
  readonly gated: boolean;
}

const listItem = /^\s*(?:[-*+•]|\d{1,9}[.)])\s+(?:\[(.)\]\s+)?(.+)$/u;
const heading = /^\s*#{1,6}\s+(.*)$/u;
const gateMark = /^\u270b\ufe0f?\s*/u;
/** Who said it in a chat, and when. */
export const speaker =
  /^\s*(?:\[[^\]\n]{3,30}\]|[\d/.,:-]{4,12}(?:,?\s[\d:]{4,8})?(?:\s?[ap]m)?)\s*[-–]?\s*[\p{L}\p{M} .'’+-]{1,40}:\s+/iu;
const action =
  /^\s*(?:(?:AI|action(?:\sitem)?s?|to-?do|task|next steps?)\s?[:–]|\(?AI\)?\s+[-–:])\s*(\S.*)$/iu;
/** What announces a list of things to do. */
const listOfWork =
  /\b(?:to-?dos?|tasks?|action items?|actions|next steps?|checklist|please|steps|shopping|groceries|buy|errands|open points|aufgaben|einkauf(?:sliste)?|tareas)\b/iu;
const clauseBreak =
  /(?:[;]\s+|,?\s+(?:and\s+(?:then|also)|then|and)\s+|,\s+(?:please\s+)?)(?=\p{L})/giu;
/** In a text with more words, a sentence that only begins with a verb speaks to its readers. */
const longestNote = 150;

/**
 * Proposes steps for a brief by rule, for a person to change: what its lists ask for, and its sentences that ask for
 * something ("Generate an invoice, send it and log it", "Could you …?"). Quoted replies, signatures and greetings ask
 * for nothing. Steps that reach outside the vault are gated.
 */
export function proposeSteps(brief: string): readonly ProposedStep[] {
  const lines = ownWords(brief).text.split('\n');
  const isShort = lines.join(' ').split(/\s+/u).length <= longestNote;
  const isAllList = lines.filter(isProse).length <= 1;
  const texts: string[] = [];
  let paragraph = '';
  let announced = false;
  const endParagraph = (): void => {
    texts.push(...sentencesOf(paragraph).flatMap((one) => stepsIn(one, isShort)));
    paragraph = '';
  };
  for (const raw of lines) {
    const line = raw.replace(speaker, '');
    const [, box, item] = listItem.exec(line) ?? [];
    const [, work] = action.exec(item ?? line) ?? [];
    if (item === undefined && work === undefined) {
      const title = heading.exec(line)?.[1];
      const isTable = /^\s*\|/u.test(line) || /\s\|\s/u.test(line);
      if (title !== undefined || line.trim() === '' || isTable || raw !== line) endParagraph();
      if (title !== undefined) announced = listOfWork.test(title);
      else if (!isTable && line.trim() !== '') {
        paragraph = `${paragraph} ${line.trim()}`.trim();
        announced = /:\s*$/u.test(line) && (listOfWork.test(line) || ask(paragraph));
      }
      continue;
    }
    endParagraph();
    // What is ticked is done.
    if (box !== undefined && box !== ' ') continue;
    const text = (work ?? item ?? '').trim();
    const isWork = work !== undefined || box === ' ' || gateMark.test(text) || announced;
    if (isWork || isAllList || isImperative(text)) texts.push(text);
    else texts.push(...sentencesOf(text).flatMap((one) => requestIn(one, false) ?? []));
  }
  endParagraph();
  return texts.filter((text) => /[\p{L}\p{N}]/u.test(text)).map(stepOf);
}

function isProse(line: string): boolean {
  return line.trim() !== '' && !listItem.test(line) && !heading.test(line);
}

/** Whether its last sentence asks for something: a list below says what. */
function ask(paragraph: string): boolean {
  const last = sentencesOf(paragraph).at(-1) ?? '';
  return requestIn(last, true) !== null;
}

/** What one sentence asks for; a list below says it better than “please do the following:”. */
function stepsIn(sentence: string, isShort: boolean): readonly string[] {
  if (sentence.endsWith(':')) return [];
  const request = requestIn(sentence, isShort);
  return request === null ? [] : clausesOf(request);
}

/** Steps as a person reads and changes them before the plan is written: one on each line. */
export function linesOfSteps(steps: readonly ProposedStep[]): string {
  return steps.map(({ text, gated }) => (gated ? `\u270b ${text}` : text)).join('\n');
}

/** Steps from such lines. What reaches outside the vault is gated, whatever became of its ✋. */
export function stepsOfLines(lines: string): readonly ProposedStep[] {
  return lines
    .split(/\r?\n/)
    .map((line) => (listItem.exec(line)?.[2] ?? line).trim())
    .filter((line) => line.replace(gateMark, '') !== '')
    .map(stepOf);
}

function stepOf(text: string): ProposedStep {
  const bare = text.trim().replace(gateMark, '');
  return {
    text: sentence(bare),
    gated: gateMark.test(text.trim()) || speaksOfExternalAction(bare),
  };
}

/** Cuts only where the next clause begins with a verb; all other text stays as it is. */
function clausesOf(request: string): readonly string[] {
  const text = request.replace(/\s+/gu, ' ').trim();
  const clauses: string[] = [];
  let start = 0;
  for (const { 0: gap, index } of text.matchAll(clauseBreak)) {
    const next = index + gap.length;
    // A verb alone belongs to what follows: "Generate and send the invoice".
    const isWhole = text.slice(start, index).includes(' ');
    if (!isWhole || !isImperative(text.slice(next, next + 80))) continue;
    // “If it is late, call them”: what is to be done comes behind it.
    if (clauses.length === 0 && isCondition(text) && !text.slice(0, index).includes(',')) continue;
    clauses.push(text.slice(start, index));
    start = next;
  }
  clauses.push(text.slice(start));
  return clauses.map(withoutEnd).filter((clause) => clause !== '');
}

/** Not by an expression, which would begin at each of many such marks. */
function withoutEnd(clause: string): string {
  let end = clause.length;
  while (end > 0 && /[\s.;!?]/.test(clause.charAt(end - 1))) end -= 1;
  return clause.slice(0, end);
}

function sentence(text: string): string {
  const request = text.replace(/^please,?\s+/i, '');
  return request.charAt(0).toUpperCase() + request.slice(1);
}
