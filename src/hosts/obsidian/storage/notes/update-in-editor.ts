import type { Editor, MarkdownView } from 'obsidian';
import { ok, type Result } from '../../../../core/errors.js';
import { changesBetween } from '../../../../core/text/text-changes.js';
import { encodeNote } from './note-text.js';
import type { Attempt, NoteUpdate } from './note-update.js';
import { readText, type VaultAccess } from './vault-access.js';
import { hidesChange, journalled } from './write-in-place.js';

/** Changes a note through the editor in which the note is open, so that nothing typed is lost. */
export async function updateInEditor(
  access: VaultAccess,
  { path, edit }: NoteUpdate,
  view: MarkdownView,
  onDisk: string,
): Promise<Result<Attempt>> {
  const typed = view.getViewData();
  const edited = edit(typed);
  if (edited === null || edited === typed) return ok({ text: onDisk });
  const bytes = encodeNote(edited, access.maxNoteBytes, path);
  if (!bytes.ok) return bytes;
  const unseen = await hidesChange(access, path, onDisk);
  return journalled<Attempt>(access, path, onDisk, edited, async () => {
    const now = await readText(access, path);
    if (!now.ok) return now;
    if (now.value !== onDisk) return ok('overtaken');
    // Await nothing between here and the save, so that no keystroke can come in between.
    if (view.file?.path !== path || view.getViewData() !== typed) return ok('overtaken');
    replaceText(view.editor, typed, edited);
    try {
      await view.save();
    } catch (error) {
      // Undoes the edit, so that the editor does not save it later.
      if (view.getViewData() === edited) replaceText(view.editor, edited, typed);
      throw error;
    }
    const saved = await readText(access, path);
    if (!saved.ok) return saved;
    access.ownWrites.left(path, saved.value);
    if (unseen) access.report(path);
    return ok({ text: saved.value });
  });
}

function replaceText(editor: Editor, before: string, after: string): void {
  editor.transaction({
    changes: changesBetween(before, after).map(({ at, remove, insert }) => ({
      from: editor.offsetToPos(at),
      to: editor.offsetToPos(at + remove),
      text: insert,
    })),
  });
}
