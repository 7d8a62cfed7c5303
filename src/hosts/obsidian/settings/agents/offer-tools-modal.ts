import { Setting, ToggleComponent, type App } from 'obsidian';
import {
  offerOnly,
  toolsOf,
  type AgentTool,
} from '../../../../core/settings/agents/agent-tools.js';
import type { BridgeConfig } from '../../../../core/settings/device-config.js';
import { showInvisible } from '../../../../core/text/show-invisible.js';
import type { OfferableTool } from '../../../../mcp/client/bridges.js';
import { whileTested, whyUnusable } from '../../bridges/test-bridge.js';
import { saysNothing } from '../../../../core/request/action/tool-hints.js';
import { annotationsOf } from '../../bridges/tool-annotations.js';
import type { Executor } from '../../lifecycle/executor.js';
import { FormModal } from '../../shared/form-modal.js';
import { formatProblem } from '../../shared/format-problem.js';
import { unexpected } from '../../shared/press-problems.js';
import { shortText } from '../../shared/short-text.js';
import { showNotice } from '../../shared/show-notice.js';
import type { SettingsContext } from '../parts/settings-context.js';

const longestDescription = 300;

/** Lists the tools of a server, for a person to choose those that agents may ask for. None is called. */
export class OfferToolsModal extends FormModal {
  /** The tools that are chosen, by name. */
  private readonly chosen = new Map<string, AgentTool>();
  /** The server says of no tool what it does. */
  private isSilent = false;

  constructor(
    app: App,
    private readonly context: SettingsContext,
    private readonly executor: Executor,
    private readonly bridge: BridgeConfig,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { bridge, contentEl } = this;
    this.setTitle(`Tools of “${showInvisible(bridge.alias)}” for agents`);
    const status = contentEl.createEl('p', {
      text: whileTested(bridge),
      attr: { role: 'status' },
    });
    void this.list(status);
  }

  private async list(status: HTMLElement): Promise<void> {
    const { bridge, contentEl, executor } = this;
    const listed = await executor.toolsToOffer(bridge.alias).catch(unexpected);
    if (!status.isConnected) return;
    if (!listed.ok) {
      status.setText(showInvisible(whyUnusable(bridge.alias, listed.error)));
      status.addClass('countersign-modal-problem');
      this.addButtons(null).focus();
      return;
    }
    status.setText(
      'Agents can ask for the tools you choose here. Each call waits for your approval. Names and descriptions are the server’s own words.',
    );
    this.isSilent = listed.value.every(
      ({ offer }) => !offer.ok || annotationsOf(offer.value.shown) === saysNothing,
    );
    if (this.isSilent && listed.value.length > 0) {
      const text =
        'This server doesn’t say which of its tools can change or delete things. Check carefully.';
      contentEl.createEl('p', { cls: 'countersign-quiet', text });
    }
    const toggles = listed.value.map((tool) => this.drawTool(contentEl, tool));
    if (toggles.length > 1) {
      new Setting(status.createDiv()).addButton((button) =>
        button.setButtonText('Choose all').onClick(() => {
          for (const toggle of toggles) if (!toggle.disabled) toggle.setValue(true);
        }),
      );
    }
    this.addButtons({ text: 'Save', act: (press) => this.offer(press) }).focus({
      preventScroll: true,
    });
  }

  private drawTool(parent: HTMLElement, { name, offer }: OfferableTool): ToggleComponent {
    const row = new Setting(parent).setName(shortText(name, 200)).setClass('countersign-setting');
    const toggle = new ToggleComponent(row.controlEl).setTooltip(`Offer ${shortText(name, 200)}`);
    if (!offer.ok) {
      row.setDesc(shortText(formatProblem(offer.error), longestDescription));
      return toggle.setDisabled(true);
    }
    const { shown, digest } = offer.value;
    const before = this.context.config ? toolsOf(this.context.config, this.bridge.alias) : [];
    const known = before.find((tool) => tool.shown.name === shown.name);
    const isSame = known?.digest === digest;
    const line = (text: string, cls = ''): HTMLElement => row.descEl.createDiv({ text, cls });
    if (known && !isSame) {
      line(
        'Changed since you chose it. Choose it again if you still want it.',
        'countersign-modal-problem',
      );
    }
    if (shown.description) line(shortText(shown.description, longestDescription));
    const said = annotationsOf(shown);
    // Where a server says nothing of any tool, that stands above them all.
    if (said !== saysNothing || !this.isSilent) line(said);
    toggle.onChange((isOn) => {
      if (isOn) this.chosen.set(name, offer.value);
      else this.chosen.delete(name);
    });
    return toggle.setValue(isSame);
  }

  private async offer(press: Parameters<SettingsContext['widen']>[0]) {
    const { alias } = this.bridge;
    const tools = [...this.chosen.values()];
    const saved = await this.context.widen(press, (config) => offerOnly(config, alias, tools));
    if (saved.ok) {
      const { length } = tools;
      showNotice(
        length === 0
          ? `Agents no longer find tools of ${alias}.`
          : `Agents can ask for ${length === 1 ? '1 tool' : `${length} tools`} of ${alias}, from their next session on.`,
      );
    }
    return saved;
  }
}
