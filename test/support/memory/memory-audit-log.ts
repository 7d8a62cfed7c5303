import { sha256Hex } from '../../../src/core/digest.js';
import { fail, ok } from '../../../src/core/errors.js';
import { checkVaultPath } from '../../../src/core/note/vault-path.js';
import type { AuditFile, AuditLines, AuditLog, AuditMark } from '../../../src/ports/audit-log.js';
import { appendLines } from './append-lines.js';
import { parentOf, type MemoryEntry, type MemoryVault } from './memory-vault.js';
import type { WriteHooks } from './simulated-crash.js';

/** An AuditLog over a vault in memory. Like on disk, watchers of the vault see its appends. */
export function memoryAuditLog(vault: MemoryVault, hooks: WriteHooks = {}): AuditLog & AuditLines {
  const versionAt = (path: string): string | null => versionOf(vault.entries.get(path));
  return {
    async append(path, lines, left) {
      const checked = checkVaultPath(path);
      if (!checked.ok) return checked;
      if (lines.length === 0) return ok(left ?? null);
      if (left !== undefined && left !== versionAt(path)) {
        return fail('audit_changed', 'It was changed.', 'It is written again.', { path });
      }
      const store = (text: string): void => vault.put(path, new TextEncoder().encode(text), null);
      const place = { text: vault.outside.read(path) ?? '', store };
      appendLines(place, lines, `audit ${path}`, hooks);
      return ok(versionAt(path));
    },
    version: async (path) => versionAt(path),
    async setAside(path, atMs) {
      if (!vault.entries.has(path)) return ok(null);
      const time = new Date(atMs).toISOString().slice(0, 19).replaceAll(':', '-');
      const aside = `${path}.found-${time}Z`;
      vault.rename(path, aside, null);
      return ok(aside);
    },
    async readEach(folder, onFile) {
      for (const { path, lines } of await this.read(folder)) {
        const onLine = onFile(path);
        for (const line of lines) onLine(line);
      }
    },
    async read(folder, reading = {}) {
      const { isOf = () => true, isWanted = () => true, readBefore, isNeeded } = reading;
      return [...vault.entries]
        .filter(([path, entry]) => entry.kind === 'file' && isAuditFileOf(folder, path))
        .filter(([path]) => isOf(path))
        .map(([path]) => {
          const text = vault.outside.read(path) ?? '';
          return { path, text, version: versionAt(path) ?? '' };
        })
        .filter(isWanted)
        .map(({ path, text, version }) => {
          return { path, version, ...partOf(text, readBefore?.(path), isNeeded) };
        })
        .sort((a, b) => (a.path < b.path ? -1 : 1));
    },
  };
}

const versions = new WeakMap<MemoryEntry, string>();
let written = 0;

/** Each write makes an entry of its own. */
function versionOf(entry: MemoryEntry | undefined): string | null {
  if (!entry) return null;
  const version = versions.get(entry) ?? `${(written += 1)}`;
  versions.set(entry, version);
  return version;
}

function partOf(
  text: string,
  before: AuditMark | undefined,
  isNeeded: (line: string) => boolean = () => true,
): Pick<AuditFile, 'lines' | 'closed' | 'after' | 'mark'> {
  const isSame = before && sha256Hex(text.slice(0, before.length)) === before.digest;
  const after = isSame ? before : null;
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const part = text.slice(after?.length ?? 0);
  const closed = part === '' || part.endsWith('\n');
  const lines = part.split('\n');
  const torn = lines.pop() ?? '';
  return {
    lines: [...lines.filter(isNeeded), ...(closed ? [] : [torn])],
    ...{ closed, after, mark: { length: whole.length, digest: sha256Hex(whole) } },
  };
}

function isAuditFileOf(folder: string, path: string): boolean {
  return parentOf(path) === folder && path.endsWith('.jsonl');
}
