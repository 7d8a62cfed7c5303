import { auditLine, type AuditEntry } from './entry.js';
import { isTornCopy, readAuditLine, type AuditFileLines } from './verify.js';

const ownName = /-\d{4}-\d{2}\.jsonl$/u;

export interface ProjectionCheck {
  /** The place of a line that may be an entry which the ledger does not know. */
  readonly unknownEntry: { readonly path: string; readonly seq: number } | null;
  /** Paths of files that have lines which do not belong there. */
  readonly changed: readonly string[];
  /** Maps the path of a file to the entries that the file lacks. */
  readonly missing: ReadonlyMap<string, readonly AuditEntry[]>;
}

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
      if (others.length > 0 && ownName.test(path)) changed.push(path);
      continue;
    }
    if (others.length > 0) changed.push(path);
    else if (present === should.length) missing.delete(path);
    else missing.set(path, should.slice(present));
  }
  return { unknownEntry: null, changed, missing };
}

interface OtherLine {
  readonly line: string;
  readonly seq: number;
  readonly isBeyond: boolean;
}

function compare(
  lines: readonly string[],
  should: readonly AuditEntry[],
): { readonly present: number; readonly others: readonly OtherLine[] } {
  const others: OtherLine[] = [];
  const end = (should.at(-1)?.seq ?? 0) + 1;
  let present = 0;
  let next = lineOf(should[present]);
  for (const written of lines) {
    // Git may have given the file Windows line ends.
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
