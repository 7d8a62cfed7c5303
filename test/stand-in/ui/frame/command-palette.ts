import type { Command, Hotkey } from 'obsidian';
import type { App } from '../../load/app.js';
import { FuzzySuggestModal, renderMatches } from '../windows/fuzzy-search.js';
import { tell } from '../tell.js';
import type { FuzzyMatch } from 'obsidian';

/** Commands that can run now, by name. */
export class CommandPalette extends FuzzySuggestModal<Command> {
  constructor(private readonly host: App) {
    super(host as never);
    this.setPlaceholder('Select a command…');
    this.setInstructions([
      { command: '↑↓', purpose: 'to navigate' },
      { command: '↵', purpose: 'to use' },
      { command: 'esc', purpose: 'to dismiss' },
    ]);
  }

  override getItems(): Command[] {
    return this.host.commands.listCommands().sort((a, b) => a.name.localeCompare(b.name));
  }

  override getItemText(command: Command): string {
    return command.name;
  }

  override renderSuggestion({ item, match }: FuzzyMatch<Command>, element: HTMLElement): void {
    element.addClass('mod-complex');
    renderMatches(element.createDiv('suggestion-title'), item.name, match.matches);
    for (const hotkey of item.hotkeys ?? []) {
      element.createEl('kbd', { cls: 'suggestion-hotkey', text: nameOf(hotkey) });
    }
  }

  override onChooseItem({ id }: Command): void {
    void tell(() => this.host.commands.executeCommandById(id));
  }
}

/** Runs the command whose default hotkey was pressed. */
export function runHotkey(app: App, event: KeyboardEvent): boolean {
  for (const { id, hotkeys = [] } of app.registries.commands.values()) {
    if (!hotkeys.some((hotkey) => matches(hotkey, event))) continue;
    event.preventDefault();
    void tell(() => app.commands.executeCommandById(id));
    return true;
  }
  return false;
}

function matches({ modifiers, key }: Hotkey, event: KeyboardEvent): boolean {
  return (
    key.toLowerCase() === event.key.toLowerCase() &&
    event.ctrlKey === (modifiers.includes('Mod') || modifiers.includes('Ctrl')) &&
    event.altKey === modifiers.includes('Alt') &&
    event.shiftKey === modifiers.includes('Shift') &&
    event.metaKey === modifiers.includes('Meta')
  );
}

function nameOf({ modifiers, key }: Hotkey): string {
  return [...modifiers.map((name) => (name === 'Mod' ? 'Ctrl' : name)), key].join(' ');
}
