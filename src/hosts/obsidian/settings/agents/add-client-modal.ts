import { FileSystemAdapter, Platform, Setting, TextComponent } from 'obsidian';
import type { Result } from '../../../../core/errors.js';
import {
  addAgent,
  agentAddress,
  agentNameProblem,
  agentToken,
  hashToken,
  tokenBytes,
  withAgentPort,
} from '../../../../core/settings/agents/agent-clients.js';
import { isoSeconds } from '../../../../core/time.js';
import type { Press } from '../../../../ui/actions/panel-actions.js';
import { FormModal } from '../../shared/form-modal.js';
import type { SettingsContext } from '../parts/settings-context.js';
import { TokenModal } from './token-modal.js';

export class AddClientModal extends FormModal {
  private name = '';

  constructor(private readonly context: SettingsContext) {
    super(context.app);
  }

  override onOpen(): void {
    const { contentEl, context } = this;
    this.setTitle('Add client');
    contentEl.createEl('p', {
      text: 'A client is one program that may connect. Its name is on everything it does here.',
    });
    const row = new Setting(contentEl)
      .setName('Name')
      .setDesc('Any name you like, such as “Claude Code”.')
      .setClass('countersign-wide');
    const { inputEl } = new TextComponent(row.controlEl).onChange(
      (text) => (this.name = text.trim()),
    );
    inputEl.setAttr('aria-label', 'Name');
    this.watchField(row, inputEl, () =>
      this.name === '' ? 'Required' : agentNameProblem(context.config?.agents ?? [], this.name),
    );
    this.addButtons({ text: 'Add client', act: (press) => this.add(press) });
    inputEl.focus();
  }

  private async add(press: Press): Promise<Result<void>> {
    const { context, name } = this;
    const token = agentToken(crypto.getRandomValues(new Uint8Array(tokenBytes)));
    const client = { name, tokenHash: hashToken(token), added: isoSeconds(Date.now()) };
    const added = await context.widen(press, (config) =>
      addAgent(withAgentPort(config, Math.random()), client),
    );
    if (added.ok) context.modals.open(new TokenModal(context.app, this.connection(token)));
    return added;
  }

  private connection(token: string): ConstructorParameters<typeof TokenModal>[1] {
    const { context, name } = this;
    const { adapter } = context.app.vault;
    const { agentPort = 0, servesAgents = false } = context.config ?? {};
    return {
      ...{ name, token, isOn: servesAgents, isWindows: Platform.isWin, command: 'countersign' },
      address: agentAddress(agentPort),
      vault: adapter instanceof FileSystemAdapter ? adapter.getBasePath() : '.',
    };
  }
}
