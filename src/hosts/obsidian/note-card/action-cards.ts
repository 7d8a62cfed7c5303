import { MarkdownView } from 'obsidian';
import type { ActionCard } from '../../../core/screens/action-card.js';
import { actionLanguage, type ActionBlock, type ActionBlocks } from './action-block.js';
import { DrawnBlock, type ActionCardsByPath, type ActionCardsHost } from './drawn-block.js';
import { ModelFeed } from '../shared/model-feed.js';

export class ActionCards implements ActionBlocks {
  readonly feed: ModelFeed<ActionCardsByPath>;
  private readonly blocks = new Set<DrawnBlock>();
  private isClosed = false;

  constructor(private readonly host: ActionCardsHost) {
    this.feed = new ModelFeed(host.clock, () => this.buildCards(), new Map());
  }

  take(block: ActionBlock): () => void {
    if (this.isClosed) return () => undefined;
    const drawn = new DrawnBlock(block, this.host, this.feed);
    this.blocks.add(drawn);
    return () => {
      this.blocks.delete(drawn);
      drawn.close();
    };
  }

  /** Blocks that were drawn before the plugin was enabled have no card yet. */
  drawMissing(): void {
    this.host.workspace.iterateAllLeaves(({ view }) => {
      if (!(view instanceof MarkdownView)) return;
      const holdsBlock = view.getViewData().includes(`\`\`\`${actionLanguage}`);
      const isDrawn = [...this.blocks].some(({ element }) => view.contentEl.contains(element));
      if (holdsBlock && !isDrawn) view.previewMode.rerender(true);
    });
  }

  changed(): void {
    this.feed.changed();
  }

  close(): void {
    this.isClosed = true;
    this.feed.close();
    for (const drawn of this.blocks) drawn.close();
    this.blocks.clear();
  }

  private async buildCards(): Promise<ActionCardsByPath> {
    const paths = new Set([...this.blocks].flatMap(({ watched }) => watched ?? []));
    const cards = [...paths].map(async (path): Promise<[string, ActionCard | null]> => [
      path,
      await this.host.build(path),
    ]);
    return new Map(await Promise.all(cards));
  }
}
