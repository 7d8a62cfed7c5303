import { lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../../core/errors.js';
import type { Folders } from '../../../core/settings/device-config.js';
import { withAgentSection } from '../../../core/views/agent-section.js';
import { agentFiles, type AgentFile } from '../../../core/views/agent-skill.js';
import { systemErrorCode } from '../system/system-error.js';
import { replaceFile } from './atomic-file.js';

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

/** Writes what was planned. A file that changed since then is left as it is. */
export async function writeAgentFile(
  root: string,
  { path, before, after }: AgentFileChange,
): Promise<Result<void>> {
  if (before === after) return ok(undefined);
  const now = await readPlain(root, path);
  if (!now.ok) return now;
  if (now.value !== before) return changed(path);
  const file = join(root, path);
  try {
    if (before === null) {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, after, { flag: 'wx' });
      return ok(undefined);
    }
    const { mode } = await lstat(file);
    const isSame = async (): Promise<boolean> => {
      const last = await readPlain(root, path);
      return last.ok && last.value === before;
    };
    const bytes = new TextEncoder().encode(after);
    return (await replaceFile(file, bytes, mode & 0o777, isSame)) ? ok(undefined) : changed(path);
  } catch (error) {
    const why = systemErrorCode(error) ?? String(error);
    return fail('note_write_failed', `${path} can’t be written: ${why}.`, 'Check the folder.', {
      path,
    });
  }
}

async function planAgentFile(root: string, file: AgentFile): Promise<Result<AgentFileChange>> {
  const { path } = file;
  const before = await readPlain(root, path);
  if (!before.ok) return before;
  const after = withAgentSection(before.value, file);
  return after.ok ? ok({ path, before: before.value, after: after.value }) : after;
}

/** The text of a file that no link leads to; `null`: there is none. */
async function readPlain(root: string, path: string): Promise<Result<string | null>> {
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
    const bytes = await readFile(join(root, path));
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return notWritten(path, `${path} can’t be read as text.`);
  }
}

function notWritten(path: string, message: string): Result<never> {
  return fail('note_not_a_file', message, 'Nothing was written.', { path });
}

function changed(path: string): Result<never> {
  return fail('note_changed', `${path} changed meanwhile.`, 'Try again.', { path });
}
