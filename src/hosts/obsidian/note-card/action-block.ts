import { MarkdownRenderChild } from 'obsidian';

/** The language of the block; said here once more, since loading the plugin reads no notes. */
export const actionLanguage = 'countersign-action';

/** Where blocks are taken to when the plugin has begun; the value lets one go. */
export interface ActionBlocks {
  take(block: ActionBlock): () => void;
}

/**
 * One action block that Obsidian draws, in whatever note, embed or preview, until Obsidian takes it
 * away. It is text, as without us, until something else is made of it.
 */
export class ActionBlock extends MarkdownRenderChild {
  private isLoaded = false;

  constructor(
    containerEl: HTMLElement,
    readonly source: string,
    /** The path of the note it was drawn from. */
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

  /** As Obsidian draws a block of a language that it does not know. */
  showText(): void {
    const cls = `language-${actionLanguage}`;
    this.containerEl.empty();
    this.containerEl.createEl('pre', { cls }).createEl('code', { cls, text: `${this.source}\n` });
  }
}
