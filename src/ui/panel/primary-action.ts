import { isToApprove, type PanelModel } from '../../core/screens/panel-model.js';
import type { ArgumentChange, Review } from '../../core/request/review/review.js';

export type PrimaryAction =
  { readonly on: 'card'; readonly path: string } | { readonly on: 'mission' | 'device' };

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

export function offersApprovals({
  reviews,
  device,
  mission,
}: Pick<PanelModel, 'reviews' | 'device' | 'mission'>): boolean {
  return isToApprove(device) && (mission === null || reviews.length > 0);
}

/** False for an unknown outcome, so that neither of its two answers is highlighted. */
function canBeDecided(review: Review, changes: readonly ArgumentChange[]): boolean {
  if (review.unknownOutcome !== null) return false;
  return review.undoUntilMs !== null || (review.blocked === null && changes.length === 0);
}
