import { canonicalJson } from '../digest.js';
import type { Json } from '../json.js';
import { auditLine, emptyChain, hashEntry, type AuditEntry, type ChainHead } from './entry.js';

/** Something wrong with an audit trail. */
export interface AuditFinding {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** What verification found. */
export interface AuditReport {
  readonly lines: number;
  readonly findings: readonly AuditFinding[];
  /** A last line that a crash tore: kept, closed, and no sign of tampering by itself. */
  readonly torn: readonly AuditFinding[];
  readonly head: ChainHead;
  /** Whether the chain was compared with the ledger's own. */
  readonly anchored: boolean;
}

/** One device's audit files in the order of their months. */
export interface AuditFileLines {
  readonly path: string;
  readonly lines: readonly string[];
  /** Where they were read before: what each of them says; `null`: nothing that matters. */
  readonly entries?: readonly (AuditEntry | null)[];
}

/** Reads one audit line; `null` when it is none. */
export function readAuditLine(line: string): AuditEntry | null {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const { seq, prev, hash, at, event } = value as Record<string, unknown>;
    const whole =
      Number.isInteger(seq) &&
      [prev, hash, at, event].every((field) => typeof field === 'string') &&
      // Git may have checked it out with the line ends of Windows.
      canonicalJson(value as Json) === line.replace(/\r$/, '');
    return whole ? (value as AuditEntry) : null;
  } catch {
    // It is no JSON, or nested more deeply than anything can read.
    return null;
  }
}

/**
 * Verifies one device's chain: every line's hash, the link to the line before, the sequence; and,
 * given the ledger's own entries, that each of these stands in the files (G6, "audit anchored in
 * the ledger"). A damaged line is excused only if the same entry follows whole, or if it is the very last
 * line and cut off: that is what a crash leaves.
 */
export function verifyAudit(
  files: readonly AuditFileLines[],
  ledgerEntries: readonly AuditEntry[] | null,
): AuditReport {
  const findings: AuditFinding[] = [];
  const torn: AuditFinding[] = [];
  let head = emptyChain;
  let lines = 0;
  for (const { path, lines: fileLines } of files) {
    for (const [index, text] of fileLines.entries()) {
      if (text === '') continue;
      lines += 1;
      const place = { path, line: index + 1 };
      const entry = readAuditLine(text);
      if (!entry) {
        const next = wholeLineAfter(fileLines, index);
        const isLast = index >= fileLines.length - 2 && path === files.at(-1)?.path;
        const excused = next
          ? isTornCopy(text, next)
          : isLast && isTornEnd(text) && mayFollow(text, head, ledgerEntries);
        const message = excused ? formatTorn(text, next) : 'This line is damaged.';
        (excused ? torn : findings).push({ ...place, message });
        continue;
      }
      const message = faultOf(entry, head) ?? ledgerFault(entry, ledgerEntries);
      if (message !== null) findings.push({ ...place, message });
      head = { seq: entry.seq, hash: entry.hash };
    }
  }
  const last = ledgerEntries?.at(-1);
  if (last && head.seq < last.seq) {
    findings.push({
      path: files.at(-1)?.path ?? 'the audit folder',
      line: files.at(-1)?.lines.length ?? 0,
      message: `The trail ends at entry ${head.seq}, but the ledger holds entries up to ${last.seq}.`,
    });
  }
  return { lines, findings, torn, head, anchored: ledgerEntries !== null };
}

function faultOf(entry: AuditEntry, head: ChainHead): string | null {
  const { hash, ...rest } = entry;
  if (hashEntry(rest) !== hash) return 'This line was changed: its hash does not fit.';
  if (entry.seq !== head.seq + 1) {
    return `Entry ${entry.seq} follows entry ${head.seq}: lines are missing, doubled or reordered.`;
  }
  if (entry.prev !== head.hash) return 'This line does not continue the line before it.';
  return null;
}

function ledgerFault(entry: AuditEntry, ledger: readonly AuditEntry[] | null): string | null {
  if (!ledger) return null;
  const first = ledger[0];
  const own = first ? ledger[entry.seq - first.seq] : undefined;
  if (!own) return `The ledger of this device does not know entry ${entry.seq}.`;
  return own.hash === entry.hash ? null : `Entry ${entry.seq} differs from the ledger's.`;
}

/** The next readable line: an entry may be torn several times, by a crash in each attempt to write it. */
function wholeLineAfter(lines: readonly string[], index: number): string | undefined {
  return lines.slice(index + 1).find((line) => readAuditLine(line) !== null);
}

/** Whether a line is what a crash leaves of a whole one. */
export function isTornCopy(text: string, whole: string): boolean {
  return whole.startsWith(leftOf(text));
}

/** What was written of a torn line. */
function leftOf(text: string): string {
  // The cut may go through a character, and some file systems fill up with zeros.
  // Not by an expression: it would begin at each zero of a line that only resembles a torn one.
  let end = text.length;
  while (end > 0 && '\0\r\ufffd'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** A line without a word is the beginning of none: nobody can tell a power failure from somebody who put it there. */
function formatTorn(text: string, next: string | undefined): string {
  if (leftOf(text) === '')
    return 'Nothing readable: a power failure may leave such a line. It says nothing.';
  const follows = next ? 'the full line follows' : 'nothing follows it yet';
  return `Cut off, as by a crash: ${follows}.`;
}

/** A cut-off entry that the ledger does not hold shows that the ledger was rolled back. */
function mayFollow(text: string, head: ChainHead, ledger: readonly AuditEntry[] | null): boolean {
  if (!ledger) return true;
  const next = ledger[head.seq + 1 - (ledger[0]?.seq ?? 1)];
  return next !== undefined && isTornCopy(text, auditLine(next));
}

/** The start of an entry that nothing follows yet: what a crash leaves until the next start. */
function isTornEnd(text: string): boolean {
  return text.startsWith('{') && !text.endsWith('}');
}
