import { ButtonComponent, Modal, Setting, type App } from 'obsidian';
import type { Result } from '../../../core/errors.js';
import type { PlanSummary, RequestSummary } from '../../../core/mission/summaries.js';
import { requestTitle } from '../../../core/request/call-title.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import { withIsolates } from '../../../core/text/text-direction.js';
import { modalFooter } from '../shared/modal-footer.js';
import { markModal } from '../shared/mark-modal.js';
import { formatProblem } from '../shared/format-problem.js';

const fewRequests = 10;

/** Asks whether a plan is to be cancelled, and names what goes with it. */
export class CancelPlanModal extends Modal {
  /** @param cancel cancels it, with the reason that stands in its log */
  constructor(
    app: App,
    private readonly plan: PlanSummary,
    private readonly requests: readonly RequestSummary[],
    private readonly cancel: (reason: string) => Promise<Result<unknown>>,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { contentEl, plan, requests } = this;
    this.setTitle(`Cancel ${plan.planId}?`);
    markModal(this);
    contentEl.createEl('p', { text: withIsolates(showInvisible(plan.objective)) });
    contentEl.createEl('p', {
      text: `${plan.doneSteps} of ${plan.steps.length} steps are done. The plan and its log move to the archive; nothing is deleted.`,
    });
    if (requests.length > 0) {
      contentEl.createEl('p', {
        text:
          requests.length === 1
            ? 'This request is withdrawn and won’t run:'
            : 'These requests are withdrawn and won’t run:',
      });
      const list = contentEl.createEl('ul');
      for (const request of requests.slice(0, fewRequests)) {
        const { tool, bridge } = request;
        list.createEl('li', {
          text: `${withIsolates(requestTitle(request))} (${showInvisible(bridge)} · ${showInvisible(tool)})`,
        });
      }
      const more = requests.length - fewRequests;
      if (more > 0) list.createEl('li', { text: `… and ${more} more` });
    }
    let reason = '';
    new Setting(contentEl)
      .setName('Reason')
      .setDesc('Optional. Saved in the plan’s log.')
      .setClass('countersign-wide')
      .addText((text) => {
        text.onChange((value) => (reason = value.trim()));
        text.inputEl.setAttr('aria-label', 'Reason');
      });
    const problem = contentEl.createEl('p', {
      cls: 'countersign-modal-problem',
      attr: { role: 'alert' },
    });
    const { controlEl } = modalFooter(contentEl).row;
    const keep = new ButtonComponent(controlEl).setButtonText('Keep plan');
    keep.onClick(() => {
      this.close();
    });
    const cancel = new ButtonComponent(controlEl).setButtonText('Cancel plan');
    cancel.buttonEl.addClass('mod-warning');
    cancel.onClick(async () => {
      cancel.setDisabled(true);
      const done = await this.cancel(reason === '' ? 'No reason given.' : reason);
      cancel.setDisabled(false);
      if (done.ok) this.close();
      else problem.setText(formatProblem(done.error));
    });
    keep.buttonEl.focus();
  }

  override onClose(): void {
    this.contentEl.empty();
  }
}
