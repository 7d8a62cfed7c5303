import { speaksOfExternalAction } from '../policy/external-action.js';
import {
  goesOnElsewhere,
  isCondition,
  isImperative,
  instructionIn,
  sentencesOf,
} from './instructions.js';
import { WorkTable } from './work-table.js';

export interface ProposedStep {
  readonly text: string;
  readonly gated: boolean;
}

const listItem = /^([ \t]*)(?:[-*+•]|\d{1,9}[.)])\s+(?:\[(.)\]\s+)?(.+)$/u;
const heading = /^\s*#{1,6}\s+(.*)$/u;
const gateMark = /^[\u270b\u{1f590}](?:\ufe0f|[\u{1f3fb}-\u{1f3ff}])*\s*/u;
const emphasis =
  /(^|[^\p{L}\p{N}*_\\])[*_]{1,3}(?=[^\s*_])|([^\s*_])[*_]{1,3}(?![\p{L}\p{N}*_])/gmu;
/** Matches the name and time in front of a chat message. */
export const speaker =
  /^\s*(?:\[[^\]\n]{3,30}\]|[\d/.,:-]{4,12}(?:,?\s[\d:]{4,8})?(?:\s?[ap]m)?)\s*[-–]?\s*[\p{L}\p{M} .'’+-]{1,40}:\s+/iu;
const action =
  /^\s*(?:(?:AI|action(?:\sitem)?s?|to-?do|task|next steps?)\s?[:–]|\(?AI\)?\s+[-–:])\s*(\S.*)$/iu;
const listOfWork =
  /\b(?:to-?dos?|tasks?|action items?|actions|next steps?|checklist|please|steps|shopping|groceries|buy|errands|open points|aufgaben|einkauf(?:sliste)?|tareas)\b/iu;
const clauseBreak =
  /(?:[;]\s+|,?\s+(?:and\s+(?:then|also|to)|then|and|und|y)\s+|,\s+(?:please\s+)?)(?=\p{L})/giu;
const longestNote = 150;

interface ListItem {
  readonly text: string;
  readonly box: string | null;
  readonly indent: number;
  readonly parts: string[];
}

export function proposeSteps(parts: readonly string[]): readonly ProposedStep[] {
  // Forwarded text is read only if the text before it has no steps.
  for (const part of parts) {
    const steps = stepsOf(part.replace(emphasis, '$1$2').split('\n'));
    if (steps.length > 0) return steps;
  }
  return [];
}

function stepsOf(lines: readonly string[]): readonly ProposedStep[] {
  const isShort = lines.join(' ').split(/\s+/u).length <= longestNote;
  const isAllList = lines.filter(isProse).length <= 1;
  const texts: string[] = [];
  let paragraph: string[] = [];
  let last = '';
  let list: ListItem[] = [];
  let announced = false;
  let table = new WorkTable();
  const endParagraph = (isPlain = isShort): void => {
    const sentences = sentencesOf(paragraph.join(' '));
    texts.push(...sentences.flatMap((one) => stepsIn(one, isPlain)));
    if (last.endsWith(':')) announced ||= instructionIn(sentences.at(-1) ?? '', true) !== null;
    paragraph = [];
    last = '';
  };
  const endList = (): void => {
    texts.push(...stepsInList(list, announced || isAllList));
    if (list.length > 0) announced = false;
    list = [];
  };
  for (const raw of lines) {
    const line = raw.replace(speaker, '');
    const item = itemIn(line);
    const [, work] = action.exec(item?.text ?? line) ?? [];
    if (work !== undefined) {
      endParagraph();
      endList();
      texts.push(work);
    } else if (item) {
      endParagraph();
      const over = list.at(-1);
      if (over && item.indent > over.indent) {
        if (item.box === null || item.box === ' ') over.parts.push(item.text);
      } else list.push(item);
    } else if (line.trim() !== '') {
      endList();
      const title = heading.exec(line)?.[1];
      const isTable = /^\s*\|/u.test(line) || /\s\|\s/u.test(line);
      if (raw !== line) {
        endParagraph();
        paragraph = [line.trim()];
        endParagraph(false);
      } else if (title !== undefined || isTable) {
        endParagraph();
        if (title !== undefined) announced = listOfWork.test(title);
        else texts.push(...table.stepsOfRow(line));
      } else {
        if (isShort && isImperative(line.trim()) && isWholeLine(last)) endParagraph();
        last = line.trim();
        paragraph.push(last);
        announced = last.endsWith(':') && listOfWork.test(line);
      }
    } else {
      endParagraph();
      table = new WorkTable();
    }
  }
  endParagraph();
  endList();
  return texts.filter((text) => /[\p{L}\p{N}]/u.test(text)).map(stepOf);
}

function itemIn(line: string): ListItem | null {
  const [, indent = '', box, text] = listItem.exec(line) ?? [];
  if (text === undefined) return null;
  return {
    text: text.trim(),
    box: box ?? null,
    indent: indent.replaceAll('\t', '    ').length,
    parts: [],
  };
}

function stepsInList(list: readonly ListItem[], isWork: boolean): readonly string[] {
  const isTask = ({ text, box }: ListItem): boolean =>
    box !== null || gateMark.test(text) || isImperative(text);
  const areTasks = isWork || list.filter(isTask).length * 2 > list.length;
  return list.flatMap((item) => {
    const { text, box, parts } = item;
    if (box !== null && box !== ' ') return [];
    if (!areTasks && !isTask(item)) {
      return sentencesOf(text).flatMap((one) => instructionIn(one, false) ?? []);
    }
    return [parts.length === 0 ? text : `${text} (${parts.join(', ')})`];
  });
}

function isWholeLine(line: string): boolean {
  return (
    isImperative(line) &&
    !/(?:\b(?:and|or|to|for|with|of|the|an?|my|our|your)|[,:–—-])$/iu.test(line)
  );
}

function isProse(line: string): boolean {
  return line.trim() !== '' && !listItem.test(line) && !heading.test(line);
}

/** A sentence such as “please do the following:” is no step. The list below it has the steps. */
function stepsIn(sentence: string, isShort: boolean): readonly string[] {
  if (sentence.endsWith(':')) return [];
  const request = instructionIn(sentence, isShort);
  return request === null ? [] : clausesOf(request);
}

export function linesOfSteps(steps: readonly ProposedStep[]): string {
  return steps.map(({ text, gated }) => (gated ? `\u270b ${text}` : text)).join('\n');
}

export function stepsOfLines(lines: string): readonly ProposedStep[] {
  return lines
    .split(/\r?\n/)
    .map((line) => (listItem.exec(line)?.[3] ?? line).trim())
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

function clausesOf(request: string): readonly string[] {
  const text = request.replace(/\s+/gu, ' ').trim();
  const clauses: string[] = [];
  let start = 0;
  for (const { 0: gap, index } of text.matchAll(clauseBreak)) {
    const next = index + gap.length;
    const isWhole = text.slice(start, index).includes(' ');
    const clause = text.slice(next, next + 80);
    if (!isWhole || !(isImperative(clause) || goesOnElsewhere(gap, clause))) continue;
    // “If it is late, call them” must not be cut at its comma.
    if (clauses.length === 0 && isCondition(text) && !text.slice(0, index).includes(',')) continue;
    clauses.push(text.slice(start, index));
    start = next;
  }
  clauses.push(text.slice(start));
  return clauses.map(withoutEnd).filter((clause) => clause !== '');
}

function withoutEnd(clause: string): string {
  let end = clause.length;
  while (end > 0 && /[\s.;!?。！？]/.test(clause.charAt(end - 1))) end -= 1;
  return clause.slice(0, end);
}

function sentence(text: string): string {
  const request = text.replace(/^please,?\s+/i, '');
  return request.charAt(0).toUpperCase() + request.slice(1);
}
