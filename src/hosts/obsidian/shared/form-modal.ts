import { ButtonComponent, Modal, type App, type Setting } from 'obsidian';
import type { Result } from '../../../core/errors.js';
import type { Press } from '../../../ui/actions/panel-actions.js';
import { elementId } from '../../../ui/parts/element-id.js';
import { markModal } from './mark-modal.js';
import { modalFooter } from './modal-footer.js';
import { onPress } from '../gestures/press-button.js';
import { formatProblem } from './format-problem.js';
import { shortText } from './short-text.js';

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const longestProblem = 800;

interface Field {
  readonly row: Setting;
  readonly input: Input;
  readonly problem: () => string | null;
  isTouched: boolean;
}

export abstract class FormModal extends Modal {
  private readonly fields = new Map<Input, Field>();
  private readonly ends: (() => void)[] = [];
  private problemEl: HTMLElement | null = null;
  private isTyped = false;

  constructor(app: App) {
    super(app);
    markModal(this);
    this.contentEl.addEventListener('input', () => (this.isTyped = true));
    // Obsidian closes a window after a press outside it. That would lose the input.
    this.containerEl.addEventListener('click', (event) => this.onClick(event), { capture: true });
  }

  private onClick(event: Event): void {
    if (!this.isTyped || !this.problemEl || event.composedPath().includes(this.modalEl)) return;
    event.stopImmediatePropagation();
    this.problemEl.setText('What you typed isn’t saved. Save it, or cancel.');
  }

  override onClose(): void {
    for (const end of this.ends.splice(0)) end();
    this.fields.clear();
    this.contentEl.empty();
  }

  /** `problem` returns the problem as sentences, or `null` if there is none. */
  protected watchField(row: Setting, input: Input, problem: () => string | null): void {
    const field: Field = { row, input, problem, isTouched: input.value !== '' };
    this.fields.set(input, field);
    input.addEventListener('input', () => {
      field.isTouched = true;
      if (this.checkAll().length === 0) this.problemEl?.setText('');
    });
  }

  protected forgetField(input: Input): void {
    this.fields.delete(input);
  }

  protected clearFields(part: HTMLElement): void {
    for (const input of part.querySelectorAll<Input>('input, textarea, select')) {
      this.forgetField(input);
    }
    part.empty();
  }

  /** Checks every field, because fields may depend on each other. */
  protected checkAll(): readonly Input[] {
    const wrong: Input[] = [];
    const said = new Map<Setting, { readonly input: Input; readonly text: string } | null>();
    for (const { row, input, problem, isTouched } of this.fields.values()) {
      const text = problem();
      if (text !== null) wrong.push(input);
      if (text !== null && isTouched) said.set(row, said.get(row) ?? { input, text });
      else if (!said.has(row)) said.set(row, null);
      input.removeAttribute('aria-invalid');
      input.removeAttribute('aria-describedby');
    }
    for (const [row, problem] of said) showProblem(row, problem);
    return wrong;
  }

  /** Adds the buttons. Returns the one that only closes the window. */
  protected addButtons(
    save: {
      readonly text: string;
      readonly act: (press: Press) => Promise<Result<unknown>>;
    } | null,
    keep?: string,
  ): HTMLElement {
    const { row, problem } = modalFooter(this.contentEl);
    this.problemEl = problem;
    const cancel = new ButtonComponent(row.controlEl).setButtonText(
      keep ?? (save ? 'Cancel' : 'Close'),
    );
    cancel.onClick(() => {
      this.close();
    });
    if (!save) return cancel.buttonEl;
    row.addButton((button) => {
      button.setButtonText(save.text);
      if (keep) button.setDestructive();
      else button.setCta();
      this.ends.push(onPress(button, (press) => void this.save(button, press, problem, save.act)));
    });
    return cancel.buttonEl;
  }

  private async save(
    button: ButtonComponent,
    press: Press,
    problem: HTMLElement,
    act: (press: Press) => Promise<Result<unknown>>,
  ): Promise<void> {
    problem.setText('');
    for (const field of this.fields.values()) field.isTouched = true;
    const [first] = this.checkAll();
    if (first) {
      problem.setText('Not saved. Check the marked fields.');
      first.focus({ preventScroll: true });
      const said = this.fields.get(first)?.row.errorEl ?? first;
      said.scrollIntoView({ block: 'center' });
      return;
    }
    const saving = act(press);
    button.setDisabled(true);
    const saved = await saving;
    button.setDisabled(false);
    if (saved.ok) this.close();
    else problem.setText(shortText(formatProblem(saved.error), longestProblem));
  }
}

function showProblem(
  row: Setting,
  problem: { readonly input: Input; readonly text: string } | null,
): void {
  const text = problem && shortText(problem.text, longestProblem);
  if ((row.errorEl?.textContent ?? '') !== (text ?? '')) row.setErrorMessage(text);
  const { errorEl } = row;
  if (!problem || !errorEl) return;
  if (errorEl.id === '') errorEl.id = elementId();
  problem.input.setAttrs({ 'aria-invalid': 'true', 'aria-describedby': errorEl.id });
}
