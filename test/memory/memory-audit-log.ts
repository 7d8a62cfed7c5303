import { sha256Hex } from '../../src/core/digest.js';
import { ok } from '../../src/core/errors.js';
import { checkVaultPath } from '../../src/core/note/vault-path.js';
import type { AuditFile, AuditLog, AuditMark } from '../../src/ports/audit-log.js';
import { appendLines } from './append-lines.js';
import { parentOf, type MemoryVault } from './memory-vault.js';
import type { WriteHooks } from './simulated-crash.js';

/** An AuditLog over a vault in memory. Like on disk, watchers of the vault see its appends. */
export function memoryAuditLog(vault: MemoryVault, hooks: WriteHooks = {}): AuditLog {
  return {
    async append(path, lines) {
      const checked = checkVaultPath(path);
      if (!checked.ok) return checked;
      if (lines.length === 0) return ok(undefined);
      const store = (text: string): void => vault.put(path, new TextEncoder().encode(text), null);
      const place = { text: vault.outside.read(path) ?? '', store };
      appendLines(place, lines, `audit ${path}`, hooks);
      return ok(undefined);
    },
    async read(folder, isWanted = () => true, readBefore = () => undefined) {
      return [...vault.entries]
        .filter(([path, entry]) => entry.kind === 'file' && isAuditFileOf(folder, path))
        .map(([path]) => {
          const text = vault.outside.read(path) ?? '';
          return { path, text, version: sha256Hex(text) };
        })
        .filter(isWanted)
        .map(({ path, text, version }) => ({ path, version, ...partOf(text, readBefore(path)) }))
        .sort((a, b) => (a.path < b.path ? -1 : 1));
    },
  };
}

function partOf(
  text: string,
  before: AuditMark | undefined,
): Pick<AuditFile, 'lines' | 'closed' | 'after' | 'mark'> {
  const isSame = before && sha256Hex(text.slice(0, before.length)) === before.digest;
  const after = isSame ? before : null;
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const part = text.slice(after?.length ?? 0);
  const closed = part === '' || part.endsWith('\n');
  const lines = part.split('\n');
  return {
    lines: closed ? lines.slice(0, -1) : lines,
    ...{ closed, after, mark: { length: whole.length, digest: sha256Hex(whole) } },
  };
}

function isAuditFileOf(folder: string, path: string): boolean {
  return parentOf(path) === folder && path.endsWith('.jsonl');
}
