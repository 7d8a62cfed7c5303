import type { ActionCard, CallCard } from '../../../core/screens/action-card.js';
import type { Review } from '../../../core/request/review/review.js';
import { contractFolderOf } from '../../../core/settings/folders.js';
import { withLocalTime } from '../../../ui/parts/text/format-time.js';
import type { SessionState, Work } from '../lifecycle/session-state.js';

export type AboutCard = Omit<CallCard, 'shows' | 'review'>;

/** Returns the card of the note at a path. Null means that the note shows its block as text. */
export async function buildActionCard(
  state: SessionState,
  path: string,
  about: (review: Review) => AboutCard,
): Promise<ActionCard | null> {
  if (state.at === 'failed') return line(state.problem.message, state.problem.advice);
  if (state.at !== 'ready') return null;
  const { folders } = state.vault.settings;
  const place = contractFolderOf(folders, path);
  switch (place) {
    case 'pending':
    case 'approved': {
      const review = await state.work.source.reviewAt(path);
      if (review)
        return { shows: 'call', review: state.vault.tools.tell(review), ...about(review) };
      return alertLine(state.work, path) ?? waitingLines[place];
    }
    case 'rejected':
      return (
        alertLine(state.work, path) ??
        line('Rejected. This request won’t run.', 'This note is kept as a record.')
      );
    case 'doneActions':
    case 'archive':
      return {
        ...line(
          place === 'archive'
            ? 'Archived. This request can’t run.'
            : 'Done. This request can’t run again.',
          place === 'archive'
            ? 'The top of this note says why.'
            : '“Outcome” below shows what was sent, and the server’s response.',
          false,
        ),
        isOver: true,
      };
    default:
      return null;
  }
}

const waitingLines = {
  pending: line('Countersign hasn’t read this note yet.', 'It reads the note when it is saved.'),
  approved: line(
    'Approved. It is running or about to run.',
    'The result will be written into this note.',
  ),
};

function alertLine({ source }: Work, path: string): ActionCard | null {
  const alert = source.view().alerts.find((one) => one.path === path);
  if (!alert) return null;
  const { text, advice, runsAt } = alert;
  return line(withLocalTime(text, runsAt, Date.now()), advice);
}

function line(
  text: string,
  advice: string,
  isInPanel = true,
): Extract<ActionCard, { readonly shows: 'line' }> {
  return { shows: 'line', text, advice, isInPanel };
}
