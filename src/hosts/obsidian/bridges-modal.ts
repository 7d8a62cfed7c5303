import { Modal, Setting, type App } from 'obsidian';
import type { Result } from '../../core/errors.js';
import { showInvisible } from '../../core/request/show-invisible.js';
import { describeTarget } from '../../core/settings/describe-bridge.js';
import type { BridgeConfig } from '../../core/settings/device-config.js';
import { withVaultUse } from '../../mcp/client/bridge-target.js';
import { importServers, leftOutWords } from '../../mcp/client/import-servers.js';
import type { Press } from '../../ui/panel-actions.js';
import { addBridges } from './bridge-list.js';
import type { Executor } from './executor.js';
import { addFoldedLine } from './folded-line.js';
import { gestureOf } from './gesture.js';
import { lastRow } from './last-row.js';
import { markModal } from './mark-modal.js';
import type { OpenModals } from './open-modals.js';
import { noPress, onlyJustThere, unexpected, usesVaultUnconfirmed } from './panel-problems.js';
import { readingMs } from './seen-reviews.js';

const example = `{
  "mcpServers": {
    "email": { "command": "npx", "args": ["mcp-mail-server"], "env": { "EMAIL_USER": "…" } }
  }
}`;

/** Takes MCP servers as other apps write them, for this device only. */
export class BridgesModal extends Modal {
  private isImporting = false;

  constructor(
    app: App,
    private readonly executor: Executor,
    private readonly modals: OpenModals,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { contentEl } = this;
    let text = '';
    this.setTitle('Import servers');
    markModal(this);
    contentEl.createEl('p', {
      text: 'Paste the mcpServers from Claude Desktop, Claude Code or Cursor. They are saved on this device, outside the vault, and started only when needed.',
    });
    new Setting(contentEl)
      .setName('MCP servers (JSON)')
      .setClass('countersign-wide')
      .addTextArea((area) => {
        area.setPlaceholder(example).onChange((value) => {
          text = value;
          this.check(text, problem, preview);
        });
        area.inputEl.setAttr('aria-label', 'MCP servers as JSON');
        area.inputEl.spellcheck = false;
      });
    const preview = contentEl.createEl('ul', {
      cls: 'countersign-preview',
      attr: { 'aria-label': 'What will be imported', role: 'status' },
    });
    preview.hide();
    const { row, problem } = lastRow(contentEl);
    row
      .addButton((button) => button.setButtonText('Cancel').onClick(() => this.close()))
      .addButton((button) => {
        button.setButtonText('Import').setCta();
        // What is imported here may be started as a process: a person presses this, and no script.
        button.buttonEl.addEventListener('click', (event) => {
          if (!gestureOf(event, button.buttonEl) || this.isImporting) return;
          this.isImporting = true;
          void this.importFrom(text, problem).finally(() => (this.isImporting = false));
        });
      });
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  /** Says what the text would do, as it is typed. */
  private check(text: string, problem: HTMLElement, preview: HTMLElement): void {
    const servers = text.trim() === '' ? null : importServers(text);
    const { bridges, leftOut } = servers?.ok ? servers.value : { bridges: [], leftOut: [] };
    problem.setText(
      servers?.ok === false
        ? showInvisible(`${servers.error.message} ${servers.error.advice}`)
        : '',
    );
    preview.empty();
    preview.toggle(bridges.length > 0);
    for (const server of bridges) addFoldedLine(preview.createEl('li'), this.lineOf(server));
    for (const one of leftOut) {
      addFoldedLine(preview.createEl('li'), showInvisible(`Not imported: ${leftOutWords(one)}`));
    }
  }

  private lineOf(server: BridgeConfig): string {
    const isThere = this.executor.device.config.bridges.some(({ alias }) => alias === server.alias);
    const line = `${server.alias}: ${describeTarget(server)}`;
    return showInvisible(isThere ? `${line} (replaces the one you have)` : line);
  }

  private async importFrom(text: string, problem: HTMLElement): Promise<void> {
    const servers = importServers(text);
    const done = servers.ok ? await this.add(servers.value.bridges).catch(unexpected) : servers;
    if (done.ok) this.close();
    else problem.setText(showInvisible(`${done.error.message} ${done.error.advice}`));
  }

  /** Adds bridges; if some use files of the vault, none before a press of its own. */
  private async add(bridges: readonly BridgeConfig[]): Promise<Result<void>> {
    const { app, executor, modals } = this;
    const { VaultUseModal, vaultUsesOf } = await import('./vault-use-modal.js');
    const uses = await vaultUsesOf(executor, bridges);
    if (uses.length === 0) return executor.device.change((config) => addBridges(config, bridges));
    const using = new Set(uses.map(({ bridge }) => bridge));
    const confirmed = bridges.map((bridge) => (using.has(bridge) ? withVaultUse(bridge) : bridge));
    const save = async ({ event, control, steadyMs }: Press): Promise<Result<void>> => {
      if (!gestureOf(event, control)) return noPress;
      if (steadyMs < readingMs) return onlyJustThere;
      const saved = await executor.device.change((config) => addBridges(config, confirmed));
      if (saved.ok) this.close();
      return saved;
    };
    modals.open(new VaultUseModal(app, uses, save));
    return usesVaultUnconfirmed;
  }
}
