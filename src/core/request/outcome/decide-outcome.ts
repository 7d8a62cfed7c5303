import { isJsonObject } from '../../json.js';
import { foldLine } from '../../text/text-line.js';
import { inlineText } from '../../text/inline-text.js';
import type { CallReport } from './call-report.js';
import { quoted } from '../../text/quote.js';
import { reportsFailure } from './reported-failure.js';
import { hexOf } from '../../text/show-invisible.js';
import {
  answerText,
  isSilent,
  isToolResult,
  partsOf,
  sameAs,
  withoutEmptyResult,
} from './tool-result.js';

/** What became of a call (G3 in docs/gate.md). */
export type OutcomeKind = 'executed' | 'not_executed' | 'unknown';

export interface Outcome {
  readonly kind: OutcomeKind;
  readonly reason: string;
  readonly answer: string;
  readonly warning?: string;
}

/** Counted in UTF-16 units. */
export const answerLimit = 4_000;
const longestMismatch = 1_000;
const longestQuote = 160;
const longestWhy = 200;

/** These JSON-RPC codes suggest a refusal. They do not prove it. */
const likelyRefusals = new Set([-32601, -32602]);
const refusedStatuses = new Set([401, 403, 404, 405, 413, 415, 429]);

/** Returns the outcome of a call (docs/gate.md, "What an answer means"). */
export function outcomeOf(report: CallReport, success: string | null): Outcome {
  switch (report.kind) {
    case 'result':
      return outcomeOfResult(report, success);
    case 'rpc_error':
      return outcomeOfRpcError(report);
    case 'http_status':
      return refusedStatuses.has(report.status)
        ? verdict(
            'not_executed',
            `The server says that it refused the call (HTTP ${report.status}).`,
            report.detail,
          )
        : verdict(
            'unknown',
            `The server answered HTTP ${report.status}, which proves nothing.`,
            report.detail,
          );
    case 'not_sent':
      return verdict('not_executed', withDetail(notMade, report.detail), report.detail);
    case 'lost':
      return verdict('unknown', withDetail('No usable answer came.', report.detail));
    case 'timeout':
      return verdict(
        'unknown',
        `The server did not answer within ${report.afterMs / 1000} s; such calls usually still finish, unless Countersign stops first.`,
      );
    case 'cancelled':
      return verdict('unknown', 'The call was cancelled after it had been sent.');
    case 'input_required':
      return verdict('unknown', 'The server asked for input, which it never gets.', report.detail);
  }
}

const notMade = 'The server could not be called.';

function withDetail(says: string, detail: string): string {
  const [line = ''] = detail.split('\n', 1);
  const why = line.slice(0, longestWhy).trim().replace(/\.$/u, '');
  return why === '' ? says : `${says} ${why}.`;
}

export function neverSent(why: string): Outcome {
  return verdict('not_executed', `The call was not made. ${why}`);
}

function outcomeOfResult(
  report: Extract<CallReport, { kind: 'result' }>,
  success: string | null,
): Outcome {
  const { result: whole, shown = whole } = report;
  if (!isToolResult(whole)) {
    return verdict('unknown', 'The answer was not a tool result.', JSON.stringify(shown));
  }
  const result = withoutEmptyResult(whole);
  // Notes show `answer`, so it must not have secrets.
  const real = answerText(result);
  const answer = isJsonObject(shown) ? answerText(shown) : '';
  if ('isError' in result && result['isError'] !== false) {
    return verdict(
      'unknown',
      'The tool reported an error, which does not prove that nothing happened.',
      answer,
    );
  }
  if (success !== null && !matches(success, real)) {
    return verdict('unknown', `The server did not confirm it. ${said(answer)}`, answer);
  }
  const failing = failingPart(partsOf(result), success);
  if (failing !== -1) {
    const shownPart = isJsonObject(shown) ? partsOf(shown)[failing] : undefined;
    const told = shownPart === undefined || shownPart === '' ? answer : shownPart;
    return verdict(
      'unknown',
      failureReason(told),
      answer.includes(told) ? answer : `${told}\n${answer}`,
    );
  }
  if (success === null && isSilent(result)) {
    return verdict('unknown', 'The server said nothing, not even that it succeeded.', answer);
  }
  const outcome = verdict('executed', 'The server reports success.', answer);
  return report.outputMismatch === undefined
    ? outcome
    : {
        ...outcome,
        warning: `The answer does not match the tool's output schema: ${quoted(report.outputMismatch, longestMismatch)}`,
      };
}

function failingPart(parts: readonly string[], success: string | null): number {
  const confirmed =
    success === null ? undefined : parts.find((text) => text !== '' && matches(success, text));
  if (success === null || confirmed === undefined) return parts.findIndex(reportsFailure);
  const repeats = sameAs(confirmed);
  return parts.findIndex((text) => {
    if (text === confirmed) return failsDespite(text, new RegExp(success, 'gu'));
    return !repeats(text) && reportsFailure(text);
  });
}

function failureReason(told: string): string {
  const why = 'reads like a failure, which does not prove that nothing happened.';
  const text = foldLine(told);
  if (text === '') return `Its answer ${why}`;
  if (text.length <= longestQuote) return `${said(text)} That ${why}`;
  // The first words of a longer answer may be others than those that read like a failure.
  const end = inlineText(text.slice(-longestQuote).replace(/^[\udc00-\udfff]/, ''));
  return `Its answer ${why} It begins: ${inQuotes(firstLine(text))}. It ends: ${inQuotes(`… ${end}`)}. The request’s note has more of it.`;
}

/** A pattern such as “sent” also matches “was not sent”. */
function failsDespite(text: string, success: RegExp): boolean {
  if (reportsFailure(text.replace(success, ' '))) return true;
  const matched = text.match(success)?.join(' ') ?? '';
  return reportsFailure(text) && !reportsFailure(matched);
}

/** A server may answer with any error code after it did the work. */
function outcomeOfRpcError(report: Extract<CallReport, { kind: 'rpc_error' }>): Outcome {
  const { code, message, refused } = report;
  return verdict(
    'unknown',
    `The server answered with error ${code}.${hintOn(code, refused)}`,
    message,
  );
}

function hintOn(code: number, refused = false): string {
  if (refused) {
    return ' It asked for something during the call and was refused, so the tool may have begun.';
  }
  return likelyRefusals.has(code)
    ? ' It probably did not run, but some servers answer this after the tool ran.'
    : '';
}

function said(answer: string): string {
  const line = firstLine(answer);
  return line === '' ? 'It said nothing.' : `It said: ${inQuotes(line)}`;
}

function inQuotes(line: string): string {
  return `“${line.replace(/[“”]/gu, '"')}”`;
}

function firstLine(answer: string): string {
  const line = answer.trim().replace(/\n[^]*/, '');
  const start = line.slice(0, longestQuote).replace(/[\ud800-\udbff]$/, '');
  return inlineText(start.length < line.length ? `${start} …` : line);
}

function matches(success: string, answer: string): boolean {
  try {
    return new RegExp(success, 'u').test(answer);
  } catch {
    return false;
  }
}

function verdict(kind: OutcomeKind, reason: string, answer = ''): Outcome {
  return { kind, reason: showControls(reason), answer: showControls(answer) };
}

const unseen = /[^\P{C}\t\n\p{Cn}]|[\p{Zl}\p{Zp}]/gu;

function showControls(text: string): string {
  const kept = text.slice(0, answerLimit).replace(/[\ud800-\udbff]$/, '');
  const capped = text.length > answerLimit ? `${kept} … (cut)` : text;
  return capped.replace(unseen, (character) => `<U+${hexOf(character)}>`);
}
