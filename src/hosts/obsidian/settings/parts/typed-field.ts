import type { Setting } from 'obsidian';
import type { Result } from '../../../../core/errors.js';
import type { Press } from '../../../../ui/actions/panel-actions.js';
import { elementId } from '../../../../ui/parts/element-id.js';
import { sayAt, type LiveRows } from './live-setting.js';

export interface TypedField {
  readonly label: string;
  readonly saved: string;
  readonly isLong?: true;
  readonly isWords?: true;
  readonly problem: (typed: string) => string | null;
  readonly save: (typed: string, press: Press) => Promise<Result<void>>;
  readonly onTyped?: () => void;
}

/** What a person typed and has not saved, by the label of the field. */
export type Drafts = Map<string, string>;

export function drawTypedField(
  rows: LiveRows,
  row: Setting,
  drafts: Drafts,
  { label, saved, isLong, isWords, problem, save, onTyped = () => undefined }: TypedField,
): void {
  const typed = (): string => drafts.get(label) ?? saved;
  let input: HTMLInputElement | HTMLTextAreaElement | null = null;
  let allow: (isAllowed: boolean) => void = () => undefined;
  const check = (): void => {
    const text = typed();
    const wrong = text === saved ? null : problem(text);
    row.setErrorMessage(wrong);
    const { errorEl } = row;
    if (errorEl && errorEl.id === '') errorEl.id = elementId();
    input?.setAttrs({
      'aria-invalid': String(wrong !== null),
      'aria-describedby': wrong === null ? null : (errorEl?.id ?? null),
    });
    allow(text !== saved && wrong === null);
  };
  const change = (text: string): void => {
    if (text === saved) drafts.delete(label);
    else drafts.set(label, text);
    check();
    onTyped();
  };
  if (isLong) {
    row.addTextArea((area) => {
      input = area.setValue(typed()).onChange(change).inputEl;
      area.inputEl.rows = 2;
    });
  } else {
    row.addText((text) => {
      input = text.setValue(typed()).onChange(change).inputEl;
      if (isWords) return;
      text.inputEl.inputMode = 'numeric';
      text.inputEl.addClass('countersign-number');
    });
  }
  (input as HTMLElement | null)?.setAttr('aria-label', label);
  rows.button(
    row,
    'Save',
    (press, button) => {
      const text = typed();
      if (text === saved || problem(text) !== null) return;
      // Await nothing before this, because the press is valid only during its event.
      const saving = save(text, press);
      button.setDisabled(true);
      drafts.delete(label);
      void saving.then((done) => {
        if (!done.ok) change(text);
        sayAt(row, done);
      });
    },
    label,
  );
  const button = row.components.at(-1);
  allow = (isAllowed) => void button?.setDisabled(!isAllowed);
  check();
}
