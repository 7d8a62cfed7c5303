import { wantedDevice } from '../../core/mission/panel-model.js';
import type { Review } from '../../core/request/review.js';
import type { SessionState } from './session-state.js';

/** The request that somebody asked for by its note: its card is shown, also beyond the first ones. */
export class AskedCard {
  private asked: { readonly path: string } | null = null;
  private isUp = false;

  ask(path: string): void {
    this.asked = { path };
    this.isUp = false;
  }

  /** Whose card is to be brought into sight; `null`: it was, or none was asked for. */
  get wanted(): { readonly path: string } | null {
    return this.isUp ? null : this.asked;
  }

  broughtUp(): void {
    this.isUp = true;
  }

  /** These reviews, and the one that was asked for while it waits. */
  async among(reviews: readonly Review[], state: SessionState): Promise<readonly Review[]> {
    const { path } = this.asked ?? {};
    if (path === undefined || path === wantedDevice || state.at !== 'ready') return reviews;
    if (reviews.some((review) => review.path === path)) return reviews;
    const { executor, observer } = state.work;
    const asked = await (executor ? executor.engine : observer).reviewAt(path);
    if (asked) return [...reviews, asked];
    this.asked = null;
    return reviews;
  }
}
