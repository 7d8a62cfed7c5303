import type { App } from 'obsidian';
import type { DraftedStep } from './draft-modal.js';
import type { OpenModals } from '../shared/open-modals.js';
import type { Session } from '../lifecycle/session.js';

export async function openDraft(
  app: App,
  modals: OpenModals,
  session: Session,
  of: DraftedStep,
  drafted: (path: string) => void,
): Promise<void> {
  const { executor } = session;
  const { DraftModal } = await import('./draft-modal.js');
  // The plugin may have been disabled while the code was loaded.
  if (executor && session.executor === executor)
    modals.open(new DraftModal(app, executor, of, drafted));
}
