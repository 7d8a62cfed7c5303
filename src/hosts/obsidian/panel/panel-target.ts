import type { Workspace } from 'obsidian';
import { panelTargets, type PanelModel } from '../../../core/screens/panel-model.js';
import type { Review } from '../../../core/request/review/review.js';
import { openPanel } from './panel-view.js';
import type { SessionState } from '../lifecycle/session-state.js';

const places: ReadonlySet<string> = new Set(Object.values(panelTargets));

export class PanelTarget {
  private asked: { readonly path: string } | null = null;
  /** The path of the note whose card was asked for last. */
  card: string | null = null;

  constructor(
    private readonly workspace: Workspace,
    private readonly state: () => SessionState,
    private readonly changed: () => void,
  ) {}

  readonly show = (place: keyof typeof panelTargets): void => {
    this.ask(panelTargets[place]);
  };

  /** `path` is the path of a request or waiting plan, or one of {@link panelTargets}. */
  ask(path: string): void {
    void openPanel(this.workspace).then(() => {
      if (this.state().at !== 'ready') return;
      this.asked = { path };
      if (!places.has(path)) this.card = path;
      this.changed();
    });
  }

  get wanted(): { readonly path: string } | null {
    return this.asked;
  }

  broughtUp(): void {
    this.asked = null;
    this.changed();
  }

  async among({ reviews, plansWaiting = [] }: PanelModel): Promise<readonly Review[]> {
    const { card } = this;
    const state = this.state();
    if (card === null || state.at !== 'ready') return reviews;
    if ([...reviews, ...plansWaiting].some(({ path }) => path === card)) return reviews;
    const asked = await state.work.source.reviewAt(card);
    if (asked) return [...reviews, asked];
    this.card = null;
    if (this.asked?.path === card) this.asked = null;
    return reviews;
  }
}
