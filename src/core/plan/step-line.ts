import { blockIdAt } from '../note/block-id.js';
import type { StepRef } from './plan.js';

export interface StepWording {
  readonly text: string;
  readonly id: string | null;
  readonly gated: boolean;
  readonly after: readonly StepRef[] | null;
  readonly hasSignifiers: boolean;
}

const HAND = /[\u270b\u{1f590}]|&#(?:0*(?:9995|128400)|x0*(?:270b|1f590));/iu;
const HAND_MARK =
  /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*[\u270b\u{1f590}](?:\ufe0e|\ufe0f|[\u{1f3fb}-\u{1f3ff}])*/u;
const REQUIRES_APPROVAL = /\(requires (?:human )?approval\)/giu;
const AFTER = /\(after ([^()]*)\)/giu;

/** Reads the text after the box of a step. */
export function readWording(rest: string, hasId: (word: string) => boolean): StepWording {
  let text = rest.trim();
  const blockId = text.includes('^') ? blockIdAt(text) : null;
  if (blockId !== null) text = text.slice(0, blockId.index).trimEnd();
  // A person expects that a ✋ anywhere in the line gates the step.
  let gated = HAND.test(text);
  if (gated) text = withoutHand(text);
  const signified = text;
  text = withoutSignifiers(text);
  let hasSignifiers = text !== signified;
  const after: StepRef[] = [];
  let namesOthers = false;
  if (text.includes('(')) {
    const ungated = text.replace(REQUIRES_APPROVAL, '');
    if (ungated !== text) gated = true;
    text = ungated.replace(AFTER, (whole, list: string) => {
      const refs = readRefs(list, hasId);
      if (refs === null) return whole;
      namesOthers = true;
      for (const ref of refs) after.push(ref);
      return '';
    });
    if (text !== rest) {
      const folded = text.replace(/ {2,}/gu, ' ').trim();
      text = withoutSignifiers(folded);
      hasSignifiers ||= text !== folded;
    }
  }
  return { text, id: blockId?.id ?? null, gated, after: namesOthers ? after : null, hasSignifiers };
}

export function withoutHand(text: string): string {
  return text.replace(HAND_MARK, '').trimStart();
}

function readRefs(list: string, hasId: (word: string) => boolean): StepRef[] | null {
  const words = list.split(/[\s,]+/u).filter((word) => word !== '' && word !== 'and');
  const refs: StepRef[] = [];
  for (const word of words) {
    if (/^\d{1,6}$/u.test(word)) refs.push({ position: Number(word) });
    else if (/^\^[A-Za-z0-9-]+$/u.test(word)) refs.push({ id: word.slice(1) });
    // “(after s2)” always names a step. “(after lunch)” names one only if a step has the id
    // `lunch`.
    else if (/^s\d+$/iu.test(word) || hasId(word)) refs.push({ id: word });
    else return null;
  }
  return refs.length === 0 ? null : refs;
}

/** Marks of the Tasks plugin (obsidian-tasks, "Tasks Emoji Format"). */
const SIGNIFIERS = [
  /(?:✅|❌|➕|🛫|⏳|⌛|📅|📆|🗓)\ufe0f? *\d{4}-\d\d-\d\d$/u,
  /(?:🔺|⏫|🔼|🔽|⏬)\ufe0f?$/u,
  /(?:🆔|⛔)\ufe0f? *[\w-]+(?: *, *[\w-]+)*$/u,
  /🏁\ufe0f? *\w+$/u,
  /🔁\ufe0f? *[A-Za-z0-9, ]+$/u,
];
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
