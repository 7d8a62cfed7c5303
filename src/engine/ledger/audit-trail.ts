import { auditLine, auditPath, type AuditEntry } from '../../core/audit/entry.js';
import { checkProjection, type ProjectionCheck } from '../../core/audit/projection.js';
import { fail, ok, type Result } from '../../core/errors.js';
import { quotedPath } from '../../core/text/quote.js';
import type { AuditFile, AuditLog } from '../../ports/audit-log.js';

export interface AuditTrailOptions {
  readonly auditLog: AuditLog;
  readonly logsFolder: string;
  readonly device: string;
  readonly now: () => number;
  readonly entries: () => Promise<Result<readonly AuditEntry[]>>;
  readonly files: () => Promise<Result<readonly AuditFile[]>>;
}

export interface Looked {
  readonly restored: string | null;
  readonly unknownEntry: ProjectionCheck['unknownEntry'];
}

interface Found {
  readonly told: string[];
  lost: number;
}

const asLeft: Looked = { restored: null, unknownEntry: null };
const fewPaths = 3;
const mostTries = 3;

/** Writes this device's audit files from the ledger. */
export class AuditTrail {
  private readonly left = new Map<string, string | null>();

  constructor(private readonly options: AuditTrailOptions) {}

  begin(files: readonly AuditFile[]): void {
    for (const { path, version } of this.ownOf(files)) this.left.set(path, version);
  }

  async append(entries: readonly AuditEntry[]): Promise<Result<Looked>> {
    for (let rest = entries; rest[0];) {
      const path = this.pathOf(rest[0]);
      const others = rest.findIndex((entry) => this.pathOf(entry) !== path);
      const here = others === -1 ? rest : rest.slice(0, others);
      const left = this.left.get(path) ?? null;
      const appended = await this.options.auditLog.append(path, here.map(auditLine), left);
      if (!appended.ok) {
        return appended.error.code === 'audit_changed' ? this.restore(rest.length) : appended;
      }
      this.left.set(path, appended.value);
      rest = rest.slice(here.length);
    }
    return ok(asLeft);
  }

  /** Restores the audit files if another program changed the file at `path`. */
  async look(path: string): Promise<Result<Looked>> {
    const left = this.left.get(path);
    if (left === undefined || (await this.options.auditLog.version(path)) === left) {
      return ok(asLeft);
    }
    return this.restore(0);
  }

  /**
   * Writes the lines that the files lack.
   * @param lacking the number of lines that a crash may have left out
   */
  async complete(
    files: readonly AuditFile[],
    entries: readonly AuditEntry[],
    lacking: number,
  ): Promise<Result<Looked>> {
    const found: Found = { told: [], lost: 0 };
    const completed = await this.writeMissing(files, entries, lacking, found);
    const isChanged = !completed.ok && completed.error.code === 'audit_changed';
    return isChanged ? this.restore(lacking, found) : completed;
  }

  private async restore(
    lacking: number,
    found: Found = { told: [], lost: 0 },
  ): Promise<Result<Looked>> {
    for (let tries = 1; ; tries += 1) {
      const entries = await this.options.entries();
      if (!entries.ok) return entries;
      const files = await this.options.files();
      if (!files.ok) return files;
      const restored = await this.writeMissing(files.value, entries.value, lacking, found);
      if (restored.ok || restored.error.code !== 'audit_changed') return restored;
      if (tries === mostTries) return stillChanging(restored.error.path);
    }
  }

  private async writeMissing(
    files: readonly AuditFile[],
    entries: readonly AuditEntry[],
    lacking: number,
    found: Found,
  ): Promise<Result<Looked>> {
    const { auditLog, now } = this.options;
    const own = this.ownOf(files);
    const { unknownEntry, changed, missing } = checkProjection(own, entries, (one) =>
      this.pathOf(one),
    );
    if (unknownEntry) return ok({ restored: null, unknownEntry });
    this.begin(files);
    const whole = new Set([...changed, ...missing.keys()]);
    for (const { path } of own) if (!changed.includes(path)) whole.delete(path);
    for (const path of changed.filter((one) => !missing.has(one))) {
      const aside = await auditLog.setAside(path, now());
      if (!aside.ok) return aside;
      this.left.set(path, null);
      if (aside.value === null) continue;
      found.lost = Infinity;
      found.told.push(
        `${quotedPath(path)} had lines of another month (kept as ${quotedPath(aside.value)})`,
      );
    }
    for (const [path, lines] of missing) {
      let said = `had lost ${lines.length} lines at its end`;
      if (whole.has(path)) {
        const aside = await auditLog.setAside(path, now());
        if (!aside.ok) return aside;
        this.left.set(path, null);
        said =
          aside.value === null ? 'was gone' : `was changed (kept as ${quotedPath(aside.value)})`;
        if (aside.value !== null) found.lost = Infinity;
      }
      const left = this.left.get(path) ?? null;
      const appended = await auditLog.append(path, lines.map(auditLine), left);
      if (!appended.ok) return appended;
      this.left.set(path, appended.value);
      found.lost += lines.length;
      found.told.push(`${quotedPath(path)} ${said}`);
    }
    return ok(
      found.lost > lacking ? { restored: formatRestored(found.told), unknownEntry: null } : asLeft,
    );
  }

  private ownOf(files: readonly AuditFile[]): readonly AuditFile[] {
    const start = `${this.options.logsFolder}/audit/${this.options.device}-`;
    return files.filter(({ path }) => path.startsWith(start));
  }

  private pathOf(entry: AuditEntry): string {
    return auditPath(this.options.logsFolder, this.options.device, entry.at);
  }
}

function formatRestored(told: readonly string[]): string {
  const more = told.length - fewPaths;
  const named = told.slice(0, fewPaths).join('; ');
  return `The audit log was not as Countersign had left it: ${named}${more > 0 ? `; and ${more} more` : ''}. It is written again from the ledger.`;
}

function stillChanging(path: string | undefined): Result<never> {
  return fail(
    'audit_write_failed',
    'Something keeps changing the audit log while it is being written.',
    'Find out what writes into the Logs folder, stop it and restart Countersign. Nothing runs until then.',
    path === undefined ? {} : { path },
  );
}
