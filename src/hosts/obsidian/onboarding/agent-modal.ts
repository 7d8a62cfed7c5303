import { ButtonComponent, Modal, Notice, Setting, type App } from 'obsidian';
import { agentGuide } from '../../../core/views/agent-skill.js';
import type { Folders } from '../../../core/settings/device-config.js';
import { markModal } from '../shared/mark-modal.js';

/** What to tell an agent, to be copied into its instructions. */
export class AgentModal extends Modal {
  constructor(
    app: App,
    private readonly folders: Folders,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { contentEl } = this;
    this.setTitle('Connect your agent');
    markModal(this);
    contentEl.createEl('p', {
      text: 'An agent works in this vault’s files and proposes external actions as notes. Add this to its instructions (AGENTS.md, CLAUDE.md or similar):',
    });
    const text = contentEl.createEl('textarea', {
      cls: 'countersign-agent-words',
      attr: { readonly: 'true', rows: '12', 'aria-label': 'Instructions for an agent' },
    });
    text.value = agentGuide(this.folders);
    contentEl.createEl('p', {
      text: `Give the agent your notes, but not “${this.app.vault.configDir}” or control of this window.`,
    });
    const buttons = new Setting(contentEl).controlEl;
    new ButtonComponent(buttons).setButtonText('Close').onClick(() => {
      this.close();
    });
    new ButtonComponent(buttons)
      .setButtonText('Copy')
      .setCta()
      .onClick(() => {
        void this.copy(text);
      });
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private async copy(text: HTMLTextAreaElement): Promise<void> {
    try {
      await text.win.navigator.clipboard.writeText(text.value);
      new Notice('Copied.');
    } catch {
      // Nobody may write to the clipboard here: then a person can, with the keyboard.
      text.focus();
      text.select();
      new Notice('Couldn’t copy automatically. Press Ctrl/Cmd+C.');
    }
  }
}
