import { MarkdownRenderChild } from 'obsidian';

/**
 * The same as `fenceName`. An import of `fenceName` would load the code for reading notes as soon
 * as the plugin starts.
 */
export const actionLanguage = 'countersign-action';

/** `take` draws a card in place of a block. The returned function takes the card away. */
export interface ActionBlocks {
  take(block: ActionBlock): () => void;
}

export class ActionBlock extends MarkdownRenderChild {
  private isLoaded = false;

  constructor(
    containerEl: HTMLElement,
    readonly source: string,
    readonly sourcePath: string,
    private readonly blocks: Promise<ActionBlocks>,
  ) {
    super(containerEl);
    this.showText();
  }

  override onload(): void {
    this.isLoaded = true;
    void this.blocks.then((blocks) => {
      if (this.isLoaded) this.register(blocks.take(this));
    });
  }

  override onunload(): void {
    this.isLoaded = false;
  }

  showText(): void {
    const cls = `language-${actionLanguage}`;
    this.containerEl.empty();
    this.containerEl.createEl('pre', { cls }).createEl('code', { cls, text: `${this.source}\n` });
  }
}
