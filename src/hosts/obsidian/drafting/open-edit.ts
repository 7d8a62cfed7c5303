import type { App } from 'obsidian';
import { hasComments } from '../../../core/request/edit-call.js';
import type { ActionRequest } from '../../../core/request/request.js';
import type { Review } from '../../../core/request/review/review.js';
import type { OpenModals } from '../shared/open-modals.js';
import { saveOpenEditors } from '../storage/notes/open-editors.js';
import type { Session } from '../lifecycle/session.js';
import { showNotice } from '../shared/show-notice.js';

interface AfterEdit {
  readonly saved: (request: ActionRequest) => void;
  readonly noForm: () => void;
}

interface EditContext {
  readonly app: App;
  readonly modals: OpenModals;
  readonly session: Session;
}

export async function openEdit(
  { app, modals, session }: EditContext,
  review: Review,
  { saved, noForm }: AfterEdit,
): Promise<void> {
  const { executor } = session;
  const openNote = (why: string): void => {
    showNotice(`${why} Edit the block in the note instead.`);
    noForm();
  };
  if (!executor) {
    openNote('This device has no form for requests.');
    return;
  }
  if (hasComments(review.request)) {
    openNote('A form would remove the comments in the block.');
    return;
  }
  const { EditModal } = await import('./edit-modal.js');
  if (session.executor !== executor) return;
  const { requestId, shownDigest, path } = review;
  const modal = new EditModal(app, review, {
    inspect: (alias) => executor.inspect(alias),
    noForm: openNote,
    save: async (args) => {
      await saveOpenEditors(app.workspace, path);
      const edited = await executor.engine.personActions.editCall({
        requestId,
        shownDigest,
        arguments: args,
      });
      if (edited.ok) saved(edited.value.request);
      return edited;
    },
  });
  modals.open(modal);
}
