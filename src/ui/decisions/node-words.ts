import type { DrawnKind, DrawnNode } from '../../core/reasoning/drawing/build-drawing.js';
import { formatTime } from '../parts/text/format-time.js';

/** What stands above the words of a node, and its sign. */
export const kindWords = {
  goal: ['Goal', 'goal'],
  decision: ['Decision', 'decision'],
  undecided: ['Decision · open', 'waits'],
  disputed: ['Decision · in dispute', 'warning'],
  replaced: ['Decision · replaced', 'decision'],
  chosen: ['Chosen', 'done'],
  rejected: ['Rejected', 'cancelled'],
  open: ['Open', 'waits'],
  conflicting: ['In dispute', 'warning'],
  action: ['Action', 'active'],
  step: ['Step', 'active'],
  succeeded: ['Succeeded', 'done'],
  failed: ['Failed', 'cancelled'],
  ended: ['Outcome', 'done'],
  observed: ['Observed', 'idea'],
  group: ['', 'folder'],
} as const satisfies Readonly<Record<DrawnKind, readonly [label: string, icon: string]>>;

/** Who recorded it and when, as a person reads it; empty: nothing says it. */
export function byWords({ actor, at }: DrawnNode, now: Date): string {
  const when = at === '' ? '' : formatTime(at, now);
  return [actor, when].filter((part) => part !== '').join(' · ');
}

/** `E-mail — The contract asks for it` */
export function withReason(text: string, why: string): string {
  return why === '' ? text : `${text} — ${why}`;
}
