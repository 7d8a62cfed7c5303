import { canonicalJson, sha256Hex } from '../digest.js';
import { isJsonObject, type Json } from '../json.js';
import { recordedMs, utcDay } from '../time.js';

export const usualDays = 30;
export const noLine = '0'.repeat(64);

/** One line of the log of calls that a person permitted in advance. */
export interface CallLogLine {
  readonly prev: string;
  readonly hash: string;
  readonly atMs: number;
  /** Null when the line does not record the start of a call. */
  readonly call: LoggedCallStart | null;
  /** The id of a call that never reached its server. Null on other lines. */
  readonly unsent: string | null;
}

interface LoggedCallStart {
  readonly id: string;
  readonly actor: string;
  readonly bridge: string;
  readonly tool: string;
}

/** Reads one line of the log. Null if the line is damaged. */
export function readCallLogLine(json: Json): CallLogLine | null {
  if (!isJsonObject(json)) return null;
  const { hash, ...rest } = json;
  const { is, at, prev, id, actor, bridge, tool, sent } = rest;
  const isWhole = typeof prev === 'string' && hash === sha256Hex(canonicalJson(rest));
  if (!isWhole || typeof at !== 'string') return null;
  const isCall =
    is === 'call' &&
    typeof actor === 'string' &&
    typeof bridge === 'string' &&
    typeof tool === 'string';
  const call = isCall ? { id: typeof id === 'string' ? id : hash, actor, bridge, tool } : null;
  const unsent = is === 'outcome' && sent === false && typeof id === 'string' ? id : null;
  return { prev, hash, atMs: recordedMs({ at }), call, unsent };
}

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

export function isBeginThere(
  all: readonly (CallLogLine | null)[],
  told: readonly string[],
): boolean {
  const days = new Set(all.map((line) => line && utcDay(line.atMs)));
  const hashes = new Set(all.map((line) => line?.hash));
  if (all[0]?.prev === noLine) return told.every((hash) => hashes.has(hash));
  return days.size >= usualDays || all.length === 0;
}
