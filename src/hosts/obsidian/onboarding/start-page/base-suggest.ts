import { AbstractInputSuggest, type App } from 'obsidian';
import { foldName } from '../../../../core/note/vault-path.js';

export class BaseSuggest extends AbstractInputSuggest<string> {
  constructor(
    app: App,
    private readonly input: HTMLInputElement,
  ) {
    super(app, input);
  }

  protected override getSuggestions(query: string): string[] {
    const wanted = foldName(query.trim());
    if (wanted === '') return [];
    return this.app.vault
      .getAllFolders()
      .map(({ path }) => path)
      .filter((path) => path !== query && foldName(path).includes(wanted))
      .sort();
  }

  override renderSuggestion(path: string, element: HTMLElement): void {
    element.setText(path);
  }

  override selectSuggestion(path: string, event: MouseEvent | KeyboardEvent): void {
    this.input.value = path;
    super.selectSuggestion(path, event);
  }
}
