import { sha256Hex } from '../../digest.js';
import { isNodeId, isRecordEntry } from '../../reasoning/record-entry.js';
import { blockIdAt } from '../../note/block-id.js';
import { parseLogEntry } from '../log-entry.js';
import type { LogLine } from '../log-lines.js';

export function isRecordLine(text: string): boolean {
  const record = parseLogEntry(text);
  return record !== null && isRecordEntry(record);
}

/** Renames ids of decisions in the other log, if the kept log has them for something else. */
export function withOwnIds(
  kept: readonly LogLine[],
  other: readonly LogLine[],
): readonly LogLine[] {
  const known = new Map<string, Set<string>>();
  for (const { text } of kept) {
    const id = nodeIdOf(text);
    if (id === null) continue;
    const same = known.get(id) ?? new Set();
    known.set(id, same.add(text.trimEnd()));
  }
  if (known.size === 0) return other;
  const nodes = other.flatMap(({ text }) => {
    const id = nodeIdOf(text);
    return id === null ? [] : [{ id, text, names: namedIn(text) }];
  });
  const open = new Set(nodes.map(({ id }) => id));
  const redrawn = new Map<string, string>();
  for (let pass = 1; open.size > 0 && pass <= mostPasses; pass += 1) {
    for (const { id, text, names } of pass % 2 === 1 ? nodes : [...nodes].reverse()) {
      if (!open.has(id) || (pass < mostPasses && names.some((one) => one !== id && open.has(one))))
        continue;
      open.delete(id);
      const lines = known.get(id);
      if (lines && !lines.has(withIds(text, redrawn).trimEnd())) redrawn.set(id, drawn(id, text));
    }
  }
  return other.map((line) => ({ ...line, text: withIds(line.text, redrawn) }));
}

const mostPasses = 20;

function namedIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/#\^([a-z]-[a-z2-7]{6})(?=[\]|])/gu), ([, id = '']) => id);
}

function nodeIdOf(text: string): string | null {
  if (!text.includes(' ^')) return null;
  const id = blockIdAt(text)?.id ?? '';
  return isNodeId(id) && isRecordLine(text) ? id : null;
}

function withIds(text: string, redrawn: ReadonlyMap<string, string>): string {
  if (redrawn.size === 0 || !isRecordLine(text)) return text;
  return text.replace(
    /([#\s]\^)([a-z]-[a-z2-7]{6})(?=[\]|\s]|$)/gu,
    (whole, before: string, id: string) =>
      redrawn.has(id) ? `${before}${redrawn.get(id) ?? id}` : whole,
  );
}

const letters = 'abcdefghijklmnopqrstuvwxyz234567';

function drawn(id: string, line: string): string {
  const bytes = sha256Hex(`${id}\n${line.trimEnd()}`);
  const six = Array.from(
    { length: 6 },
    (_, at) => letters[parseInt(bytes.slice(2 * at, 2 * at + 2), 16) % 32],
  );
  return `${id.slice(0, 2)}${six.join('')}`;
}
