import type { PanelRow, ResultRow } from '../../../core/screens/result-row.js';
import type { Review } from '../../../core/request/review/review.js';

/** Keeps the order of the cards while a person reads them. */
export class CardOrder {
  private ranks: ReadonlyMap<string, number> = new Map();
  private next = 0;

  of(reviews: readonly Review[], rows: readonly ResultRow[] = []): readonly Review[] {
    const ranks = new Map<string, number>();
    const rank = (id: string, at = this.ranks.get(id)): void => {
      if (!ranks.has(id)) ranks.set(id, at ?? (this.next += 1));
    };
    for (const { requestId, state } of rows) {
      rank(requestId);
      if ('successor' in state && state.successor !== null) {
        rank(state.successor, this.ranks.get(state.successor) ?? ranks.get(requestId));
      }
    }
    for (const { requestId } of reviews) rank(requestId);
    this.ranks = ranks;
    return [...reviews].sort((a, b) => this.rankOf(a) - this.rankOf(b));
  }

  among(cards: readonly Review[], rows: readonly ResultRow[]): readonly PanelRow[] {
    const placed = rows.map((row) => ({
      ...row,
      position: cards.filter((card) => this.rankOf(card) < this.rankOf(row)).length,
    }));
    return placed.sort((a, b) => this.rankOf(a) - this.rankOf(b));
  }

  private rankOf({ requestId }: { readonly requestId: string }): number {
    return this.ranks.get(requestId) ?? 0;
  }
}
