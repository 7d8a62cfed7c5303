import type { Notice } from 'obsidian';
import { callTitle } from '../../../core/request/call-title.js';
import type { Review } from '../../../core/request/review/review.js';
import { withIsolates } from '../../../core/text/text-direction.js';
import { undoSecondsBounds } from '../../../core/settings/undo-window.js';
import { showNotice } from '../shared/show-notice.js';

const longestMs = undoSecondsBounds.most * 1_000;
const longestTitle = 80;

export type UndoReason = 'dragged' | 'moved';

/** Shows notices with Undo while requests are held in Approved, because the panel may be closed. */
export class UndoNotices {
  private readonly shown = new Map<string, Notice>();

  show(because: UndoReason, review: Review, untilMs: number, undo: () => void): void {
    const { requestId } = review;
    this.end(requestId);
    const leftMs = leftUntil(untilMs);
    const text = createFragment((fragment) => {
      const box = fragment.createDiv('countersign-hold-notice');
      box.createSpan({ text: formatUndoNotice(because, review, Math.ceil(leftMs / 1000)) });
      const button = box.createEl('button', { cls: 'mod-cta', text: 'Undo' });
      button.addEventListener('click', undo);
    });
    this.shown.set(requestId, showNotice(text, leftMs));
  }

  showMore(count: number, untilMs: number): void {
    const more = count === 1 ? '1 more request is' : `${count} more requests are`;
    const text = `${more} held in Approved. Open Current mission to undo them.`;
    showNotice(text, leftUntil(untilMs));
  }

  end(requestId: string): void {
    this.shown.get(requestId)?.hide();
    this.shown.delete(requestId);
  }

  close(): void {
    for (const requestId of [...this.shown.keys()]) this.end(requestId);
  }
}

function leftUntil(untilMs: number): number {
  return Math.min(Math.max(untilMs - Date.now(), 1), longestMs);
}

function formatUndoNotice(because: UndoReason, review: Review, seconds: number): string {
  const { tool, bridge, isPaused } = review;
  const title = callTitle(review);
  const shown = title.length <= longestTitle ? title : `${title.slice(0, longestTitle)}…`;
  const what =
    because === 'dragged' ? 'You moved a request to Approved' : 'A request was moved to Approved';
  const time = seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${what}: ${withIsolates(shown)} (${bridge} · ${tool}). ${isPaused ? `It is approved in ${time} but waits, because all actions are paused.` : `It runs in ${time}.`}`;
}
