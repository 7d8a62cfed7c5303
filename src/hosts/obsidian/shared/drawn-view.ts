import { ItemView } from 'obsidian';

/**
 * A view that is drawn when it opens and in each window it is moved to, and removed when it closes. Its
 * drawing code is loaded when it opens.
 */
export abstract class DrawnView extends ItemView {
  private takeAway: () => void = () => undefined;
  /** Counts the drawings, so that a drawing that was replaced while its code loaded is not shown. */
  private drawing = 0;

  override getIcon(): string {
    return 'stamp';
  }

  override async onOpen(): Promise<void> {
    // In another window the view is in another document, so the view must be drawn again.
    this.register(
      this.contentEl.onWindowMigrated(() => {
        void this.draw();
      }),
    );
    // Not awaited: drawing may wait until the layout is ready, and Obsidian opens its views before that.
    void this.draw();
  }

  override async onClose(): Promise<void> {
    this.clear();
  }

  /**
   * Loads the drawing code. The returned function draws into the view, and returns a function that removes
   * the drawing.
   */
  protected abstract prepare(): Promise<() => () => void>;

  private async draw(): Promise<void> {
    this.clear();
    const { drawing } = this;
    const show = await this.prepare();
    if (drawing === this.drawing) this.takeAway = show();
  }

  private clear(): void {
    this.drawing += 1;
    this.takeAway();
    this.takeAway = () => undefined;
  }
}
