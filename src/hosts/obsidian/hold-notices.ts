import { Notice } from 'obsidian';
import type { Review } from '../../core/request/review.js';

/** No hold is longer (ms), whatever the clock says. */
const longestMs = 10_000;
const longestRecipient = 80;

/**
 * Say in Obsidian's corner that a drag is held, with Undo, for as long as it is: the panel may be
 * closed, folded, or behind another tab.
 */
export class HoldNotices {
  private readonly shown = new Map<string, Notice>();

  /** @param untilMs when the hold ends (ms since 1970) */
  show(review: Review, untilMs: number, undo: () => void): void {
    const { requestId } = review;
    this.end(requestId);
    const leftMs = Math.min(Math.max(untilMs - Date.now(), 1), longestMs);
    const text = createFragment((fragment) => {
      const box = fragment.createDiv('countersign-hold-notice');
      box.createSpan({ text: wordsFor(review) });
      const button = box.createEl('button', { cls: 'mod-cta', text: 'Undo' });
      button.addEventListener('click', undo);
    });
    this.shown.set(requestId, new Notice(text, leftMs));
  }

  /** The hold of this request ended before its time. */
  end(requestId: string): void {
    this.shown.get(requestId)?.hide();
    this.shown.delete(requestId);
  }

  close(): void {
    for (const requestId of [...this.shown.keys()]) this.end(requestId);
  }
}

function wordsFor({ tool, bridge, targetRecipient: to }: Review): string {
  const recipient = to.length <= longestRecipient ? to : `${to.slice(0, longestRecipient)}…`;
  return `You dragged a request to Approved: ${tool} with bridge ${bridge}, for ${recipient}. It runs in 10 seconds.`;
}
