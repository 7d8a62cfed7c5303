import { fail, ok, type Result } from '../../core/errors.js';
import { folderOf } from '../../core/note/file-name.js';
import { notAFile } from '../../core/note/note-problems.js';
import type { Folders } from '../../core/settings/device-config.js';
import { sectionBegin, withAgentSection } from '../../core/views/agent-section.js';
import { agentFiles } from '../../core/views/agent-skill.js';
import type { NoteStore } from '../../ports/note-store.js';

export interface AgentFileChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
}

interface AgentFilesHost {
  readonly store: Pick<NoteStore, 'read' | 'create' | 'update'>;
  readonly linksIn: (folder: string) => Promise<ReadonlySet<string>>;
}

export async function planAgentFiles(
  host: AgentFilesHost,
  folders: Folders,
): Promise<Result<readonly AgentFileChange[]>> {
  const changes: AgentFileChange[] = [];
  for (const file of agentFiles(folders)) {
    const { path } = file;
    const before = await readPlain(host, path);
    if (!before.ok) return before;
    const after = withAgentSection(before.value, file);
    if (!after.ok) return { ok: false, error: { ...after.error, path } };
    changes.push({ path, before: before.value, after: after.value });
  }
  return ok(changes);
}

/** Writes the planned changes. Fails at a file that somebody else has changed. */
export async function writeAgentFiles(
  host: AgentFilesHost,
  changes: readonly AgentFileChange[],
): Promise<Result<void>> {
  const { store } = host;
  for (const { path, before, after } of changes) {
    const now = await readPlain(host, path);
    if (!now.ok) return now;
    if (now.value === after) continue;
    if (now.value !== before) return changed(path);
    if (before === null) {
      const created = await store.create(path, after);
      if (!created.ok) return created;
    } else {
      const updated = await store.update(path, (text) => (text === before ? after : null));
      if (!updated.ok) return updated;
      if (updated.value !== after) return changed(path);
    }
  }
  return ok(undefined);
}

export function describeAgentFile(
  { path, before, after }: AgentFileChange,
  isDone: boolean,
): string {
  if (before === after) return `${path} is up to date.`;
  const was = isDone ? 'was' : 'will be';
  if (before === null) return `${path} ${was} created.`;
  const changed = before.includes(sectionBegin) ? 'updated' : 'added at the end';
  return `In ${path}, Countersign’s section ${was} ${changed}. The rest stays as it is.`;
}

async function readPlain(
  { store, linksIn }: AgentFilesHost,
  path: string,
): Promise<Result<string | null>> {
  for (let at = path; at !== ''; at = folderOf(at)) {
    const links = await linksIn(folderOf(at));
    if (links.has(at.slice(at.lastIndexOf('/') + 1))) return notAFile(at);
  }
  const note = await store.read(path);
  return !note.ok && note.error.code === 'note_missing' ? ok(null) : note;
}

function changed(path: string): Result<never> {
  const message = 'This file was changed in the meantime.';
  return fail('note_changed', message, 'Look again at what would be written.', { path });
}
