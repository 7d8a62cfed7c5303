import { ok, type Result } from '../errors.js';
import { unlinkedText } from '../text/inline-text.js';
import { showTemplates } from '../text/show-invisible.js';
import { withIsolates } from '../text/text-direction.js';
import { appendBlock } from '../note/append-block.js';
import { bodyStartOf } from '../note/front-matter/front-matter-block.js';
import { lineEndOf } from '../text/lines.js';
import { scanStructure, type BodyLine } from '../note/structure.js';
import type { AuditEntry } from '../audit/entry.js';

const columns = ['Time (UTC)', 'Who', 'What happened', 'Mission', 'Request', 'Entry'];
const tableTop = [columns, columns.map(() => '---')].map(rowOf);
const intro =
  'What happened on this day, according to the audit log. New rows are added at the end of the table; existing rows are not changed.';
const longestCell = 500;

export function dayOf({ at }: Pick<AuditEntry, 'at'>): string {
  return at.slice(0, 10);
}

export function dailyLogPath(logsFolder: string, day: string): string {
  return `${logsFolder}/${day}.log.md`;
}

export function newDailyLog(day: string, device: string, entries: readonly AuditEntry[]): string {
  const rows = entries.map((entry) => rowOfEntry(entry, device));
  return showTemplates([`# ${day}`, '', intro, '', ...tableTop, ...rows, ''].join('\n'));
}

export function appendToDailyLog(
  text: string,
  device: string,
  entries: readonly AuditEntry[],
): Result<string> {
  const { lines } = scanStructure(text, bodyStartOf(text));
  const told = new Set(lines.filter(isRow).map(({ text: line }) => identityOf(cellsOf(line))));
  const newest = entries.findLastIndex((entry) =>
    told.has(identityOf(cellsOfEntry(entry, device))),
  );
  const rows = entries.slice(newest + 1).map((entry) => rowOfEntry(entry, device));
  if (rows.length === 0) return ok(text);
  const lineEnd = lineEndOf(text);
  const last = lastRowOfTable(lines);
  if (last !== null) {
    const before = text.slice(0, last.next);
    const ended = last.next > last.end;
    const added = ended
      ? rows.map((row) => `${row}${lineEnd}`)
      : rows.map((row) => `${lineEnd}${row}`);
    return ok(`${before}${added.join('')}${text.slice(last.next)}`);
  }
  return appendBlock(text, [...tableTop, ...rows].join(lineEnd));
}

function lastRowOfTable(lines: readonly BodyLine[]): BodyLine | null {
  const top = lines.findIndex((line, index) => {
    const below = lines[index + 1];
    return (
      isRow(line) &&
      rowOf(cellsOf(line.text)) === tableTop[0] &&
      below !== undefined &&
      isRow(below) &&
      cellsOf(below.text).every((cell) => /^:?-+:?$/.test(cell))
    );
  });
  if (top === -1) return null;
  const behind = lines.findIndex((line, index) => index > top && !isRow(line));
  return lines.at(behind === -1 ? -1 : behind - 1) ?? null;
}

function isRow({ masked, text }: BodyLine): boolean {
  return !masked && /^ {0,3}\|/.test(text);
}

function cellsOf(line: string): readonly string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split('|').map((cell) => cell.trim());
}

/** The first and the last cell identify a row. A person may edit the others. */
function identityOf(cells: readonly string[]): string {
  return `${cells[0] ?? ''} ${cells.at(-1) ?? ''}`;
}

function rowOfEntry(entry: AuditEntry, device: string): string {
  return rowOf(cellsOfEntry(entry, device));
}

function cellsOfEntry(entry: AuditEntry, device: string): readonly string[] {
  const { at, actor, detail, plan_id: planId = '', request_id: requestId = '', seq } = entry;
  const mission = /^PLAN-\d{4}-\d{3,9}$/.test(planId) ? `[[${planId}]]` : inert(planId);
  return [
    at.slice(11, 19),
    inert(actor),
    inert(detail),
    mission,
    inert(requestId),
    `${device}:${seq}`,
  ];
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function inert(text: string): string {
  const characters = [...unlinkedText(text)];
  const cut =
    characters.length > longestCell
      ? `${characters.slice(0, longestCell).join('')}…`
      : characters.join('');
  const still = cut
    .replaceAll('|', '¦')
    .replaceAll('://', ': //')
    .replace(/#(?=\S)/g, '# ');
  return withIsolates(still);
}
