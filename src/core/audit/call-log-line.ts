import { canonicalJson, sha256Hex } from '../digest.js';
import { isJsonObject, type Json } from '../json.js';
import { recordedMs, utcDay } from '../time.js';

/** At least this many days with calls are kept, so that a jumping clock cannot delete the log. */
export const usualDays = 30;
/** The hash before the first line. */
export const noLine = '0'.repeat(64);

/**
 * A line of the log of calls that agents made under standing permissions. Each contains the hash of the one
 * before.
 */
export interface CallLogLine {
  readonly prev: string;
  readonly hash: string;
  readonly atMs: number;
  /** What was called, and by whom; `null` if it is about no new call. */
  readonly call: { readonly actor: string; readonly bridge: string; readonly tool: string } | null;
}

/** Reads a line of the log as it was written; `null` if it is not one. */
export function readCallLogLine(json: Json): CallLogLine | null {
  if (!isJsonObject(json)) return null;
  const { hash, ...rest } = json;
  const { is, at, prev, actor, bridge, tool } = rest;
  const isWhole = typeof prev === 'string' && hash === sha256Hex(canonicalJson(rest));
  if (!isWhole || typeof at !== 'string') return null;
  const isCall =
    is === 'call' &&
    typeof actor === 'string' &&
    typeof bridge === 'string' &&
    typeof tool === 'string';
  const call = isCall ? { actor, bridge, tool } : null;
  return { prev, hash, atMs: recordedMs({ at }), call };
}

/**
 * Whether no line of the log was lost or changed, as far as the given lines can show.
 * @param found from the oldest; `null` for a line that is not as it was written
 * @param told the hash of the last line that the audit log covers; `null` if it covers none
 */
export function isCallLogWhole(
  found: readonly (CallLogLine | null)[],
  told: string | null,
): boolean {
  const isChained = found.every(
    (line, at) => line !== null && (at === 0 || line.prev === found[at - 1]?.hash),
  );
  const isThere = found.some(
    (line, at) => line?.hash === told || (at === 0 && line?.prev === told),
  );
  return isChained && (told === null || isThere);
}

/**
 * Whether the log begins with its first line, as far as the lines show. Only days beyond those always kept
 * are dropped, and a log that was lost and began again lacks lines that the ledger names.
 * @param all the kept lines, from the oldest
 * @param told the hashes of all lines that the ledger names
 */
export function isBeginThere(
  all: readonly (CallLogLine | null)[],
  told: readonly string[],
): boolean {
  const days = new Set(all.map((line) => line && utcDay(line.atMs)));
  const hashes = new Set(all.map((line) => line?.hash));
  if (all[0]?.prev === noLine) return told.every((hash) => hashes.has(hash));
  return days.size >= usualDays || all.length === 0;
}
