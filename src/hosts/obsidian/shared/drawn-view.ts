import { ItemView } from 'obsidian';

/** A view that is drawn when it opens or moves to another window. */
export abstract class DrawnView extends ItemView {
  private takeAway: () => void = () => undefined;
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
    // This is not awaited, because drawing may wait until Obsidian has opened all views.
    void this.draw();
  }

  override async onClose(): Promise<void> {
    this.clear();
  }

  /**
   * Resolves to a function that draws the view. That function returns another, which removes the
   * drawing.
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
