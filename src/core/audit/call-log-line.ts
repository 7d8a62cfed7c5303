import { canonicalJson, sha256Hex } from '../digest.js';
import { isJsonObject, type Json } from '../json.js';
import { recordedMs, utcDay } from '../time.js';

/** At least this many days with calls are kept, so that a jumping clock cannot delete the log. */
export const usualDays = 30;
/** The `prev` of the very first line. */
export const noLine = '0'.repeat(64);

/** A line of the log of calls that agents made under standing permissions. `prev` is the `hash` of the line before. */
export interface CallLogLine {
  readonly prev: string;
  readonly hash: string;
  readonly atMs: number;
  /** The tool that was called, and who called it; null for a line that starts no call, such as an outcome. */
  readonly call: { readonly actor: string; readonly bridge: string; readonly tool: string } | null;
}

/** Reads a line of the log; `null` if it is not a line, or was changed. */
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
 * True when the given lines are an unbroken chain that reaches the line with hash `told`.
 * @param found from the oldest; `null` for a line that was changed
 * @param told the hash of the last line that the audit log names; `null` if it names none
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
 * True when no lines are missing at the start of the log. Old days may be deleted, but only when the usual
 * number of days is kept.
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
