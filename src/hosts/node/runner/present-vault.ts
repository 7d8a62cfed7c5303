import { CountersignError, fail, type Problem, type Result } from '../../../core/errors.js';
import type { AuditLog } from '../../../ports/audit-log.js';
import type { DiskNoteStore } from '../disk/disk-note-store.js';
import type { VaultPresence } from './vault-presence.js';

/** Wraps a store so that a missing vault does not look like an empty vault. */
export function whilePresent(store: DiskNoteStore, presence: VaultPresence): DiskNoteStore {
  const writing = async <T>(write: () => Promise<Result<T>>): Promise<Result<T>> => {
    const there = await presence.check();
    return there.ok ? write() : there;
  };
  const reading = async <T>(read: () => Promise<Result<T>>): Promise<Result<T>> => {
    const first = await read();
    if (first.ok) return first;
    const there = await presence.check();
    return there.ok ? read() : there;
  };
  return {
    ...store,
    async list(folder, onUnreadable) {
      const files = await store.list(folder, onUnreadable);
      const there = await presence.check();
      if (!there.ok) throw new CountersignError(there.error);
      return files;
    },
    read: (path) => reading(() => store.read(path)),
    digest: (path, goesOn) => reading(() => store.digest(path, goesOn)),
    create: (path, text) => writing(() => store.create(path, text)),
    createFolder: (path) => writing(() => store.createFolder(path)),
    update: (path, edit) => writing(() => store.update(path, edit)),
    move: (from, to) => writing(() => store.move(from, to)),
  };
}

/** Wraps an audit log so that a missing vault does not look like a vault without audit files. */
export function auditWhilePresent(log: AuditLog, presence: VaultPresence): AuditLog {
  return {
    async append(path, lines, left) {
      const there = await presence.check();
      return there.ok ? log.append(path, lines, left) : there;
    },
    version: (path) => log.version(path),
    async setAside(path, atMs) {
      const there = await presence.check();
      return there.ok ? log.setAside(path, atMs) : there;
    },
    async read(...args) {
      const files = await log.read(...args);
      const there = await presence.check();
      if (!there.ok) throw new CountersignError(unread(there.error));
      return files;
    },
  };
}

function unread({ message, advice }: Problem): Problem {
  return fail('audit_read_failed', message, advice).error;
}
