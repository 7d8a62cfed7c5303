import { lstat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fail, ok, type Result } from '../../../core/errors.js';
import { folderOf } from '../../../core/note/file-name.js';
import type { Folders } from '../../../core/settings/device-config.js';
import { withAgentSection } from '../../../core/views/agent-section.js';
import { agentFiles, type AgentFile } from '../../../core/views/agent-skill.js';
import { systemErrorCode } from '../../desktop/system/system-error.js';
import { createFile } from './disk-note-create.js';
import { decodeNote, encodeNote, readBytes, withOpenNote } from './disk-note-file.js';
import { updateNote } from './disk-note-update.js';
import { readProblem, writeProblem } from './disk-problem.js';
import { realFolder, withOpenFolder } from './open-folder.js';

/** The largest file of an agent that is read. */
const maxBytes = 1_000_000;

/** What becomes of one file that tells agents how to work in the vault. */
export interface AgentFileChange {
  readonly path: string;
  /** As it is now; `null`: there is no such file. */
  readonly before: string | null;
  readonly after: string;
}

/** What writing the skill and `AGENTS.md` would change; fails, for both, when one of them cannot be written. */
export async function planAgentFiles(
  root: string,
  folders: Folders,
): Promise<Result<readonly AgentFileChange[]>> {
  const changes: AgentFileChange[] = [];
  for (const file of agentFiles(folders)) {
    const change = await planAgentFile(root, file);
    if (!change.ok) return change;
    changes.push(change.value);
  }
  return ok(changes);
}

/** Writes what was planned, as notes are written. A file that changed since then is left as it is. */
export async function writeAgentFile(
  vault: string,
  { path, before, after }: AgentFileChange,
): Promise<Result<void>> {
  if (before === after) return ok(undefined);
  const { root } = await realFolder(vault);
  try {
    return await withOpenFolder(root, folderOf(path), before === null, async (folder) => {
      if (before === null) {
        const bytes = encodeNote(after, maxBytes, path);
        if (!bytes.ok) return bytes;
        const made = await createFile(root, folder, basename(path), bytes.value, () => undefined);
        return made === 'made' ? ok(undefined) : changed(path);
      }
      const edit = (text: string): string | null => (text === before ? after : null);
      const options = { root, folder, path, maxBytes, edit, onReplaced: () => undefined };
      const written = await updateNote(options);
      if (!written.ok) return written;
      return written.value === after ? ok(undefined) : changed(path);
    });
  } catch (error) {
    if (systemErrorCode(error) === '') throw error;
    return writeProblem(error, path);
  }
}

async function planAgentFile(root: string, file: AgentFile): Promise<Result<AgentFileChange>> {
  const { path } = file;
  const before = await readPlain(root, path);
  if (!before.ok) return before;
  const after = withAgentSection(before.value, file);
  return after.ok ? ok({ path, before: before.value, after: after.value }) : after;
}

/** The text of a file that no link leads to, read as notes are; `null`: there is none. */
async function readPlain(vault: string, path: string): Promise<Result<string | null>> {
  const { root } = await realFolder(vault);
  const parts = path.split('/');
  for (const [at] of parts.entries()) {
    const part = parts.slice(0, at + 1).join('/');
    const there = await lstat(join(root, part)).catch(() => null);
    if (there === null) return ok(null);
    const isLast = at === parts.length - 1;
    if (isLast ? there.isFile() : there.isDirectory()) continue;
    const what = there.isSymbolicLink() ? 'a link' : `not a ${isLast ? 'file' : 'folder'}`;
    return notWritten(path, `${part} is ${what}.`);
  }
  try {
    return await withOpenNote(root, join(root, path), path, async ({ handle }) => {
      const bytes = await readBytes(handle, maxBytes, path);
      return bytes.ok ? decodeNote(bytes.value, path) : bytes;
    });
  } catch (error) {
    if (systemErrorCode(error) === '') throw error;
    return readProblem(error, path);
  }
}

function notWritten(path: string, message: string): Result<never> {
  return fail('note_not_a_file', message, 'Nothing was written.', { path });
}

function changed(path: string): Result<never> {
  return fail('note_changed', `${path} changed meanwhile.`, 'Try again.', { path });
}
