import { ButtonComponent, Setting, TextComponent, type App } from 'obsidian';
import type { Result } from '../../../core/errors.js';
import type { NewEntry } from '../../../core/reasoning/new-entries.js';
import { elementId } from '../../../ui/parts/element-id.js';
import { FormModal } from '../shared/form-modal.js';

interface TypedOption {
  words: string;
  why: string;
}

export interface TypedDecision {
  question: string;
  options: readonly TypedOption[];
  chosen: TypedOption | null;
}

export function emptyDecision(): TypedDecision {
  return { question: '', options: [emptyOption(), emptyOption()], chosen: null };
}

function emptyOption(): TypedOption {
  return { words: '', why: '' };
}

const longestText = 2_000;

export class RecordDecisionModal extends FormModal {
  private readonly group = elementId();

  constructor(
    app: App,
    private readonly planId: string,
    private readonly typed: TypedDecision,
    private readonly record: (entries: readonly NewEntry[]) => Promise<Result<unknown>>,
    private readonly forget: () => void,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { contentEl, planId, typed, forget } = this;
    this.setTitle('Record a decision');
    contentEl.createEl('p', { text: `Added to the log of ${planId}, for people and agents.` });
    const asked = 'What is to be decided?';
    const row = new Setting(contentEl).setName(asked).setClass('countersign-wide');
    const question = field(row.controlEl, asked, typed.question, (text) => (typed.question = text));
    this.watchField(row, question, () => (typed.question.trim() === '' ? 'Required' : null));
    this.drawOptions(
      contentEl.createDiv({
        cls: 'countersign-options',
        attr: { role: 'group', 'aria-label': 'Options' },
      }),
    );
    contentEl.createEl('p', {
      cls: 'countersign-quiet',
      text: 'Options that are not chosen are rejected if you say why, and stay open if you don’t.',
    });
    const cancel = this.addButtons({
      text: 'Record',
      act: async () => {
        const recorded = await this.record(entriesOf(typed));
        if (recorded.ok) forget();
        return recorded;
      },
    });
    cancel.addEventListener('click', forget);
    question.focus();
  }

  private drawOptions(list: HTMLElement, focus?: readonly [selector: string, at: number]): void {
    const { typed } = this;
    const { options, chosen } = typed;
    const radio = (
      container: HTMLElement,
      option: TypedOption | null,
      said: string,
      spoken = said,
    ): void => {
      const label = container.createEl('label', { cls: 'countersign-choice' });
      const attr = { name: this.group, 'aria-label': spoken };
      const input = label.createEl('input', { type: 'radio', attr });
      input.checked = chosen === option;
      input.addEventListener('change', () => {
        typed.chosen = option;
        this.drawOptions(list, [':checked', 0]);
      });
      label.createSpan({ text: said });
    };
    const change = (changed: readonly TypedOption[], at: number): void => {
      typed.options = changed;
      if (chosen && !changed.includes(chosen)) typed.chosen = null;
      this.drawOptions(list, ['.countersign-option-name', Math.min(at, changed.length - 1)]);
    };
    this.clearFields(list);
    for (const [at, option] of options.entries()) {
      const name = `Option ${at + 1}`;
      const row = new Setting(list).setName(name).setClass('countersign-wide');
      const { controlEl } = row;
      const words = field(controlEl, name, option.words, (text) => (option.words = text));
      words.addClass('countersign-option-name');
      row.addExtraButton((button) =>
        button
          .setIcon('x')
          .setTooltip(`Remove option ${at + 1}`)
          .onClick(() =>
            change(
              options.filter((one) => one !== option),
              at,
            ),
          ),
      );
      radio(controlEl, option, 'Chosen', `${name}: Chosen`);
      const why = field(
        controlEl,
        `Why, option ${at + 1}`,
        option.why,
        (text) => (option.why = text),
      );
      why.disabled = chosen === null;
      why.placeholder =
        chosen === option ? 'Why' : chosen ? 'Why not' : 'Why (once something is chosen)';
      this.watchField(row, words, () =>
        option.words.trim() === '' && (chosen === option || option.why.trim() !== '')
          ? 'Name this option.'
          : null,
      );
    }
    const end = list.createDiv('countersign-row');
    radio(end, null, 'Nothing is chosen yet');
    const add = new ButtonComponent(end)
      .setButtonText('Add option')
      .onClick(() => change([...options, emptyOption()], Infinity));
    if (focus) (list.querySelectorAll<HTMLElement>(focus[0])[focus[1]] ?? add.buttonEl).focus();
  }
}

function field(
  container: HTMLElement,
  label: string,
  value: string,
  onChange: (text: string) => void,
): HTMLInputElement {
  const { inputEl } = new TextComponent(container).setValue(value).onChange(onChange);
  inputEl.setAttrs({ 'aria-label': label, maxlength: String(longestText) });
  return inputEl;
}

function entriesOf({ question, options, chosen }: TypedDecision): readonly NewEntry[] {
  const named = options.filter(({ words }) => words.trim() !== '');
  return [
    { do: 'create_decision', text: question },
    ...named.map(({ words }) => ({ do: 'add_option', of: '#1', text: words }) as const),
    ...named.flatMap((option, at): readonly NewEntry[] => {
      const about = { of: `#${at + 2}`, text: option.why };
      if (option === chosen) return [{ do: 'choose_option', ...about }];
      const isRejected = chosen !== null && option.why.trim() !== '';
      return isRejected ? [{ do: 'reject_option', ...about }] : [];
    }),
  ];
}
