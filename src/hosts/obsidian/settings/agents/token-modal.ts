import { ButtonComponent, Modal, Setting, type App } from 'obsidian';
import {
  connectCommand,
  connectGuides,
  keepTokenCommand,
  type Connection,
} from '../../../../core/views/connect-agent.js';
import { addCopiedText } from '../../shared/copied-text.js';
import { markModal } from '../../shared/mark-modal.js';

interface NewClient extends Connection {
  readonly token: string;
  readonly isOn: boolean;
}

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
    contentEl.createEl('p', { text: '1. Copy the token now. It won’t be shown again.' });
    addCopiedText(contentEl, client.token, 'token');
    contentEl.createEl('p', {
      text: '2. If your program runs in a terminal, run this there first, then paste the token. This keeps it out of your shell history.',
    });
    addCopiedText(contentEl, keepTokenCommand(client.isWindows), 'command for the token');
    contentEl.createEl('p', { text: '3. Connect your program:' });
    for (const { client: whom, what, text } of connectGuides(client)) {
      const guide = contentEl.createEl('details', { cls: 'countersign-guide' });
      guide.createEl('summary', { text: whom });
      guide.createEl('p', { text: what });
      addCopiedText(guide, text, `text for ${whom}`);
    }
    contentEl.createEl('p', {
      text: 'Or let Countersign write the entry, which needs no token. If the command-line runner is installed, run this in a terminal. It shows what would be written:',
    });
    addCopiedText(contentEl, connectCommand(client), 'command that connects');
    const start =
      'start a new session of your program. Once it connects, this page says “Last seen”.';
    contentEl.createEl('p', {
      text: client.isOn
        ? `4. Then ${start}`
        : `4. Agents can’t connect yet: turn that on at the top of the page. Then ${start}`,
    });
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
}
