import { inlineText } from '../text/inline-text.js';
import { isJsonObject, type Json, type JsonObject } from '../json.js';
import { isoSeconds, readInstant } from '../time.js';
import { showHidden } from '../text/text-line.js';
import { inReadingOrder } from './action/argument-order.js';
import { callName } from './call-title.js';
import type { EditedPart } from './edited-since.js';
import type { Outcome } from './outcome/decide-outcome.js';
import { showUnseen } from '../text/show-invisible.js';
import { withIsolates } from '../text/text-direction.js';
import { kindOf } from './action/value-kind.js';
import { trimEnd } from '../text/trim-end.js';

export interface OutcomeNotice {
  readonly attemptId: string;
  /** The signed content (`S` in docs/gate.md). */
  readonly sent: string;
  readonly outcome: Outcome;
  readonly at: string;
  readonly edited?: EditedPart;
  readonly isPractice?: true;
}

export interface WordNotice {
  readonly attemptId: string;
  readonly sent?: string;
  readonly isChanged?: boolean;
  readonly edited?: EditedPart;
  readonly at: string;
}

export interface LateNotice {
  readonly attemptId: string;
  readonly reason: string;
  readonly answer: string;
  readonly at: string;
}

export function formatEditedPart(part: EditedPart, kind: Outcome['kind']): string {
  const call = `is the call under Outcome, not the ${part} of this note.`;
  switch (kind) {
    case 'executed':
      return `This note was edited after its action was sent. What was sent ${call}`;
    case 'unknown':
      return `This note was edited after it was approved. What may have been sent ${call}`;
    case 'not_executed':
      return `This note was edited after it was approved. What was approved, and not sent, ${call}`;
  }
}

export function outcomeSection(notice: OutcomeNotice): string[] {
  const { attemptId, at, edited, outcome, sent } = notice;
  const { kind, reason, answer, warning } = outcome;
  return [
    '## Outcome',
    `- ${inlineText(reason)}`,
    ...(edited === undefined ? [] : [`- ${formatEditedPart(edited, kind)}`]),
    ...(warning === undefined ? [] : [`- ${inlineText(warning)}`]),
    '',
    ...callCallout(sent, callHeadings[kind]),
    ...(kind === 'not_executed' && answer === '' ? [] : answerCallout(answer)),
    ...recordCallout(`${at} · attempt \`${attemptId}\` · **${kind.replace('_', ' ')}**`, sent),
  ];
}

const callHeadings: Readonly<Record<Outcome['kind'], string>> = {
  executed: 'What was sent',
  unknown: 'What may have been sent',
  not_executed: 'What would have been sent',
};

export function happenedSection(notice: WordNotice, callLines = signedCall): string[] {
  const { attemptId, at, edited, isChanged, sent } = notice;
  return [
    '## Outcome',
    `- ${at} · attempt \`${attemptId}\` · **a person says that it happened**`,
    '- No server confirmed it: for the ledger, the outcome of that attempt stays unknown.',
    ...(isChanged ? ['- This note was changed after that person had looked at it.'] : []),
    ...(edited === undefined ? [] : [`- ${formatEditedPart(edited, 'executed')}`]),
    '',
    ...(sent === undefined ? [] : callLines(sent)),
  ];
}

function signedCall(sent: string): string[] {
  return [
    ...callCallout(sent, 'What was sent'),
    ...recordCallout('The call as it was signed', sent),
  ];
}

export function lateSection(
  { attemptId, at, reason, answer }: LateNotice,
  answerLines = answerCallout,
): string[] {
  return [
    '## Late answer',
    `- ${at} · attempt \`${attemptId}\` · **late answer**`,
    '- It came after the call had been given up, and changes nothing by itself.',
    `- ${inlineText(reason)}`,
    '',
    ...answerLines(answer),
  ];
}

/** Returns the lines of a callout that reports an executed call. */
export function doneLines(
  sent: string | undefined,
  {
    recipient,
    at,
    reason,
  }: { readonly recipient: string; readonly at: string; readonly reason: string },
): string[] {
  const call = sent === undefined ? null : readCall(sent);
  return [
    ...(call === null ? [] : [`> ${withIsolates(plainLine(callName(call, recipient)))}`]),
    `> ${withIsolates(`${formatDate(at)} ${inlineText(reason)}`.trim())}`,
  ];
}

function formatDate(at: string): string {
  const ms = readInstant(at)?.ms;
  if (ms === undefined) return '';
  const iso = isoSeconds(ms);
  return `On ${iso.slice(0, 10)} at ${iso.slice(11, 16)} UTC.`;
}

const longestValue = 20_000;

function callCallout(sent: string, heading: string): string[] {
  const call = readCall(sent);
  if (call === null) return [];
  const args = inReadingOrder(Object.entries(call.arguments), ([name]) => name);
  return [
    `> [!quote]- ${heading}`,
    ...(args.length === 0 ? ['> Nothing: the tool takes no arguments.'] : []),
    ...args.flatMap(([name, value = null]) => argumentLines(name, value)),
    '',
  ];
}

function argumentLines(name: string, value: Json): string[] {
  const kind = kindOf(value);
  const label = `> **${plainLine(name)}**`;
  const text = valueText(value);
  if (text === '') return [`${label} (empty)`];
  const cut = text.length > longestValue;
  const shown = cut ? `${text.slice(0, longestValue)}…` : text;
  const isPlain = kind === 'text' || isTexts(value);
  return [
    `${label}${isPlain ? '' : ` (${kind})`}${cut ? ' (cut, whole below)' : ''}`,
    ...fenced(shown, 'text'),
  ];
}

function valueText(value: Json): string {
  if (typeof value === 'string') return trimEnd(value, '\r\n');
  return isTexts(value) ? value.join('\n') : JSON.stringify(value, null, 2);
}

function isTexts(value: Json): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((it) => typeof it === 'string' && !/[\r\n]/.test(it))
  );
}

function answerCallout(answer: string): string[] {
  return answer === ''
    ? ['The server said nothing.', '']
    : ['> [!quote]- What the server said', ...fenced(answer, 'text'), ''];
}

function recordCallout(line: string, sent: string): string[] {
  return ['> [!info]- For checking', `> ${line}`, ...fenced(sent, 'json'), ''];
}

interface SentCall {
  readonly tool: string;
  readonly arguments: JsonObject;
}

function readCall(sent: string): SentCall | null {
  try {
    const s = JSON.parse(sent) as Json;
    if (!isJsonObject(s)) return null;
    const { tool, arguments: args } = s;
    return typeof tool === 'string' && isJsonObject(args) ? { tool, arguments: args } : null;
  } catch {
    return null;
  }
}

/** Untrusted text must not close the code block. */
function fenced(text: string, info: 'text' | 'json'): string[] {
  const lines = showUnseen(showHidden(text).replace(/\r\n?/g, '\n'))
    .replace(/`{3,}|~{3,}/g, "'''")
    .split('\n');
  return [`> \`\`\`${info}`, ...lines.map((line) => (line === '' ? '>' : `> ${line}`)), '> ```'];
}

function plainLine(text: string): string {
  return inlineText(text).replace(/[\\*#]|=(?==)|:(?=:)/g, '\\$&');
}
