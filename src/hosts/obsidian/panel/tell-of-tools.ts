import type { Review } from '../../../core/request/review/review.js';
import type { SessionState } from '../lifecycle/session-state.js';

/** Reviews with what this device knows of their tools. */
export function tellOfTools(reviews: readonly Review[], state: SessionState): readonly Review[] {
  return state.at === 'ready' ? reviews.map((review) => state.vault.tools.tell(review)) : reviews;
}
