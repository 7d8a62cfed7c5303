import type { Workspace } from 'obsidian';
import type { ActionCard } from '../../../core/screens/action-card.js';
import { bodyStartOf } from '../../../core/note/front-matter/front-matter-block.js';
import { fencedBlocks } from '../../../core/note/structure.js';
import type { Review } from '../../../core/request/review/review.js';
import type { Clock } from '../../../ports/clock.js';
import type { Mounted } from '../../../ui/parts/mount-component.svelte.js';
import type { PanelActions } from '../../../ui/actions/panel-actions.js';
import { actionLanguage, type ActionBlock } from './action-block.js';
import { ownNoteOf, type OwnNote } from './own-note.js';
import type { ModelFeed } from '../shared/model-feed.js';
import { trimEnd } from '../../../core/text/trim-end.js';

/** The cards by the path of their note. Null means that the note shows its block as text. */
export type ActionCardsByPath = ReadonlyMap<string, ActionCard | null>;

export interface ActionCardsHost {
  readonly workspace: Workspace;
  readonly clock: Clock;
  readonly actions: PanelActions;
  readonly openPanel: () => void;
  readonly build: (path: string) => Promise<ActionCard | null>;
}

export class DrawnBlock {
  watched: string | null = null;
  private note: OwnNote | null = null;
  private card: ActionCard | null = null;
  private mounted: Mounted<ActionCard> | null = null;
  private isMounting = false;
  private isClosed = false;
  private stopLooking: () => void = () => undefined;
  private stopWatching: () => void = () => undefined;

  constructor(
    private readonly block: ActionBlock,
    private readonly host: ActionCardsHost,
    private readonly feed: ModelFeed<ActionCardsByPath>,
  ) {
    const { containerEl } = block;
    // In live preview, a click that moves the cursor into the block would remove the card.
    for (const type of ['click', 'dblclick'] as const) {
      block.registerDomEvent(containerEl, type, (event) => {
        if (this.mounted) event.stopPropagation();
      });
    }
    block.register(
      containerEl.onWindowMigrated(() => {
        this.goAway();
        this.showText();
        this.look();
      }),
    );
    this.look();
  }

  get element(): HTMLElement {
    return this.block.containerEl;
  }

  close(): void {
    this.isClosed = true;
    this.goAway();
    this.stopLooking();
    this.showText();
  }

  private look(): void {
    this.stopLooking();
    const { containerEl } = this.block;
    const view = containerEl.ownerDocument.defaultView;
    if (!view || this.isClosed) return;
    const observer = new view.IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting === true) this.come();
      else this.goAway();
    });
    observer.observe(containerEl);
    this.stopLooking = () => {
      observer.disconnect();
    };
  }

  private come(): void {
    if (this.watched !== null || this.isClosed) return;
    this.note ??= this.findNote();
    this.watched = this.path();
    if (this.watched === null) return;
    this.stopWatching = this.feed.watch({
      isVisible: () => this.block.containerEl.isShown(),
      show: (cards) => {
        this.show(cards);
      },
    });
    this.feed.changed();
  }

  private goAway(): void {
    this.watched = null;
    this.stopWatching();
    this.stopWatching = () => undefined;
  }

  private findNote(): OwnNote | null {
    const note = ownNoteOf(this.host.workspace, this.block.containerEl);
    return note?.file.path === this.block.sourcePath ? note : null;
  }

  private path(): string | null {
    const now = this.note && ownNoteOf(this.host.workspace, this.block.containerEl);
    return now && now.file === this.note?.file ? now.file.path : null;
  }

  private show(cards: ActionCardsByPath): void {
    const path = this.path();
    if (path === null) {
      this.showText();
      return;
    }
    const card = cards.get(path);
    if (card === undefined && path !== this.watched) this.feed.changed();
    this.watched = path;
    if (card === undefined) return;
    if (card === null) this.showText();
    else void this.showCard(this.isOf(card) ? card : unsaved);
  }

  private isOf(card: ActionCard): boolean {
    return card.shows !== 'call' || blockOf(card.review) === plain(this.block.source);
  }

  private async showCard(card: ActionCard): Promise<void> {
    this.card = card;
    this.mounted?.show(card);
    if (this.mounted || this.isMounting) return;
    this.isMounting = true;
    const { mountActionCard } = await import('../../../ui/card/mount-action-card.js');
    this.isMounting = false;
    if (this.isClosed || !this.card) return;
    const { containerEl, source } = this.block;
    const { actions, openPanel } = this.host;
    containerEl.empty();
    this.mounted = mountActionCard(containerEl, this.card, { source, actions, openPanel });
  }

  private showText(): void {
    this.card = null;
    if (!this.mounted) return;
    void this.mounted.unmount();
    this.mounted = null;
    this.block.showText();
  }
}

const unsaved: ActionCard = {
  shows: 'line',
  text: 'This block differs from the note that Countersign last read.',
  advice: 'You can approve here once it is saved and read again, in a moment.',
  isInPanel: false,
};

function blockOf({ request: { text } }: Review): string | null {
  const block = fencedBlocks(text, bodyStartOf(text)).find(({ info }) => info === actionLanguage);
  return block ? plain(text.slice(block.contentStart, block.contentEnd)) : null;
}

function plain(text: string): string {
  return trimEnd(text.replace(/\r\n?/g, '\n'), '\n');
}
