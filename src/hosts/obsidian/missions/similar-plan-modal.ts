import { ButtonComponent, Modal, type App } from 'obsidian';
import { formatSimilarPlan, type SimilarPlan } from '../../../core/mission/format-similar-plan.js';
import { unclearFrom } from '../../../core/task/brief-similarity.js';
import { modalFooter } from '../shared/modal-footer.js';
import { markModal } from '../shared/mark-modal.js';
import type { OpenModals } from '../shared/open-modals.js';

/** `go_on` continues the similar plan. Null means that the person closed the question. */
export type SimilarAnswer = 'go_on' | 'new' | null;

export class SimilarPlanModal extends Modal {
  answer: SimilarAnswer = null;

  constructor(
    app: App,
    private readonly similar: SimilarPlan,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { contentEl, similar } = this;
    this.setTitle('Is this already in a plan?');
    markModal(this);
    contentEl.createEl('p', { text: formatSimilarPlan(similar) });
    contentEl.createEl('p', { cls: 'countersign-quiet', text: ruleOf(similar) });
    const { controlEl } = modalFooter(contentEl).row;
    const button = (text: string, answer: SimilarAnswer): ButtonComponent =>
      new ButtonComponent(controlEl).setButtonText(text).onClick(() => {
        this.answer = answer;
        this.close();
      });
    button('Cancel', null);
    button('Create a new plan', 'new');
    button(`Continue ${similar.plan.planId}`, 'go_on').setCta();
  }

  override onClose(): void {
    this.contentEl.empty();
  }
}

function ruleOf({ likeness }: SimilarPlan): string {
  return likeness.kind === 'same'
    ? 'The text is the same except for words like “please” and “thanks”.'
    : `Countersign asks when at least ${unclearFrom}% of the text matches an existing plan. Different names, amounts or dates always mean different work.`;
}

/** Asks a person whether new work belongs to an unfinished plan. */
export function askSimilar(
  app: App,
  modals: OpenModals,
  similar: SimilarPlan,
): Promise<SimilarAnswer> {
  return new Promise((resolve) => {
    const modal = new SimilarPlanModal(app, similar);
    modals.open(modal, () => {
      resolve(modal.answer);
    });
  });
}
