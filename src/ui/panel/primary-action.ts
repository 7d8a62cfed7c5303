import { isToApprove, type PanelModel } from '../../core/screens/panel-model.js';
import type { ArgumentChange, Review } from '../../core/request/review/review.js';

/** Where the panel's one primary action is: its button stands out, and no other does. */
export type PrimaryAction =
  { readonly on: 'card'; readonly path: string } | { readonly on: 'mission' | 'device' };

/**
 * What a person most likely does next: set up approvals where others run actions, decide about the first card that can be decided about, else let
 * go on what is paused, else begin a mission, where nothing else is to be looked at.
 */
export function primaryAction({
  reviews,
  changes,
  device,
  mission,
  alerts,
}: Pick<PanelModel, 'reviews' | 'changes' | 'device' | 'mission' | 'alerts'>): PrimaryAction {
  if (offersApprovals({ reviews, device, mission })) return { on: 'mission' };
  const card = reviews.find((review) => canBeDecided(review, changes[review.path] ?? []));
  if (card) return { on: 'card', path: card.path };
  const isToBeLookedAt = reviews.length > 0 || alerts.length > 0;
  const isBegun = mission !== null || (device.runs && (device.paused || isToBeLookedAt));
  return { on: isBegun || device.cannotRun !== null ? 'device' : 'mission' };
}

/** Whether the way to approve on this device comes first: where nothing is under way, or something waits. */
export function offersApprovals({
  reviews,
  device,
  mission,
}: Pick<PanelModel, 'reviews' | 'device' | 'mission'>): boolean {
  return isToApprove(device) && (mission === null || reviews.length > 0);
}

/** Whether a card has a button that decides. Of what may have happened none stands out: both answers are alike. */
function canBeDecided(review: Review, changes: readonly ArgumentChange[]): boolean {
  if (review.unknownOutcome !== null) return false;
  return review.undoUntilMs !== null || (review.blocked === null && changes.length === 0);
}
