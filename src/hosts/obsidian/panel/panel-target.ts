import type { Workspace } from 'obsidian';
import { panelTargets } from '../../../core/screens/panel-model.js';
import type { Review } from '../../../core/request/review/review.js';
import { openPanel } from './panel-view.js';
import type { SessionState } from '../lifecycle/session-state.js';

const places: ReadonlySet<string> = new Set(Object.values(panelTargets));

/**
 * What somebody asked to see: a part of the panel, or a request by its note, whose card is then shown even
 * if it is not among the first ones.
 */
export class PanelTarget {
  private asked: { readonly path: string } | null = null;
  /** The note of the wanted request. */
  private card: string | null = null;

  constructor(
    private readonly workspace: Workspace,
    private readonly state: () => SessionState,
    /** Called when it is to be drawn. */
    private readonly changed: () => void,
  ) {}

  /** Opens the panel at a part of it. */
  readonly show = (place: keyof typeof panelTargets): void => {
    this.ask(panelTargets[place]);
  };

  /**
   * Opens the panel there; approves nothing.
   * @param path of a request's note, or one of {@link panelTargets}
   */
  ask(path: string): void {
    void openPanel(this.workspace).then(() => {
      // A target that is not drawn now must not take the focus later.
      if (this.state().at !== 'ready') return;
      this.asked = { path };
      if (!places.has(path)) this.card = path;
      this.changed();
    });
  }

  /** What to scroll to; `null` if it was done, or nothing was asked for. */
  get wanted(): { readonly path: string } | null {
    return this.asked;
  }

  broughtUp(): void {
    this.asked = null;
    this.changed();
  }

  /** These reviews, and the wanted one while it waits. */
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
