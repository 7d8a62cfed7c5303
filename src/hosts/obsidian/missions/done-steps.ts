import type { Notice } from 'obsidian';
import type { Result } from '../../../core/errors.js';
import type { StepSummary } from '../../../core/mission/summaries.js';
import { isLastOpen } from '../../../core/mission/format-done-by-hand.js';
import { formatEndedPlan } from './format-ended-plan.js';
import type { Executor } from '../lifecycle/executor.js';
import { formatProblem } from '../shared/format-problem.js';
import { showNotice } from '../shared/show-notice.js';

/** For how long (ms) Obsidian's corner offers Undo. */
const undoMs = 30_000;

/** Marks ✋ steps as done by a person, and offers Undo for a while, wherever that was pressed. */
export class DoneSteps {
  private readonly shown = new Set<Notice>();

  /** @param review brings the card of a request that came back into sight */
  constructor(private readonly review: (path: string) => void) {}

  async done({ engine }: Executor, planId: string, step: StepSummary): Promise<Result<unknown>> {
    const plan = engine.plan(planId);
    const { id, position, text } = step;
    const of = { planId, step: id ?? position, text };
    const done = await engine.personActions.doneByHand(of);
    if (!done.ok) return done;
    const requestId = done.value.withdrawn.at(-1);
    const said = `You marked step ${position} as done.${requestId === undefined ? '' : ' Its request was withdrawn.'}`;
    // A plan that is finished stays finished.
    if (plan && isLastOpen(plan, step)) showNotice(`${said} ${formatEndedPlan(plan, 'done')}`);
    else {
      this.offerUndo(said, () =>
        engine.personActions.reopenStep({
          ...of,
          ...(requestId === undefined ? {} : { requestId }),
        }),
      );
    }
    return done;
  }

  close(): void {
    for (const notice of this.shown) notice.hide();
    this.shown.clear();
  }

  private offerUndo(
    said: string,
    reopen: () => Promise<Result<{ readonly position: number; readonly path: string | null }>>,
  ): void {
    const undo = async (): Promise<void> => {
      notice.hide();
      this.shown.delete(notice);
      const reopened = await reopen();
      if (!reopened.ok) showNotice(formatProblem(reopened.error));
      else if (reopened.value.path !== null) this.review(reopened.value.path);
      else showNotice(`Step ${reopened.value.position} is open again.`);
    };
    const text = createFragment((fragment) => {
      const box = fragment.createDiv('countersign-hold-notice');
      box.createSpan({ text: said });
      const button = box.createEl('button', { cls: 'mod-cta', text: 'Undo' });
      button.addEventListener('click', () => void undo());
    });
    const notice = showNotice(text, undoMs);
    this.shown.add(notice);
  }
}
