import type * as Obsidian from 'obsidian';
import type { Registry } from './registry.js';

/**
 * The commands of the app. Undocumented, but what other plugins and Obsidian's own command line
 * use to run any command (`app.commands.executeCommandById`).
 */
export class Commands {
  constructor(
    private readonly registry: Registry<Obsidian.Command>,
    private readonly activeEditor: () => Obsidian.MarkdownFileInfo | null,
  ) {}

  /** By full id. */
  get commands(): Record<string, Obsidian.Command> {
    return Object.fromEntries(this.registry.values().map((command) => [command.id, command]));
  }

  /** Those that can run now. Documented: `checkCallback` runs with `true` for this. */
  listCommands(): Obsidian.Command[] {
    return this.registry.values().filter((command) => this.run(command, true));
  }

  /** Whether there was such a command to run. */
  executeCommandById(id: string): boolean {
    const command = this.registry.get(id);
    if (command === undefined || !this.run(command, true)) return false;
    return this.run(command, false);
  }

  private run(command: Obsidian.Command, checking: boolean): boolean {
    const info = this.activeEditor();
    const editor = info?.editor;
    if (command.editorCheckCallback !== undefined) {
      if (info === null || editor === undefined) return false;
      return command.editorCheckCallback(checking, editor, info) === true;
    }
    if (command.editorCallback !== undefined) {
      if (info === null || editor === undefined) return false;
      if (!checking) void command.editorCallback(editor, info);
      return true;
    }
    if (command.checkCallback !== undefined)
      return command.checkCallback(checking) === true || !checking;
    if (!checking) void command.callback?.();
    return command.callback !== undefined;
  }
}
