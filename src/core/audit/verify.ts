import { isCanonical } from '../digest.js';
import type { Json } from '../json.js';
import { auditLine, emptyChain, hashOfLine, type AuditEntry, type ChainHead } from './entry.js';

export interface AuditFinding {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

export interface AuditReport {
  readonly lines: number;
  readonly findings: readonly AuditFinding[];
  readonly torn: readonly AuditFinding[];
  readonly head: ChainHead;
  readonly anchored: boolean;
}

export interface AuditFileLines {
  readonly path: string;
  readonly lines: readonly string[];
  readonly entries?: readonly (AuditEntry | null)[];
}

/** Parses an audit line. Returns `null` if the line is no audit entry. */
export function readAuditLine(line: string): AuditEntry | null {
  try {
    const text = withoutReturn(line);
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const { seq, prev, hash, at, event } = value as Record<string, unknown>;
    const whole =
      Number.isInteger(seq) &&
      [prev, hash, at, event].every((field) => typeof field === 'string') &&
      isCanonical(value as Json, text);
    return whole ? (value as AuditEntry) : null;
  } catch {
    return null;
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** Checks one device's audit files (G6). */
export function verifyAudit(
  files: readonly AuditFileLines[],
  ledgerEntries: readonly AuditEntry[] | null,
): AuditReport {
  const check = new TrailCheck(ledgerEntries);
  for (const { path, lines } of files) {
    check.file(path);
    for (const text of lines) check.line(text);
  }
  return check.end();
}

type Place = Pick<AuditFinding, 'path' | 'line'>;

/** Verifies audit files line by line. So the files need not fit into memory. */
export class TrailCheck {
  private readonly findings: AuditFinding[] = [];
  private readonly torn: AuditFinding[] = [];
  private damaged: { readonly place: Place; readonly text: string }[] = [];
  private readonly unknown: { readonly place: Place; readonly entry: ChainHead }[] = [];
  private head = emptyChain;
  private lines = 0;
  private place: Place = { path: 'the audit folder', line: 0 };

  /** @param ledger entries of the ledger, read before the files; `null` without a ledger */
  constructor(private readonly ledger: readonly AuditEntry[] | null) {}

  /** True when the files have entries that are not in `ledger`. */
  get isBeyondLedger(): boolean {
    return this.unknown.length > 0;
  }

  /** Call this for the files in the order of their months. */
  file(path: string): void {
    this.judgeDamaged(() => null);
    this.place = { path, line: 0 };
  }

  line(text: string): void {
    this.place = { path: this.place.path, line: this.place.line + 1 };
    if (text === '') return;
    this.lines += 1;
    const entry = readAuditLine(text);
    if (!entry) {
      this.damaged.push({ place: this.place, text });
      return;
    }
    this.judgeDamaged((torn) => (isTornCopy(torn, text) ? formatTorn(torn, true) : null));
    const { seq, hash } = entry;
    const message = faultOf(entry, text, this.head) ?? ledgerFault(entry, this.ledger);
    if (message === beyondLedger) this.unknown.push({ place: this.place, entry: { seq, hash } });
    else if (message !== null) this.findings.push({ ...this.place, message });
    this.head = { seq, hash };
  }

  /**
   * Returns the report.
   * @param later entries of the ledger, read again after the files, because new ones may have come
   */
  end(later = this.ledger): AuditReport {
    const end = this.place.line - 1;
    this.judgeDamaged((text, { line }) =>
      line >= end && isTornEnd(text) && mayFollow(text, this.head, later)
        ? formatTorn(text, false)
        : null,
    );
    const { lines, findings, torn, head } = this;
    for (const { place, entry } of this.unknown) {
      const fault = ledgerFault(entry, later);
      const message = `The ledger of this device does not know entry ${entry.seq}.`;
      if (fault !== null)
        findings.push({ ...place, message: fault === beyondLedger ? message : fault });
    }
    const last = this.ledger?.at(-1);
    if (last && head.seq < last.seq) {
      const message = `The trail ends at entry ${head.seq}, but the ledger has entries up to ${last.seq}.`;
      findings.push({ ...this.place, message });
    }
    return { lines, findings, torn, head, anchored: this.ledger !== null };
  }

  private judgeDamaged(excuse: (text: string, place: Place) => string | null): void {
    for (const { place, text } of this.damaged) {
      const excused = excuse(text, place);
      if (excused === null) this.findings.push({ ...place, message: 'This line is damaged.' });
      else this.torn.push({ ...place, message: excused });
    }
    if (this.damaged.length > 0) this.damaged = [];
  }
}

function faultOf(entry: AuditEntry, text: string, head: ChainHead): string | null {
  if (hashOfLine(entry, withoutReturn(text)) !== entry.hash) {
    return 'This line was changed: its hash does not match.';
  }
  if (entry.seq !== head.seq + 1) {
    return `Entry ${entry.seq} follows entry ${head.seq}: lines are missing, doubled or reordered.`;
  }
  if (entry.prev !== head.hash) return 'This line does not continue the line before it.';
  return null;
}

const beyondLedger = Symbol('beyond the ledger');

function ledgerFault(
  entry: ChainHead,
  ledger: readonly AuditEntry[] | null,
): string | typeof beyondLedger | null {
  if (!ledger) return null;
  const first = ledger[0];
  const own = first ? ledger[entry.seq - first.seq] : undefined;
  if (!own) return beyondLedger;
  return own.hash === entry.hash ? null : `Entry ${entry.seq} differs from the ledger's.`;
}

/** True when `text` may be all that a crash left of `whole`. */
export function isTornCopy(text: string, whole: string): boolean {
  return whole.startsWith(leftOf(text));
}

function leftOf(text: string): string {
  let end = text.length;
  while (end > 0 && '\0\r\ufffd'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function formatTorn(text: string, isWholeNext: boolean): string {
  if (leftOf(text) === '')
    return 'Not readable: a power failure may leave such a line. It proves nothing.';
  const follows = isWholeNext ? 'the full line follows' : 'nothing follows it yet';
  return `Cut off, as by a crash: ${follows}.`;
}

function mayFollow(text: string, head: ChainHead, ledger: readonly AuditEntry[] | null): boolean {
  if (!ledger) return true;
  const next = ledger[head.seq + 1 - (ledger[0]?.seq ?? 1)];
  return next !== undefined && isTornCopy(text, auditLine(next));
}

function isTornEnd(text: string): boolean {
  return text.startsWith('{') && !text.endsWith('}');
}
