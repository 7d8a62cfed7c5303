import { Modal, type App } from 'obsidian';
import type { ToolDefinition } from '../../../core/request/action/tool-definition.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import { describeTarget } from '../../../core/settings/bridges/describe-bridge.js';
import type { BridgeConfig } from '../../../core/settings/device-config.js';
import { testBridge, whileTested } from './test-bridge.js';
import type { Executor } from '../lifecycle/executor.js';
import { addFoldedLine } from '../shared/folded-line.js';
import { markModal } from '../shared/mark-modal.js';
import { shortText } from '../shared/short-text.js';
import { annotationsOf } from './tool-annotations.js';

const mostTools = 200;
const longestDescription = 600;

export class ToolsModal extends Modal {
  constructor(
    app: App,
    private readonly executor: Executor,
    private readonly bridge: BridgeConfig,
  ) {
    super(app);
    markModal(this);
  }

  override onOpen(): void {
    const { bridge } = this;
    this.setTitle(`Test result for “${showInvisible(bridge.alias)}”`);
    addFoldedLine(this.contentEl, showInvisible(describeTarget(bridge)));
    const result = this.contentEl.createDiv({ attr: { role: 'status' } });
    result.createEl('p', { text: `${whileTested(bridge)} None is called.` });
    void this.ask(result);
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private async ask(result: HTMLElement): Promise<void> {
    const { bridge, executor } = this;
    const { tools, says } = await testBridge(executor, bridge.alias);
    if (!result.isConnected) return;
    result.empty();
    if (tools) {
      this.showTools(result, tools);
      return;
    }
    result.createEl('p', { cls: 'countersign-modal-problem', text: showInvisible(says) });
    const words = executor.stderr(bridge.alias).trim();
    if (words === '') return;
    const more = result.createEl('details');
    more.createEl('summary', { text: 'End of the server’s error output' });
    more.createEl('pre', { text: showInvisible(words.slice(-4_000)), attr: { tabindex: '0' } });
  }

  private showTools(result: HTMLElement, tools: readonly ToolDefinition[]): void {
    const count = tools.length === 1 ? '1 tool' : `${tools.length} tools`;
    result.createEl('p', {
      text:
        tools.length === 0
          ? 'It responded, and has no tools.'
          : `It responded, and has ${count}. Names and descriptions are the server’s own words.`,
    });
    const list = result.createEl('ul', {
      cls: 'countersign-tools',
      attr: { 'aria-label': 'Tools' },
    });
    for (const tool of tools.slice(0, mostTools)) {
      const item = list.createEl('li');
      item.createEl('strong', { text: shortText(tool.name, 200) });
      const { description = '' } = tool;
      if (description !== '') {
        item.createEl('p', { text: shortText(description, longestDescription) });
      }
      item.createEl('p', { cls: 'countersign-quiet', text: annotationsOf(tool) });
    }
    if (tools.length > mostTools) {
      result.createEl('p', { text: `And ${tools.length - mostTools} more.` });
    }
  }
}
