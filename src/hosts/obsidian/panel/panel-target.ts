import type { Workspace } from 'obsidian';
import { panelTargets } from '../../../core/screens/panel-model.js';
import type { Review } from '../../../core/request/review/review.js';
import { openPanel } from './panel-view.js';
import type { SessionState } from '../lifecycle/session-state.js';

const places: ReadonlySet<string> = new Set(Object.values(panelTargets));

/**
 * What the panel has to show because somebody asked for it: a part of the panel, or the card of a request.
 * That card is shown even if it is not among the first ones.
 */
export class PanelTarget {
  private asked: { readonly path: string } | null = null;
  /** The path of the note whose card is wanted; `null` when none is. */
  private card: string | null = null;

  constructor(
    private readonly workspace: Workspace,
    private readonly state: () => SessionState,
    /** Draws the panel again. */
    private readonly changed: () => void,
  ) {}

  /** Opens the panel and scrolls to one of its parts. */
  readonly show = (place: keyof typeof panelTargets): void => {
    this.ask(panelTargets[place]);
  };

  /**
   * Opens the panel, and scrolls to a part of it or to a card. Approves nothing.
   * @param path the path of a request's note, or one of {@link panelTargets}
   */
  ask(path: string): void {
    void openPanel(this.workspace).then(() => {
      // While nothing can be drawn, nothing is asked for: the place would take the focus later, unexpectedly.
      if (this.state().at !== 'ready') return;
      this.asked = { path };
      if (!places.has(path)) this.card = path;
      this.changed();
    });
  }

  /** What the panel still has to scroll to. `null` when it did so, or when nothing was asked for. */
  get wanted(): { readonly path: string } | null {
    return this.asked;
  }

  broughtUp(): void {
    this.asked = null;
    this.changed();
  }

  /** Returns these reviews, and the review of the wanted card while it can be decided. */
  async among(reviews: readonly Review[]): Promise<readonly Review[]> {
    const { card } = this;
    const state = this.state();
    if (card === null || state.at !== 'ready') return reviews;
    if (reviews.some((review) => review.path === card)) return reviews;
    const asked = await state.work.source.reviewAt(card);
    if (asked) return [...reviews, asked];
    this.card = null;
    if (this.asked?.path === card) this.asked = null;
    return reviews;
  }
}
