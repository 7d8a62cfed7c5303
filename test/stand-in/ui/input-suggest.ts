import type { App } from 'obsidian';
import { keymapOf, Scope } from './windows/scope.js';

type Press = MouseEvent | KeyboardEvent;

/** Documented: obsidian.d.ts, `class PopoverSuggest`. */
export abstract class PopoverSuggest<T> {
  readonly scope: Scope;
  protected readonly suggestEl: HTMLElement;

  constructor(
    readonly app: App,
    scope?: Scope,
  ) {
    this.scope = scope ?? new Scope();
    this.suggestEl = createDiv('suggestion-container');
  }

  abstract renderSuggestion(value: T, element: HTMLElement): void;

  abstract selectSuggestion(value: T, event: Press): void;

  open(): void {
    if (this.suggestEl.isConnected) return;
    keymapOf(this.app).pushScope(this.scope);
    activeDocument.body.appendChild(this.suggestEl);
  }

  close(): void {
    keymapOf(this.app).popScope(this.scope);
    this.suggestEl.remove();
  }
}

/** Documented: obsidian.d.ts, `class AbstractInputSuggest`: suggestions under an input. */
export abstract class AbstractInputSuggest<T> extends PopoverSuggest<T> {
  limit = 100;
  private callback: ((value: T, event: Press) => unknown) | null = null;
  private values: T[] = [];
  private selected = 0;

  constructor(
    app: App,
    private readonly textInputEl: HTMLInputElement | HTMLDivElement,
  ) {
    super(app);
    textInputEl.addEventListener('input', () => void this.refresh());
    textInputEl.addEventListener('focus', () => void this.refresh());
    textInputEl.addEventListener('blur', () => this.close());
    this.scope.register([], 'ArrowDown', () => this.select(this.selected + 1));
    this.scope.register([], 'ArrowUp', () => this.select(this.selected - 1));
    this.scope.register([], 'Escape', () => this.close());
    this.scope.register([], 'Enter', (event) => {
      const value = this.values[this.selected];
      if (value !== undefined) this.selectSuggestion(value, event);
      return false;
    });
  }

  protected abstract getSuggestions(query: string): T[] | Promise<T[]>;

  getValue(): string {
    return this.textInputEl instanceof HTMLInputElement
      ? this.textInputEl.value
      : this.textInputEl.getText();
  }

  setValue(value: string): void {
    if (this.textInputEl instanceof HTMLInputElement) this.textInputEl.value = value;
    else this.textInputEl.setText(value);
  }

  selectSuggestion(value: T, event: Press): void {
    this.callback?.(value, event);
    this.close();
  }

  onSelect(callback: (value: T, event: Press) => unknown): this {
    this.callback = callback;
    return this;
  }

  private async refresh(): Promise<void> {
    const found = await this.getSuggestions(this.getValue());
    this.values = found.slice(0, this.limit || Infinity);
    if (this.values.length === 0) return this.close();
    this.suggestEl.empty();
    for (const value of this.values) {
      const row = this.suggestEl.createDiv('suggestion-item');
      this.renderSuggestion(value, row);
      // Before the input loses its focus and closes the list.
      row.addEventListener('pointerdown', (event) => {
        event.preventDefault();
        this.selectSuggestion(value, event);
      });
    }
    const { left, bottom, width } = this.textInputEl.getBoundingClientRect();
    this.suggestEl.setCssStyles({ left: `${left}px`, top: `${bottom + 4}px`, width: `${width}px` });
    this.open();
    this.select(0);
  }

  private select(at: number): false {
    this.selected = Math.max(0, Math.min(at, this.values.length - 1));
    this.suggestEl.findAll('.suggestion-item').forEach((row, other) => {
      row.toggleClass('is-selected', other === this.selected);
    });
    return false;
  }
}
