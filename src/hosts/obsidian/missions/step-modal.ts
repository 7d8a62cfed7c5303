import { Setting, setIcon, TextComponent, ToggleComponent, type App } from 'obsidian';
import type { Result } from '../../../core/errors.js';
import { speaksOfExternalAction } from '../../../core/policy/external-action.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import { withIsolates } from '../../../core/text/text-direction.js';
import type { Press } from '../../../ui/actions/panel-actions.js';
import { FormModal } from '../shared/form-modal.js';

export interface StepQuestion {
  readonly title: string;
  /** The window makes invisible characters in these texts visible. */
  readonly says: readonly string[];
  /** The caller makes invisible characters in these texts visible. */
  readonly lines?: readonly string[];
  readonly addMore?: (contentEl: HTMLElement) => void;
  readonly asks: {
    readonly name: string;
    readonly about: string;
    readonly missing: string | null;
  } | null;
  readonly button: string | null;
  readonly keep?: string;
  readonly act: (answer: string, press: Press) => Promise<Result<unknown>>;
}

export class StepModal extends FormModal {
  constructor(
    app: App,
    private readonly question: StepQuestion,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { contentEl } = this;
    const { title, says, lines = [], addMore, asks, button, keep, act } = this.question;
    this.setTitle(title);
    for (const text of says) contentEl.createEl('p', { text: withIsolates(showInvisible(text)) });
    if (lines.length > 0) {
      const list = contentEl.createEl('ul', {
        cls: 'countersign-tools',
        attr: { tabindex: '0', 'aria-label': title },
      });
      for (const text of lines) list.createEl('li', { text });
    }
    addMore?.(contentEl);
    let answer = '';
    if (asks) {
      const row = new Setting(contentEl)
        .setName(asks.name)
        .setDesc(asks.about)
        .setClass('countersign-wide');
      const { inputEl } = new TextComponent(row.controlEl).onChange((text) => (answer = text));
      inputEl.setAttr('aria-label', asks.name);
      this.watchField(row, inputEl, () => (answer.trim() === '' ? asks.missing : null));
    }
    const cancel = this.addButtons(
      button === null ? null : { text: button, act: (press) => act(answer.trim(), press) },
      keep,
    );
    // The focus starts where a second press of Enter does no harm.
    (keep ? cancel : (contentEl.querySelector('input') ?? cancel)).focus();
  }
}

export interface WordedStep {
  readonly text: string;
  readonly gated: boolean;
  readonly why: string;
}

export class AddStepModal extends FormModal {
  constructor(
    app: App,
    private readonly planId: string,
    private readonly add: (step: WordedStep) => Promise<Result<void>>,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { contentEl, planId } = this;
    this.setTitle('Add step');
    contentEl.createEl('p', {
      text: `Added as the last step of ${planId}. The plan opens so you can move it.`,
    });
    let text = '';
    let chosen: boolean | null = null;
    const words = new Setting(contentEl).setName('Step').setClass('countersign-wide');
    const field = new TextComponent(words.controlEl);
    field.inputEl.setAttr('aria-label', 'Step');
    const gate = new Setting(contentEl)
      .setName('Needs approval')
      .setDesc(
        'Turn on for a step that acts outside the vault. It runs only after you approve it.',
      );
    const hand = gate.nameEl.createSpan({
      cls: 'countersign-mark',
      attr: { 'aria-hidden': 'true' },
    });
    setIcon(hand, 'hand');
    gate.nameEl.prepend(hand);
    const toggle = new ToggleComponent(gate.controlEl).setTooltip('Needs approval');
    let isProposing = false;
    toggle.onChange((isOn) => {
      if (!isProposing) chosen = isOn;
    });
    field.onChange((typed) => {
      text = typed;
      if (chosen !== null) return;
      isProposing = true;
      toggle.setValue(speaksOfExternalAction(text));
      isProposing = false;
    });
    this.watchField(words, field.inputEl, () => (text.trim() === '' ? 'Required' : null));
    let why = '';
    const reason = new Setting(contentEl)
      .setName('Reason')
      .setDesc('Optional. Saved in the plan’s log.')
      .setClass('countersign-wide');
    const { inputEl } = new TextComponent(reason.controlEl).onChange((typed) => (why = typed));
    inputEl.setAttr('aria-label', 'Reason');
    this.addButtons({
      text: 'Add step',
      act: () => this.add({ text: text.trim(), gated: toggle.getValue(), why: why.trim() }),
    });
    field.inputEl.focus();
  }
}
