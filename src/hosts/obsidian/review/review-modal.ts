import { Modal, type App } from 'obsidian';
import type { PanelActions } from '../../../ui/actions/panel-actions.js';
import { markModal } from '../shared/mark-modal.js';
import type { ReviewRound } from './review-round.js';

export class ReviewModal extends Modal {
  private clear: () => void = () => undefined;
  private isOpen = false;

  constructor(
    app: App,
    private readonly round: ReviewRound,
    private readonly actions: PanelActions,
  ) {
    super(app);
    this.setTitle('Review requests');
    markModal(this);
    this.modalEl.addClass('countersign-review-window');
  }

  override onOpen(): void {
    this.isOpen = true;
    void this.draw();
  }

  override onClose(): void {
    this.isOpen = false;
    this.clear();
    this.round.end();
    this.contentEl.empty();
  }

  private async draw(): Promise<void> {
    const { mountReview } = await import('../../../ui/review/mount-review.js');
    if (!this.isOpen) return;
    const { round, actions } = this;
    const view = mountReview(this.contentEl, round.feed.model, {
      actions,
      steps: round,
      keys: this.modalEl,
    });
    const stop = round.feed.watch({ ...view, isVisible: () => this.containerEl.isShown() });
    this.clear = () => {
      stop();
      void view.unmount();
    };
  }
}
