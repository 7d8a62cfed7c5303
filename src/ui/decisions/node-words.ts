import type { DrawnKind, DrawnNode } from '../../core/reasoning/drawing/build-drawing.js';
import type { NodeSort } from '../../core/reasoning/record-entry.js';
import { formatTime } from '../parts/text/format-time.js';

const kindWords = {
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
  observed: ['Observed', 'observed'],
  group: ['', 'folder'],
} as const satisfies Readonly<Record<DrawnKind, readonly [label: string, icon: string]>>;

const sortWords = {
  question: ['Question', 'question'],
  hypothesis: ['Hypothesis', 'idea'],
  probe: ['Probe', 'probe'],
  subsystem: ['Subsystem', 'part'],
} as const satisfies Readonly<Record<NodeSort, readonly [label: string, icon: string]>>;

type Words = readonly [
  label: string,
  icon: (typeof kindWords)[DrawnKind][1] | (typeof sortWords)[NodeSort][1],
];
const fateWords: Readonly<Partial<Record<DrawnKind, Words>>> = {
  undecided: [' · open', 'question'],
  chosen: [' · holds', 'done'],
  rejected: [' · ruled out', 'cancelled'],
  disputed: [' · in dispute', 'warning'],
  conflicting: [' · in dispute', 'warning'],
  replaced: [' · replaced', 'question'],
};

export function headOf({ kind, sort }: Pick<DrawnNode, 'kind' | 'sort'>): Words {
  if (!sort) return kindWords[kind];
  const [label, icon] = sortWords[sort];
  const [fate, sign] = fateWords[kind] ?? ['', icon];
  return [label + fate, sign];
}

export function byWords({ actor, at }: DrawnNode, now: Date): string {
  const when = at === '' ? '' : formatTime(at, now);
  return [actor, when].filter((part) => part !== '').join(' · ');
}

export function withReason(text: string, why: string): string {
  return why === '' ? text : `${text} — ${why}`;
}
