import { readLogEntry } from '../reasoning/record-entry.js';
import { blockIdAt } from '../note/block-id.js';
import type { LogLineParts, LogRecord } from './plan.js';
import { showUnseen } from '../text/show-invisible.js';
import { withIsolates, withoutIsolates } from '../text/text-direction.js';
import { plainLine } from '../text/text-line.js';

const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/uy;
const DASH = ' — ';

/**
 * Splits a log line such as `- [ISO] Actor: … ^id` into its parts. Null if the line is no log
 * entry.
 */
export function readLogLine(line: string): LogLineParts | null {
  if (!/^[-*+][ \t]/u.test(line)) return null;
  let at = 1;
  while (line[at] === ' ' || line[at] === '\t') at += 1;
  const bracketed = line[at] === '[';
  TIME.lastIndex = bracketed ? at + 1 : at;
  const time = TIME.exec(line)?.[0];
  if (time === undefined) return null;
  at = TIME.lastIndex;
  TIME.lastIndex = 0;
  if (bracketed) {
    if (line[at] !== ']') return null;
    at += 1;
  }
  const colon = line.indexOf(': ', at);
  if (colon === -1) return null;
  const actor = line.slice(at, colon).trim();
  if (actor === '') return null;
  const rest = line.slice(colon + 2);
  const blockId = rest.includes('^') ? blockIdAt(rest) : null;
  const body = blockId ? rest.slice(0, blockId.index) : rest;
  return { at: time, actor: withoutIsolates(actor), body, blockId: blockId?.id ?? null };
}

/**
 * Reads a log line such as `- [ISO] Actor: Action — Rationale ^id`. Null if the line is no log
 * entry.
 */
export function parseLogEntry(line: string): LogRecord | null {
  const parts = readLogLine(line);
  if (!parts) return null;
  const { at, actor, body, blockId } = parts;
  const dash = body.indexOf(DASH);
  const action = (dash === -1 ? body : body.slice(0, dash)).trim();
  const rationale = dash === -1 ? '' : body.slice(dash + DASH.length).trim();
  const record = {
    at,
    actor,
    action: withoutIsolates(action),
    rationale: withoutIsolates(rationale),
  };
  return blockId === null ? record : { ...record, blockId };
}

/** Writes a log entry as one line, such as `- [ISO] Actor: Action — Rationale.`. */
export function formatLogEntry(record: LogRecord): string {
  const action = written(record.action.replaceAll('—', '-'));
  const rationale = written(record.rationale);
  const isEnded = record.blockId !== undefined || /[.!?…]$/u.test(rationale || action);
  const end = isEnded ? '' : '.';
  const isEntry = readLogEntry({ ...record, action, rationale }) !== null;
  const plain = isEntry ? action.replace('[[', '\\[[') : action;
  const said = rationale === '' ? [plain + end] : [plain, rationale + end];
  return logLine(record, said.map(withIsolates).join(DASH), record.blockId ?? null);
}

export function formatLogLine({ body, blockId, ...record }: LogLineParts): string {
  return logLine(record, withIsolates(written(body)), blockId);
}

function logLine(
  record: Pick<LogRecord, 'at' | 'actor'>,
  body: string,
  blockId: string | null,
): string {
  const actor = withIsolates(written(record.actor.replaceAll(':', ' ')));
  const at = written(record.at).replace(/[[\]]/gu, '');
  return `- [${at}] ${actor}: ${body}${blockId === null ? '' : ` ^${blockId}`}`;
}

function written(value: string): string {
  return showUnseen(plainLine(value));
}
