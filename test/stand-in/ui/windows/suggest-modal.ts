import type { App, Instruction } from 'obsidian';
import { Modal } from './modal.js';

type Press = MouseEvent | KeyboardEvent;

/** Documented: obsidian.d.ts, `class SuggestModal`. */
export abstract class SuggestModal<T> extends Modal {
  limit = 100;
  emptyStateText = 'No results found.';
  readonly inputEl: HTMLInputElement;
  readonly resultContainerEl: HTMLElement;
  private values: T[] = [];
  private selected = 0;

  constructor(app: App) {
    super(app);
    this.modalEl.className = 'prompt';
    this.modalEl.empty();
    const holder = this.modalEl.createDiv('prompt-input-container');
    this.inputEl = holder.createEl('input', {
      cls: 'prompt-input',
      type: 'text',
      attr: { autocomplete: 'off', spellcheck: 'false', role: 'combobox', 'aria-expanded': 'true' },
    });
    this.resultContainerEl = this.modalEl.createDiv({
      cls: 'prompt-results',
      attr: { role: 'listbox' },
    });
    this.inputEl.addEventListener('input', () => void this.refresh());
    this.scope.register([], 'ArrowDown', () => this.move(1));
    this.scope.register([], 'ArrowUp', () => this.move(-1));
    this.scope.register([], 'Enter', (event) => {
      this.selectActiveSuggestion(event);
      return false;
    });
  }

  abstract getSuggestions(query: string): T[] | Promise<T[]>;

  abstract renderSuggestion(value: T, element: HTMLElement): void;

  abstract onChooseSuggestion(item: T, event: Press): void;

  override open(): void {
    super.open();
    this.inputEl.focus();
    void this.refresh();
  }

  setPlaceholder(placeholder: string): void {
    this.inputEl.placeholder = placeholder;
    this.inputEl.setAttr('aria-label', placeholder);
  }

  setInstructions(instructions: Instruction[]): void {
    const list = this.modalEl.createDiv('prompt-instructions');
    for (const { command, purpose } of instructions) {
      const row = list.createDiv('prompt-instruction');
      row.createSpan({ cls: 'prompt-instruction-command', text: command });
      row.createSpan({ text: purpose });
    }
  }

  onNoSuggestion(): void {
    this.resultContainerEl.createDiv({ cls: 'suggestion-empty', text: this.emptyStateText });
  }

  selectSuggestion(value: T, event: Press): void {
    this.close();
    this.onChooseSuggestion(value, event);
  }

  selectActiveSuggestion(event: Press): void {
    const value = this.values[this.selected];
    if (value !== undefined) this.selectSuggestion(value, event);
  }

  private async refresh(): Promise<void> {
    const query = this.inputEl.value;
    const values = await this.getSuggestions(query);
    if (query !== this.inputEl.value) return;
    this.values = values.slice(0, this.limit || Infinity);
    this.selected = 0;
    this.resultContainerEl.empty();
    if (this.values.length === 0) this.onNoSuggestion();
    this.values.forEach((value, at) => {
      const row = this.resultContainerEl.createDiv({
        cls: 'suggestion-item',
        attr: { role: 'option' },
      });
      this.renderSuggestion(value, row);
      row.addEventListener('pointermove', () => this.select(at));
      row.addEventListener('click', (event) => this.selectSuggestion(value, event));
    });
    this.select(0);
  }

  private move(by: number): false {
    const { length } = this.values;
    if (length > 0) this.select((this.selected + by + length) % length);
    return false;
  }

  private select(at: number): void {
    this.selected = at;
    this.resultContainerEl.findAll('.suggestion-item').forEach((row, other) => {
      row.toggleClass('is-selected', other === at);
      row.setAttr('aria-selected', String(other === at));
      if (other === at) row.scrollIntoView({ block: 'nearest' });
    });
  }
}
