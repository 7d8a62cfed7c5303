import { ButtonComponent, Modal, Setting, type App } from 'obsidian';
import type { Result } from '../../../core/errors.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import { removeBridge } from '../../../core/settings/bridges/bridge-fields.js';
import { describeTarget } from '../../../core/settings/bridges/describe-bridge.js';
import type { BridgeConfig } from '../../../core/settings/device-config.js';
import { addBridges, formatKept } from '../../../mcp/client/add-bridges.js';
import { withVaultUse } from '../../../mcp/client/bridge-target.js';
import {
  importServers,
  formatLeftOut,
  formatLost,
  type ReadServers,
} from '../../../mcp/client/import-servers.js';
import type { Press } from '../../../ui/actions/panel-actions.js';
import type { FoundServers } from '../../desktop/servers/found-servers.js';
import { formatImportedServers, testBridge, whileTested } from './test-bridge.js';
import type { Executor } from '../lifecycle/executor.js';
import { addFoldedLine } from '../shared/folded-line.js';
import { formatProblem } from '../shared/format-problem.js';
import { gestureOf } from '../gestures/gesture.js';
import { modalFooter } from '../shared/modal-footer.js';
import { addMark } from '../shared/mark-icon.js';
import { markModal } from '../shared/mark-modal.js';
import type { OpenModals } from '../shared/open-modals.js';
import {
  noPress,
  onlyJustThere,
  unexpected,
  usesVaultUnconfirmed,
} from '../shared/press-problems.js';
import { onPress } from '../gestures/press-button.js';
import { readingMs } from '../review/seen-reviews.js';
import { shortText } from '../shared/short-text.js';

const example = `{
  "mcpServers": {
    "email": { "command": "npx", "args": ["mcp-mail-server"], "env": { "EMAIL_USER": "…" } }
  }
}`;

const longestAnswer = 800;

export class ImportBridgesModal extends Modal {
  private isImporting = false;
  private readonly ends: (() => void)[] = [];

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
    let button: ButtonComponent | null = null;
    this.setTitle('Import servers');
    markModal(this);
    contentEl.createEl('p', {
      text: 'Servers are saved on this device, outside the vault. Importing also tests each server: Countersign asks for its list of tools, but doesn’t call any.',
    });
    const found = contentEl.createDiv({ cls: 'countersign-found' });
    let review: (text: string) => void = () => undefined;
    new Setting(contentEl)
      .setName('MCP servers (JSON)')
      .setDesc(
        'Paste the mcpServers section from Claude Desktop, Claude Code, Cursor or another app.',
      )
      .setClass('countersign-wide')
      .addTextArea((area) => {
        const read = (value: string): void => {
          text = value;
          this.check(text, problem, preview);
          const isEmpty = text.trim() === '';
          button?.setDisabled(isEmpty);
          button?.buttonEl.toggleClass('mod-cta', !isEmpty);
        };
        area.setPlaceholder(example).onChange(read);
        area.inputEl.setAttr('aria-label', 'MCP servers as JSON');
        area.inputEl.spellcheck = false;
        review = (value) => {
          area.setValue(value);
          read(value);
          area.inputEl.scrollIntoView({ block: 'nearest' });
          area.inputEl.focus({ preventScroll: true });
        };
      });
    const preview = contentEl.createEl('ul', {
      cls: 'countersign-preview',
      attr: { 'aria-label': 'What will be imported', role: 'status' },
    });
    preview.hide();
    const { row, problem } = modalFooter(contentEl);
    row
      .addButton((button) => button.setButtonText('Cancel').onClick(() => this.close()))
      .addButton((importing) => {
        button = importing.setButtonText('Import').setDisabled(true);
        this.importWith(importing, () => text, problem);
      });
    void this.find(found, problem, (value) => {
      review(value);
    });
  }

  override onClose(): void {
    for (const end of this.ends.splice(0)) end();
    this.contentEl.empty();
  }

  private async find(
    container: HTMLElement,
    problem: HTMLElement,
    review: (text: string) => void,
  ): Promise<void> {
    const all = await this.executor.foundServers().catch(() => []);
    if (!container.isConnected || all.length === 0) return;
    new Setting(container).setName('Found on this computer').setHeading();
    const [only, another] = all;
    const isShown = only?.isInVault === true && another === undefined;
    for (const found of all) this.drawFound(container, found, problem, isShown ? null : review);
    if (isShown) review(only.text);
  }

  private drawFound(
    container: HTMLElement,
    found: FoundServers,
    problem: HTMLElement,
    review: ((text: string) => void) | null,
  ): void {
    const { app, count, isInVault, path, text } = found;
    const row = new Setting(container).setName(
      showInvisible(`${app} · ${count === 1 ? '1 server' : `${count} servers`}`),
    );
    row.nameEl.setAttr('title', showInvisible(path));
    if (isInVault) {
      row.setDesc(
        review
          ? 'Agents can write to this file. Read it before you import it.'
          : 'Agents can write to this file. Its contents are in the box below. Read them before you import.',
      );
    }
    const lines = row.descEl.createEl('ul', { cls: 'countersign-plain-list' });
    this.linesOf(text, lines);
    if (isInVault && !review) return;
    row.addButton((button) => {
      const name = isInVault ? 'Review' : 'Import and test';
      button.setButtonText(name);
      button.buttonEl.setAttr('aria-label', `${name} ${app}`);
      if (isInVault) button.onClick(() => review?.(text));
      else this.importWith(button, () => text, problem);
    });
  }

  /** Accepts only a person's press, because an imported server may be started as a process. */
  private importWith(button: ButtonComponent, text: () => string, problem: HTMLElement): void {
    const act = ({ event, control, steadyMs }: Press): void => {
      if (!gestureOf(event, control) || this.isImporting) return;
      if (steadyMs < readingMs) {
        const { message, advice } = onlyJustThere.error;
        problem.setText(`${message} ${advice}`);
        return;
      }
      this.isImporting = true;
      void this.importFrom(text(), problem).finally(() => (this.isImporting = false));
    };
    this.ends.push(onPress(button, act));
  }

  private read(text: string): Result<ReadServers> {
    const { config } = this.executor.device;
    const known = config.bridges.map(({ alias }) => alias);
    return importServers(text, known, config);
  }

  private linesOf(text: string, list: HTMLElement): void {
    const servers = this.read(text);
    if (!servers.ok) {
      const { message } = servers.error;
      addFoldedLine(list.createEl('li'), showInvisible(message));
      return;
    }
    const { bridges, lost, leftOut } = servers.value;
    for (const server of bridges) addFoldedLine(list.createEl('li'), this.lineOf(server));
    for (const said of [...lost.map(formatLost), ...leftOut.map(formatLeftOut)]) {
      addFoldedLine(list.createEl('li'), showInvisible(said));
    }
  }

  private check(text: string, problem: HTMLElement, preview: HTMLElement): void {
    const servers = text.trim() === '' ? null : this.read(text);
    problem.setText(
      servers?.ok === false
        ? showInvisible(`${servers.error.message} ${servers.error.advice}`)
        : '',
    );
    preview.empty();
    preview.toggle(servers?.ok === true);
    if (servers?.ok) this.linesOf(text, preview);
  }

  private lineOf(server: BridgeConfig): string {
    const { config } = this.executor.device;
    const isThere = config.bridges.some(({ alias }) => alias === server.alias);
    const kept = formatKept(config, server);
    const line = `${server.alias}: ${describeTarget(server)}`;
    return showInvisible(isThere ? `${line} (replaces the one you have${kept})` : line);
  }

  private async importFrom(text: string, problem: HTMLElement): Promise<void> {
    const servers = this.read(text);
    const done = servers.ok ? await this.add(servers.value).catch(unexpected) : servers;
    if (!done.ok) problem.setText(showInvisible(`${done.error.message} ${done.error.advice}`));
  }

  private async add(servers: ReadServers): Promise<Result<void>> {
    const { app, executor, modals } = this;
    const { bridges } = servers;
    const { VaultUseModal, vaultUsesOf } = await import('./vault-use-modal.js');
    const uses = await vaultUsesOf(executor, bridges);
    if (uses.length === 0) {
      return this.save(servers, bridges);
    }
    const using = new Set(uses.map(({ bridge }) => bridge));
    const confirmed = bridges.map((bridge) => (using.has(bridge) ? withVaultUse(bridge) : bridge));
    const save = async ({ event, control, steadyMs }: Press): Promise<Result<void>> => {
      if (!gestureOf(event, control)) return noPress;
      if (steadyMs < readingMs) return onlyJustThere;
      return this.save(servers, confirmed);
    };
    modals.open(new VaultUseModal(app, uses, save));
    return usesVaultUnconfirmed;
  }

  private async save(
    servers: ReadServers,
    bridges: readonly BridgeConfig[],
  ): Promise<Result<void>> {
    const { device } = this.executor;
    const before = device.config.bridges.map(({ alias }) => alias);
    const saved = await device.change((config) => addBridges(config, bridges));
    if (saved.ok) this.showTests(servers, before);
    return saved;
  }

  private showTests({ bridges, leftOut }: ReadServers, before: readonly string[]): void {
    const { contentEl } = this;
    for (const end of this.ends.splice(0)) end();
    contentEl.empty();
    this.setTitle(bridges.length === 1 ? 'Testing the server…' : 'Testing the servers…');
    const results = contentEl.createDiv({
      attr: { 'aria-label': 'Imported servers', role: 'status' },
    });
    const list = results.createEl('ul', { cls: 'countersign-plain-list countersign-tested' });
    const tests = bridges.map((bridge) =>
      this.showTest(bridge, list.createEl('li'), before.includes(bridge.alias)),
    );
    void Promise.all(tests).then((passed) => {
      if (!list.isConnected) return;
      const ready = passed.filter((one) => one).length;
      this.setTitle(formatImportedServers(ready, passed.length - ready, leftOut.length));
    });
    for (const one of leftOut) {
      const line = list.createEl('li');
      addMark(line, 'bad');
      line.createSpan({ text: shortText(formatLeftOut(one), longestAnswer) });
    }
    const { row } = modalFooter(contentEl);
    row.addButton((button) => {
      button.setButtonText('Done').setCta();
      button.onClick(() => this.close());
      button.buttonEl.focus();
    });
  }

  private offerRemoval(
    alias: string,
    line: HTMLElement,
    say: (mark: 'good' | 'bad', says: string) => void,
  ): void {
    const button = new ButtonComponent(line).setButtonText('Remove');
    button.buttonEl.setAttr('aria-label', `Remove ${showInvisible(alias)}`);
    button.onClick(async () => {
      const removed = await this.executor.device
        .change((config) => removeBridge(config, alias))
        .catch(unexpected);
      say(removed.ok ? 'good' : 'bad', removed.ok ? 'Removed' : formatProblem(removed.error));
    });
  }

  private async showTest(
    bridge: BridgeConfig,
    line: HTMLElement,
    wasThere: boolean,
  ): Promise<boolean> {
    const { alias } = bridge;
    const say = (mark: 'good' | 'bad' | 'busy', says: string): void => {
      line.empty();
      addMark(line, mark);
      const words = line.createSpan();
      words.createEl('strong', { text: showInvisible(alias) });
      words.createSpan({ text: ` · ${shortText(says, longestAnswer)}` });
    };
    say('busy', whileTested(bridge));
    const { tools, says } = await testBridge(this.executor, alias);
    if (!line.isConnected) return tools !== null;
    say(tools === null ? 'bad' : 'good', says);
    // Does not offer to remove a server that existed before, because it may have routes.
    if (tools === null && !wasThere) this.offerRemoval(alias, line, say);
    return tools !== null;
  }
}
