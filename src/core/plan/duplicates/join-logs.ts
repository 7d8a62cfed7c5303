import { applyEdits, type Edit } from '../../text/edit.js';
import { isoSeconds, readInstant } from '../../time.js';
import { lineEndOf } from '../../text/lines.js';
import { blockIdAt } from '../../note/block-id.js';
import { formatLogEntry, parseLogEntry } from '../log-entry.js';
import { logBlocks, readLogLines, type LogLine } from '../log-lines.js';
import { isRecordLine, withOwnIds } from './redrawn-ids.js';
import { parsePlan } from '../parse-plan.js';
import type { LogRecord, Plan, Step } from '../plan.js';

/**
 * An entry is compared with at most this many equal lines of the kept log. So the entry may be
 * written twice, but no entry is lost.
 */
const mostCompared = 1_000;

type Block = readonly LogLine[];

/** Returns entries of the other log that the kept log lacks. */
export function missingBlocks(kept: Plan, other: Plan): readonly Block[] {
  const origin = originOf(kept, other);
  const have = readLogLines(kept).map(({ text }) => bare(text, origin));
  const places = new Map<string, number[]>();
  for (const [at, line] of have.entries()) {
    const known = places.get(line);
    if (known) known.push(at);
    else places.set(line, [at]);
  }
  const isTaken = new Array<boolean>(have.length).fill(false);
  const firstFree = new Map<string, number>();
  const takes = (block: Block): boolean => {
    const wanted = block.map(({ text }) => text.trimEnd());
    const [first = ''] = wanted;
    const starts = places.get(first) ?? [];
    let from = firstFree.get(first) ?? 0;
    while (from < starts.length && isTaken[starts[from] ?? 0] === true) from += 1;
    firstFree.set(first, from);
    for (const start of starts.slice(from, from + mostCompared)) {
      if (!wanted.every((line, at) => have[start + at] === line && isTaken[start + at] !== true))
        continue;
      for (let at = 0; at < wanted.length; at += 1) isTaken[start + at] = true;
      return true;
    }
    return false;
  };
  const blocks = logBlocks(withOwnIds(readLogLines(kept), readLogLines(other)));
  const missing = new Set(
    [...blocks].sort((a, b) => b.length - a.length).filter((block) => !takes(block)),
  );
  return blocks.filter((block) => missing.has(block));
}

/**
 * Returns the edits that merge the other log into the kept log. Null if the logs cannot be merged.
 */
export function joinLogs(kept: Plan, other: Plan, entry: LogRecord): readonly Edit[] | null {
  const missing = missingBlocks(kept, other);
  if (missing.length === 0 && saysAlready(kept, entry)) return [];
  const origin = originOf(kept, other);
  const placeFor = placesIn(kept);
  const inserts = new Map<number, string[]>();
  const insert = (at: number, ...lines: readonly string[]): void => {
    const before = inserts.get(at);
    if (before) before.push(...lines);
    else inserts.set(at, [...lines]);
  };
  for (const [block, atMs] of datedBlocks(missing, other)) {
    const at = placeFor(atMs);
    for (const { text, isEntry } of block)
      insert(at, isEntry && !isRecordLine(text) ? withOrigin(text, origin) : text);
  }
  insert(kept.logEnd, formatLogEntry(entry));
  const edits = [...inserts].map(([at, lines]) => insertLines(kept.text, at, lines));
  const { plan } = parsePlan(applyEdits(kept.text, edits), kept.path);
  const added = missing.filter(([first]) => first?.isEntry).length + 1;
  const holds =
    plan?.log.length === kept.log.length + added &&
    plan.steps.map(wordsOf).join('\n') === kept.steps.map(wordsOf).join('\n') &&
    missingBlocks(plan, other).length === 0;
  return holds ? edits : null;
}

/** Returns the latest recorded time of these plans (ISO-8601 UTC). */
export function latestTime(plans: readonly Plan[]): string {
  const times = plans.flatMap(({ createdDate, log }) => [createdDate, ...log.map(({ at }) => at)]);
  const newestMs = times.reduce((ms, time) => Math.max(ms, readInstant(time)?.ms ?? 0), 0);
  return isoSeconds(newestMs);
}

/** True when a log has an entry with this action and rationale. */
export function saysAlready(plan: Plan, entry: LogRecord): boolean {
  const told = parseLogEntry(formatLogEntry(entry));
  return plan.log.some(
    ({ action, rationale }) => action === told?.action && rationale === told.rationale,
  );
}

function originOf(kept: Plan, other: Plan): string {
  return kept.taskId === other.taskId ? '' : ` (of ${other.taskId})`;
}

function saidAndId(line: string): readonly [string, string] {
  const blockId = blockIdAt(line);
  return blockId
    ? [line.slice(0, blockId.index).trimEnd(), ` ^${blockId.id}`]
    : [line.trimEnd(), ''];
}

function withOrigin(entry: string, origin: string): string {
  return saidAndId(entry).join(origin);
}

function bare(line: string, origin: string): string {
  const [said, id] = saidAndId(line);
  const isFrom = origin !== '' && said.endsWith(origin);
  return isFrom ? said.slice(0, -origin.length).trimEnd() + id : line.trimEnd();
}

function datedBlocks(missing: readonly Block[], other: Plan): readonly [Block, number | null][] {
  const isMissing = new Map(missing.map((block) => [block[0]?.start, block]));
  let atMs: number | null = null;
  return logBlocks(readLogLines(other)).flatMap(([first]): [Block, number | null][] => {
    atMs = first?.atMs ?? atMs;
    const block = isMissing.get(first?.start);
    return block ? [[block, atMs]] : [];
  });
}

function placesIn(kept: Plan): (atMs: number | null) => number {
  const entries = readLogLines(kept).filter(({ isEntry }) => isEntry);
  const earliest = entries.map(({ atMs }) => atMs ?? Infinity);
  for (let at = earliest.length - 2; at >= 0; at -= 1) {
    earliest[at] = Math.min(earliest[at] ?? Infinity, earliest[at + 1] ?? Infinity);
  }
  return (atMs) => {
    if (atMs === null) return kept.logEnd;
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((earliest[middle] ?? Infinity) <= atMs) low = middle + 1;
      else high = middle;
    }
    return entries[low]?.start ?? kept.logEnd;
  };
}

function insertLines(text: string, at: number, lines: readonly string[]): Edit {
  const lineEnd = lineEndOf(text);
  const block = lines.join(lineEnd);
  const atLineStart = text.charCodeAt(at - 1) === 10;
  return { at, remove: 0, insert: atLineStart ? `${block}${lineEnd}` : `${lineEnd}${block}` };
}

function wordsOf({ text, id, mark, gated }: Step): string {
  return JSON.stringify([text, id, mark, gated]);
}
