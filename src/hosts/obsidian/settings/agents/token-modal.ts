import { ButtonComponent, Modal, Notice, Setting, type App } from 'obsidian';
import {
  connectGuides,
  keepTokenCommand,
  type Connection,
} from '../../../../core/views/connect-agent.js';
import { markModal } from '../../shared/mark-modal.js';

interface NewClient extends Connection {
  readonly token: string;
  /** Whether agents can connect already. */
  readonly isOn: boolean;
}

/** Shows the token of a new client, this once, and how the usual clients are told of it. */
export class TokenModal extends Modal {
  constructor(
    app: App,
    private readonly client: NewClient,
  ) {
    super(app);
    markModal(this);
  }

  override onOpen(): void {
    const { contentEl, client } = this;
    this.setTitle(`Connect “${client.name}”`);
    contentEl.createEl('p', { text: '1. Copy its token. It is shown only now.' });
    this.addCopied(contentEl, client.token, 'token');
    contentEl.createEl('p', {
      text: '2. For a program in a terminal, run this and paste the token. Then no command and no history holds it.',
    });
    this.addCopied(contentEl, keepTokenCommand(client.isWindows), 'command for the token');
    contentEl.createEl('p', { text: '3. Tell your program where to connect:' });
    for (const { client: whom, what, text } of connectGuides(client)) {
      const guide = contentEl.createEl('details', { cls: 'countersign-guide' });
      guide.createEl('summary', { text: whom });
      guide.createEl('p', { text: what });
      this.addCopied(guide, text, `text for ${whom}`);
    }
    if (!client.isOn) {
      contentEl.createEl('p', {
        text: '4. Agents can’t connect yet: turn that on at the top of the page.',
      });
    }
    contentEl.createEl('p', {
      cls: 'countersign-quiet',
      text: 'If you lose the token, revoke this client and add it again.',
    });
    const done = new Setting(contentEl).controlEl;
    new ButtonComponent(done).setButtonText('Done').onClick(() => {
      this.close();
    });
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private addCopied(container: HTMLElement, text: string, what: string): void {
    const row = container.createDiv('countersign-copied');
    const shown = row.createEl('pre', { text, attr: { tabindex: '0', 'aria-label': what } });
    const copy = new ButtonComponent(row).setButtonText('Copy');
    copy.buttonEl.setAttr('aria-label', `Copy ${what}`);
    copy.onClick(() => {
      void copyText(shown);
    });
  }
}

async function copyText(shown: HTMLElement): Promise<void> {
  try {
    await shown.win.navigator.clipboard.writeText(shown.textContent);
    new Notice('Copied.');
  } catch {
    // Nobody may write to the clipboard here: then a person can, with the keyboard.
    shown.focus();
    shown.win.getSelection()?.selectAllChildren(shown);
    new Notice('Couldn’t copy automatically. Press Ctrl/Cmd+C.');
  }
}
