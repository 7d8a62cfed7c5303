import type { Notice, Vault } from 'obsidian';
import { formatThrown, type Result } from '../../../core/errors.js';
import type { TaskSummary } from '../../../core/loop/task-summary.js';
import { quoted } from '../../../core/text/quote.js';
import type { StepSummary } from '../../../core/mission/summaries.js';
import { isLastOpen } from '../../../core/mission/format-done-by-hand.js';
import { formatDecidedPlan } from './format-decided-plan.js';
import type { Executor } from '../lifecycle/executor.js';
import { formatProblem } from '../shared/format-problem.js';
import { showNotice } from '../shared/show-notice.js';

const undoMs = 30_000;

export class DoneSteps {
  private readonly shown = new Set<Notice>();

  /** `review` shows the card of the request whose note has this path. */
  constructor(private readonly review: (path: string) => void) {}

  async done({ engine }: Executor, planId: string, step: StepSummary): Promise<Result<unknown>> {
    const plan = engine.plan(planId);
    const { id, position, text } = step;
    const of = { planId, step: id ?? position, text };
    const done = await engine.personActions.doneByHand(of);
    if (!done.ok) return done;
    const requestId = done.value.withdrawn.at(-1);
    const said = `You marked step ${position} as done.${requestId === undefined ? '' : ' Its request was withdrawn.'}`;
    // Undo cannot reopen a finished plan.
    if (plan && isLastOpen(plan, step)) showNotice(`${said} ${formatDecidedPlan(plan, 'done')}`);
    else {
      this.offerUndo(said, async () => {
        const reopened = await engine.personActions.reopenStep({
          ...of,
          ...(requestId === undefined ? {} : { requestId }),
        });
        if (!reopened.ok) return formatProblem(reopened.error);
        const { position, path } = reopened.value;
        if (path === null) return `Step ${position} is open again.`;
        this.review(path);
        return null;
      });
    }
    return done;
  }

  async finishTask(
    { engine }: Executor,
    { path, taskId, title }: TaskSummary,
    vault: Vault,
  ): Promise<Result<unknown>> {
    const done = await engine.operations.finishTask({ taskId, actor: 'Human' });
    if (!done.ok) return done;
    const { path: filed } = done.value;
    this.offerUndo(`Done: ${quoted(title)}`, async () => {
      const file = vault.getFileByPath(filed);
      if (file === null) return `Its note is no longer at ${filed}.`;
      await vault.rename(file, path);
      return `${quoted(title)} is open again.`;
    });
    return done;
  }

  close(): void {
    for (const notice of this.shown) notice.hide();
    this.shown.clear();
  }

  private offerUndo(said: string, reopen: () => Promise<string | null>): void {
    const undo = async (): Promise<void> => {
      notice.hide();
      this.shown.delete(notice);
      const became = await reopen().catch((error: unknown) => `${formatThrown(error)}.`);
      if (became !== null) showNotice(became);
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
