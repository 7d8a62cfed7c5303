import { auditLine, type AuditEntry } from './entry.js';
import { isTornCopy, readAuditLine, type AuditFileLines } from './verify.js';

/** The end of a name that auditPath returns. */
const ownName = /-\d{4}-\d{2}\.jsonl$/u;

/** How a device's audit files differ from what its ledger requires. */
export interface ProjectionCheck {
  /** An entry, or the start of one, that the ledger does not know; then nothing else is examined. */
  readonly unknownEntry: { readonly path: string; readonly seq: number } | null;
  /** Files with anything but the beginning of what they should contain. */
  readonly changed: readonly string[];
  /** The entries that each file lacks at its end, in order; for a changed or missing file, all of them. */
  readonly missing: ReadonlyMap<string, readonly AuditEntry[]>;
}

/**
 * Compares a device's audit files with the entries of its ledger, in order. A line that a crash tore is
 * accepted if the whole line follows, or nothing does. A file that sync copied may contain any entry.
 */
export function checkProjection(
  files: readonly AuditFileLines[],
  entries: readonly AuditEntry[],
  pathOf: (entry: AuditEntry) => string,
): ProjectionCheck {
  const wanted = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const path = pathOf(entry);
    const inFile = wanted.get(path);
    if (inFile) inFile.push(entry);
    else wanted.set(path, [entry]);
  }
  const known = new Set(entries.map(({ hash }) => hash));
  let whole: readonly string[] | null = null;
  // A power failure may leave only the start of the line that shows that the ledger is an old one.
  const isTornOne = (line: string): boolean =>
    (whole ??= entries.map(auditLine)).some((one) => isTornCopy(line, one));
  const changed: string[] = [];
  const missing = new Map<string, readonly AuditEntry[]>(wanted);
  for (const { path, lines } of files) {
    const should = wanted.get(path);
    const { present, others } = compare(lines, should ?? []);
    for (const { line, seq, isBeyond } of others) {
      const entry = readAuditLine(line);
      const mayBeUnknown = isBeyond || line.startsWith('{');
      if (entry ? !known.has(entry.hash) : mayBeUnknown && !isTornOne(line)) {
        return { unknownEntry: { path, seq: entry?.seq ?? seq }, changed: [], missing: new Map() };
      }
    }
    if (!should) {
      // Nothing was recorded in that month. A copy that sync named may contain any entry.
      if (others.length > 0 && ownName.test(path)) changed.push(path);
      continue;
    }
    if (others.length > 0) changed.push(path);
    else if (present === should.length) missing.delete(path);
    else missing.set(path, should.slice(present));
  }
  return { unknownEntry: null, changed, missing };
}

/** An unexpected line, and the number of the entry that should be in its place. */
interface OtherLine {
  readonly line: string;
  readonly seq: number;
  /** Whether it comes after everything that should be there. */
  readonly isBeyond: boolean;
}

/** The number of entries that a file contains in order from the first, and its other lines. */
function compare(
  lines: readonly string[],
  should: readonly AuditEntry[],
): { readonly present: number; readonly others: readonly OtherLine[] } {
  const others: OtherLine[] = [];
  const end = (should.at(-1)?.seq ?? 0) + 1;
  let present = 0;
  let next = lineOf(should[present]);
  for (const written of lines) {
    // Git may have checked it out with Windows line ends.
    const line = written.endsWith('\r') ? written.slice(0, -1) : written;
    if (line === '') continue;
    if (line === next) {
      present += 1;
      next = lineOf(should[present]);
    } else if (next === null || !isTornCopy(line, next)) {
      others.push({ line, seq: should[present]?.seq ?? end, isBeyond: next === null });
    }
  }
  return { present, others };
}

function lineOf(entry: AuditEntry | undefined): string | null {
  return entry ? auditLine(entry) : null;
}
