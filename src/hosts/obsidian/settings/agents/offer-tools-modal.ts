import { DropdownComponent, Setting, ToggleComponent, type App } from 'obsidian';
import { fail, type Result } from '../../../../core/errors.js';
import { toolsOf, type StandingPermission } from '../../../../core/settings/agents/agent-tools.js';
import { chooseTools, type ToolChoice } from '../../../../core/settings/agents/choose-tools.js';
import { sameNamedTools } from '../../../../core/settings/agents/mirrored-name.js';
import {
  clientsOf,
  permissionDays,
  whyNotPermitted,
  type LookedAt,
} from '../../../../core/settings/agents/standing-permission.js';
import type { BridgeConfig } from '../../../../core/settings/device-config.js';
import { showInvisible } from '../../../../core/text/show-invisible.js';
import type { OfferableTool } from '../../../../mcp/client/bridges.js';
import { formatTime } from '../../../../ui/parts/text/format-time.js';
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
import { allowedTools, inWords } from './allowed-tools.js';

const longestDescription = 300;

const uses = {
  hidden: 'Hidden',
  ask: 'Ask me each time',
  allow: 'Allow without asking',
} as const;
type Use = keyof typeof uses;

interface ToolRow extends LookedAt {
  readonly seen: StandingPermission | null;
  readonly dropdown: DropdownComponent;
}

export class OfferToolsModal extends FormModal {
  private readonly rows: ToolRow[] = [];
  private readonly clients = new Set<string>();
  private clientsEl: HTMLElement | null = null;
  private differ = false;
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
      'Choose what agents may do with each tool. Only a tool that says it only reads can be allowed without asking. Names and descriptions are the server’s own words.',
    );
    this.isSilent = listed.value.every(
      ({ offer }) => !offer.ok || annotationsOf(offer.value.shown) === saysNothing,
    );
    if (this.isSilent && listed.value.length > 0) {
      const text =
        'This server doesn’t say which of its tools can change or delete things. Check carefully.';
      contentEl.createEl('p', { cls: 'countersign-quiet', text });
    }
    for (const tool of listed.value) this.drawTool(contentEl, tool);
    if (listed.value.length > 1) {
      new Setting(status.createDiv()).addButton((button) =>
        button.setButtonText('Choose all').onClick(() => {
          for (const { dropdown } of this.rows)
            if (dropdown.getValue() === 'hidden') dropdown.setValue('ask');
        }),
      );
    }
    this.clientsEl = contentEl.createDiv();
    this.readClients();
    this.drawClients();
    this.addButtons({ text: 'Save', act: (press) => this.choose(press) }).focus({
      preventScroll: true,
    });
  }

  private drawTool(parent: HTMLElement, listed: OfferableTool): void {
    const { name, offer, server, launch } = listed;
    const { config } = this.context;
    const row = new Setting(parent)
      .setName(shortText(name, 200))
      .setClass('countersign-setting')
      .setClass('countersign-use');
    const dropdown = new DropdownComponent(row.controlEl).addOption('hidden', uses.hidden);
    dropdown.selectEl.setAttr('aria-label', `What agents may do with ${shortText(name, 200)}`);
    if (!offer.ok) {
      row.setDesc(shortText(formatProblem(offer.error), longestDescription));
      dropdown.setDisabled(true);
      return;
    }
    const { shown, digest } = offer.value;
    const before = config ? toolsOf(config, this.bridge.alias) : [];
    const known = before.find((tool) => tool.shown.name === shown.name);
    const isSame = known?.digest === digest;
    const line = (text: string, cls = ''): HTMLElement => row.descEl.createDiv({ text, cls });
    if (known && !isSame) {
      line(
        'Changed since you chose it. Choose it again if you still want it.',
        'countersign-modal-problem',
      );
    }
    const { name: _, description = '', ...rest } = shown;
    if (description) line(shortText(description, longestDescription));
    const whole = row.descEl.createEl('details', { cls: 'countersign-exact' });
    whole.createEl('summary', { text: 'Show all' });
    whole.createEl('pre', {
      text: showInvisible(`${description}\n\n${JSON.stringify(rest, null, 2)}`.trim()),
      attr: { tabindex: '0', 'aria-label': `All of ${shortText(name, 200)}` },
    });
    const said = annotationsOf(shown);
    if (said !== saysNothing || !this.isSilent) line(said);
    const held = isSame ? allowedTools(this.context).find(({ tool }) => tool === known) : undefined;
    const isHeld = held?.permission.server === server && held.permission.launch === launch;
    if (held && isHeld) {
      const until = formatTime(held.permission.until, new Date());
      line(`${inWords(held.clients)} may call it without asking until ${until}.`);
    } else if (known?.allowed) {
      line('The permission to call it without asking has ended.');
    }
    dropdown.addOption('ask', uses.ask);
    const refused = whyNotPermitted(shown, this.bridge.alias, config?.routes ?? []);
    if (refused === null) dropdown.addOption('allow', uses.allow);
    else if (shown.annotations?.['readOnlyHint'] === true)
      line(`It can’t be allowed without asking. ${refused}`);
    dropdown.setValue(isHeld ? 'allow' : isSame ? 'ask' : 'hidden').onChange(() => {
      this.drawClients();
    });
    const seen = held && isHeld ? held.permission : null;
    this.rows.push({ tool: offer.value, server, launch, seen, dropdown });
  }

  private readClients(): void {
    const { config } = this.context;
    const named = this.rows.flatMap(({ seen }) =>
      seen && config ? [clientsOf(config, seen)] : [],
    );
    const all = new Set(named.flat());
    for (const name of all)
      if (named.every((names) => names.includes(name))) this.clients.add(name);
    this.differ = this.clients.size < all.size;
  }

  private drawClients(): void {
    const { clientsEl, context } = this;
    const isAsked = this.rows.some((row) => useOf(row) === 'allow');
    if (!clientsEl || isAsked === clientsEl.hasChildNodes()) return;
    clientsEl.empty();
    if (!isAsked) return;
    new Setting(clientsEl).setName('Who may call them without asking').setHeading();
    clientsEl.createEl('p', {
      cls: 'countersign-warns',
      text: `Agents can send anything they can read to this server, without asking you. The permission ends after ${permissionDays} days, when you edit the server, or when the server changes the tool.`,
    });
    if (this.differ) {
      const text =
        'The allowed tools have different clients now. When you save, all of them get those you choose here.';
      clientsEl.createEl('p', { text });
    }
    const agents = context.config?.agents ?? [];
    if (agents.length === 0) {
      const text = 'There are no clients yet. Add one on this page first, under Clients.';
      clientsEl.createEl('p', { text });
    }
    for (const { name, paused } of agents) {
      const row = new Setting(clientsEl).setName(paused ? `${name} (paused)` : name);
      new ToggleComponent(row.controlEl)
        .setTooltip(`Let ${name} call the allowed tools`)
        .setValue(this.clients.has(name))
        .onChange((isOn) => {
          if (isOn) this.clients.add(name);
          else this.clients.delete(name);
        });
    }
  }

  private async choose(press: Parameters<SettingsContext['widen']>[0]): Promise<Result<void>> {
    const { alias } = this.bridge;
    const choices = this.rows.flatMap((row): ToolChoice[] => {
      const use = useOf(row);
      return use === 'hidden' ? [] : [{ ...row, isAllowed: use === 'allow' }];
    });
    const allowed = choices.filter(({ isAllowed }) => isAllowed).length;
    if (allowed > 0 && this.clients.size === 0) {
      this.clientsEl?.scrollIntoView({ block: 'center' });
      return fail(
        'input_invalid',
        'Nobody may call the allowed tools yet.',
        `Choose at least one client, or set the tools to “${uses.ask}”.`,
      );
    }
    const saved = await this.context.widen(press, (config) =>
      chooseTools(config, alias, choices, [...this.clients], Date.now()),
    );
    if (saved.ok) {
      // Leaves out tools whose names differ only in case, because agents don’t find them.
      const same = sameNamedTools(choices.map(({ tool }) => tool));
      const length = choices.length - same.size;
      const asked = length === 1 ? '1 tool' : `${length} tools`;
      showNotice(
        length === 0
          ? `Agents no longer find tools of ${alias}.`
          : `Agents find ${asked} of ${alias} from their next session on${allowed === 0 ? '' : `, ${allowed} allowed without asking`}.`,
      );
    }
    return saved;
  }
}

function useOf({ dropdown }: ToolRow): Use {
  return dropdown.getValue() as Use;
}
