import { MarkdownRenderChild } from 'obsidian';

/**
 * The language of the block; defined here as well, because loading the plugin must not load the code that
 * reads notes.
 */
export const actionLanguage = 'countersign-action';

/** Receives the blocks once the plugin has started; the returned function releases one. */
export interface ActionBlocks {
  take(block: ActionBlock): () => void;
}

/**
 * One action block that Obsidian draws in any note, embed or preview, until Obsidian removes it. It stays
 * plain text, as without this plugin, until a card replaces it.
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

  /** As Obsidian draws a code block in an unknown language. */
  showText(): void {
    const cls = `language-${actionLanguage}`;
    this.containerEl.empty();
    this.containerEl.createEl('pre', { cls }).createEl('code', { cls, text: `${this.source}\n` });
  }
}
