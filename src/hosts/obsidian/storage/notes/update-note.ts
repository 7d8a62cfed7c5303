import type { MarkdownView } from 'obsidian';
import { ok, type Result } from '../../../../core/errors.js';
import { keptChanging } from '../../../../core/note/note-problems.js';
import { encodeNote } from './note-text.js';
import type { Attempt, NoteUpdate } from './note-update.js';
import { editorInUse } from './open-editors.js';
import { updateInEditor } from './update-in-editor.js';
import { isAheadOfTree, readText, refusal, type VaultAccess } from './vault-access.js';
import { writeInPlace } from './write-in-place.js';

const MOST_TRIES = 10;
const PATIENCE_MS = 5_000;
const PAUSE_MS = 100;

/**
 * Replaces a note's text with the result of `edit`. Runs `edit` again if others change the note
 * meanwhile.
 */
export async function updateNote(access: VaultAccess, update: NoteUpdate): Promise<Result<string>> {
  const deadline = performance.now() + PATIENCE_MS;
  let tries = 0;
  let inStep = false;
  while (tries < MOST_TRIES) {
    const attempt = await attemptUpdate(access, update, inStep);
    if (!attempt.ok) return attempt;
    if (attempt.value === 'overtaken') {
      tries += 1;
      inStep = false;
    } else if (attempt.value === 'wait') {
      if (performance.now() > deadline) break;
      inStep = !(await isAheadOfTree(access, update.path));
      await pause();
    } else {
      return ok(attempt.value.text);
    }
  }
  return keptChanging(update.path);
}

async function attemptUpdate(
  access: VaultAccess,
  update: NoteUpdate,
  inStep: boolean,
): Promise<Result<Attempt>> {
  const { path, edit } = update;
  const onDisk = await readText(access, path);
  if (!onDisk.ok) return onDisk;
  // Another program may empty a note before writing it.
  if (onDisk.value === '') {
    if (await isAheadOfTree(access, path)) return ok('wait');
    const again = await readText(access, path);
    if (!again.ok) return again;
    if (again.value !== '') return ok('wait');
  }
  const view = editorInUse(access.workspace, path);
  if (view !== null && !isShownAs(view, onDisk.value)) {
    // The editor may show an older text. That text must not be saved over the file.
    if (!inStep || (await isAheadOfTree(access, path))) return ok('wait');
    if (view.getMode() === 'source') return updateInEditor(access, update, view, onDisk.value);
    return saveFirst(access, path, view);
  }
  const edited = edit(onDisk.value);
  if (edited === null || edited === onDisk.value) return ok({ text: onDisk.value });
  const bytes = encodeNote(edited, access.maxNoteBytes, path);
  return bytes.ok ? writeInPlace(access, path, onDisk.value, edited) : bytes;
}

async function saveFirst(
  access: VaultAccess,
  path: string,
  view: MarkdownView,
): Promise<Result<Attempt>> {
  try {
    await view.save();
    return ok('wait');
  } catch (error) {
    return refusal(access, path, 'note_write_failed', error);
  }
}

/** Ignores differences in line ends and byte order marks. */
function isShownAs(view: MarkdownView, onDisk: string): boolean {
  return asEdited(view.getViewData()) === asEdited(onDisk);
}

function asEdited(text: string): string {
  return text.replace(/^\uFEFF/u, '').replace(/\r\n?/gu, '\n');
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS);
  });
}
