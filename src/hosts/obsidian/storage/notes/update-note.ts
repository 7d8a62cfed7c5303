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
/** How long (ms) Obsidian is given to take in what others wrote; reported: it needs 1–2 s. */
const PATIENCE_MS = 5_000;
/** How long (ms) until it is asked again. */
const PAUSE_MS = 100;

/**
 * Replaces a note by what `edit` makes of it, in the editor when somebody types in it there. When
 * others change the note meanwhile, `edit` runs again on their text; fails with `note_changed` when
 * that never ends.
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

/** `inStep`: Obsidian has known for a while what the disk holds, and its editors with it. */
async function attemptUpdate(
  access: VaultAccess,
  update: NoteUpdate,
  inStep: boolean,
): Promise<Result<Attempt>> {
  const { path, edit } = update;
  const onDisk = await readText(access, path);
  if (!onDisk.ok) return onDisk;
  // Whoever writes a note empties it first, and may be done by the time that is asked.
  if (onDisk.value === '') {
    if (await isAheadOfTree(access, path)) return ok('wait');
    const again = await readText(access, path);
    if (!again.ok) return again;
    if (again.value !== '') return ok('wait');
  }
  const view = editorInUse(access.workspace, path);
  if (view !== null && !isShownAs(view, onDisk.value)) {
    // Typing, or an editor that has not taken in yet what was written: saving that would undo it.
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

/** An editor has its own line ends and may leave a byte order mark out; neither is an edit. */
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
