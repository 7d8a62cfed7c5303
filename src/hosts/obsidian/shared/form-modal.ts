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
  /** Somebody typed there, or tried to save: from then on it says what is wrong. */
  isTouched: boolean;
}

/**
 * A window with fields that are looked at as they are typed: each says beside itself what is wrong.
 * What is not valid is not saved, and stays as it was typed.
 */
export abstract class FormModal extends Modal {
  private readonly fields = new Map<Input, Field>();
  private readonly ends: (() => void)[] = [];
  /** Where a save that failed is told; `null`: there are no buttons yet. */
  private problemEl: HTMLElement | null = null;
  private isTyped = false;

  constructor(app: App) {
    super(app);
    markModal(this);
    this.contentEl.addEventListener('input', () => (this.isTyped = true));
    // Obsidian closes a window at a press beside it: what was typed would be lost.
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

  /**
   * Has a row say what is wrong with an input of it, from when somebody typed there.
   * @param problem what is wrong, as sentences; `null`: nothing
   */
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

  /** Empties a part of the window, for other fields. */
  protected clearFields(part: HTMLElement): void {
    for (const input of part.querySelectorAll<Input>('input, textarea, select')) {
      this.forgetField(input);
    }
    part.empty();
  }

  /** Every field again, for what is right in one may depend on another; gives those that are wrong. */
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

  /**
   * The buttons below: what saves is pressed by a person, and only once all fields are right. Gives the one that
   * changes nothing, which is the only one where there is nothing to save.
   *
   * @param keep the words of that one, where the other takes something away
   */
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
      // A field taller than the window would hide the words beside it.
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

/** Says what is wrong below a row, for eyes and for ears. */
function showProblem(
  row: Setting,
  problem: { readonly input: Input; readonly text: string } | null,
): void {
  // It may speak of what was typed, or in the words of a server.
  const text = problem && shortText(problem.text, longestProblem);
  if ((row.errorEl?.textContent ?? '') !== (text ?? '')) row.setErrorMessage(text);
  const { errorEl } = row;
  if (!problem || !errorEl) return;
  if (errorEl.id === '') errorEl.id = elementId();
  problem.input.setAttrs({ 'aria-invalid': 'true', 'aria-describedby': errorEl.id });
}
