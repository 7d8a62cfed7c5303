import { blockIdAt } from '../note/block-id.js';
import type { StepRef } from './plan.js';

/** A list item: where its content starts (a column, from 0) and its box, if it has one. */
export interface ListItem {
  readonly contentColumn: number;
  readonly box: { readonly mark: string; readonly markIndex: number; readonly end: number } | null;
}

/** Indentation in columns (a tab reaches the next multiple of four) and in characters. */
export interface Indent {
  readonly columns: number;
  readonly length: number;
}

/** Measures the space before a line's first other character. */
export function readIndent(line: string): Indent {
  let columns = 0;
  let length = 0;
  for (; ; length += 1) {
    const code = line.charCodeAt(length);
    if (code === 32) columns += 1;
    else if (code === 9) columns += 4 - (columns % 4);
    else return { columns, length };
  }
}

/** Reads a list marker (`-`, `*`, `+`, `1.`, `1)`) and the box behind it (CommonMark §5.2). */
export function readListItem(line: string, indent: Indent): ListItem | null {
  let at = indent.length;
  const code = line.charCodeAt(at);
  if (code === 0x2d || code === 0x2a || code === 0x2b) {
    at += 1;
  } else {
    while (isDigit(line.charCodeAt(at)) && at - indent.length < 10) at += 1;
    const digits = at - indent.length;
    const mark = line.charCodeAt(at);
    if (digits === 0 || digits > 9 || (mark !== 0x2e && mark !== 0x29)) return null;
    at += 1;
  }
  const markerColumn = indent.columns + at - indent.length;
  let column = markerColumn;
  let content = at;
  for (; ; content += 1) {
    const space = line.charCodeAt(content);
    if (space === 32) column += 1;
    else if (space === 9) column += 4 - (column % 4);
    else break;
  }
  if (content === at && at < line.length) return null;
  // Five columns or more behind the marker make indented code, and an empty item holds one column.
  const usable = content < line.length && column - markerColumn <= 4;
  return {
    contentColumn: usable ? column : markerColumn + 1,
    box: usable ? readBox(line, content) : null,
  };
}

function readBox(line: string, at: number): ListItem['box'] {
  if (line.charCodeAt(at) !== 0x5b) return null;
  const code = line.codePointAt(at + 1);
  if (code === undefined) return null;
  const mark = String.fromCodePoint(code);
  const close = at + 1 + mark.length;
  if (line.charCodeAt(close) !== 0x5d) return null;
  const end = close + 1;
  const behind = line.charCodeAt(end);
  if (end < line.length && behind !== 32 && behind !== 9) return null;
  return { mark, markIndex: at + 1, end };
}

/** What a step's line says behind its box. */
export interface StepWording {
  readonly text: string;
  readonly id: string | null;
  readonly gated: boolean;
  /** Dependencies as written, without their resolution; null when none are declared. */
  readonly after: readonly StepRef[] | null;
}

const HAND = '\u270b';
/** The hand with what may follow it: a variation selector, a skin tone. */
const HAND_MARK = /^\u270b(?:\ufe0e|\ufe0f|\ud83c[\udffb-\udfff])*/;
const REQUIRES_APPROVAL = /\(requires (?:human )?approval\)/giu;
const AFTER = /\(after ([^()]*)\)/giu;

/** Reads a step's wording. `hasId` tells whether a word is the block id of some step. */
export function readWording(rest: string, hasId: (word: string) => boolean): StepWording {
  let text = rest.trim();
  const blockId = text.includes('^') ? blockIdAt(text) : null;
  if (blockId !== null) text = text.slice(0, blockId.index).trimEnd();
  let gated = false;
  if (text.startsWith(HAND)) {
    gated = true;
    text = withoutHand(text);
  }
  text = withoutSignifiers(text);
  let after: StepRef[] | null = null;
  if (text.includes('(')) {
    const ungated = text.replace(REQUIRES_APPROVAL, '');
    if (ungated !== text) gated = true;
    text = ungated.replace(AFTER, (whole, list: string) => {
      const refs = readRefs(list, hasId);
      if (refs === null) return whole;
      after = [...(after ?? []), ...refs];
      return '';
    });
    if (text !== rest) text = withoutSignifiers(text.replace(/ {2,}/gu, ' ').trim());
  }
  return { text, id: blockId?.id ?? null, gated, after };
}

/** A wording without the hand at its start. */
export function withoutHand(text: string): string {
  return text.replace(HAND_MARK, '').trimStart();
}

function readRefs(list: string, hasId: (word: string) => boolean): StepRef[] | null {
  const words = list.split(/[\s,]+/u).filter((word) => word !== '' && word !== 'and');
  const refs: StepRef[] = [];
  for (const word of words) {
    if (/^\d{1,6}$/u.test(word)) refs.push({ position: Number(word) });
    else if (/^\^[A-Za-z0-9-]+$/u.test(word)) refs.push({ id: word.slice(1) });
    // A bare word is a dependency only if a step bears it: "(after lunch)" is wording.
    else if (/^s\d+$/iu.test(word) || hasId(word)) refs.push({ id: word });
    else return null;
  }
  return refs.length === 0 ? null : refs;
}

/** Signifiers of the Tasks plugin at the end of a task (obsidian-tasks, "Tasks Emoji Format"). */
const SIGNIFIERS = [
  /(?:✅|❌|➕|🛫|⏳|⌛|📅|📆|🗓)\ufe0f? *\d{4}-\d\d-\d\d$/u,
  /(?:🔺|⏫|🔼|🔽|⏬)\ufe0f?$/u,
  /(?:🆔|⛔)\ufe0f? *[\w-]+(?: *, *[\w-]+)*$/u,
  /🏁\ufe0f? *\w+$/u,
  /🔁\ufe0f? *[A-Za-z0-9, ]+$/u,
];
/** No signifier is longer; looking at the end only keeps long lines cheap. */
const SIGNIFIER_LENGTH = 200;
const MAX_SIGNIFIERS = 32;

function withoutSignifiers(text: string): string {
  if (!/[\u231b\u23e9-\u23f3\u26d4\u2705\u274c\u2795\ud83c\ud83d]/.test(text)) return text;
  let kept = text;
  for (let count = 0; count < MAX_SIGNIFIERS; count += 1) {
    const cut = Math.max(0, kept.length - SIGNIFIER_LENGTH);
    const tail = kept.slice(cut);
    const at = SIGNIFIERS.map((signifier) => tail.search(signifier)).find((index) => index >= 0);
    if (at === undefined) break;
    kept = kept.slice(0, cut + at).trimEnd();
  }
  return kept;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
