import { AbstractInputSuggest, Setting, type App } from 'obsidian';
import { ok, type Result } from '../../../../core/errors.js';
import type { JsonObject } from '../../../../core/json.js';
import { readActionYaml } from '../../../../core/request/action/action-yaml.js';
import { showInvisible } from '../../../../core/text/show-invisible.js';
import type { Route } from '../../../../core/settings/device-config.js';
import {
  actionTypes,
  budgetProblem,
  readBudget,
  replaceRoute,
  routeConflict,
  successProblem,
  toolProblem,
  usualBudget,
} from '../../../../core/settings/bridges/route-fields.js';
import { FormModal } from '../../shared/form-modal.js';
import { unexpected } from '../../shared/press-problems.js';
import type { SettingsContext } from './settings-context.js';
import { shortText } from '../../shared/short-text.js';
import { formatProblem } from '../../shared/format-problem.js';

/** A route limits what runs, so only a person's press may save it. */
export class RouteModal extends FormModal {
  private actionType: string;
  private bridge: string;
  private tool: string;
  private yaml: string;
  private success: string;
  private budget: string;
  private showUsual: () => void = () => undefined;
  private tools: readonly string[] | null = null;

  constructor(
    private readonly context: SettingsContext,
    private readonly before: Route | null,
  ) {
    super(context.app);
    this.actionType = before?.actionType ?? 'email';
    this.bridge = before?.bridge ?? this.aliases[0] ?? '';
    this.tool = before?.tool ?? '';
    this.success = before?.success ?? '';
    this.budget = before?.budgetPerHour?.toString() ?? '';
    const args = before?.arguments ?? {};
    this.yaml = Object.keys(args).length === 0 ? '' : JSON.stringify(args, null, 2);
  }

  private get aliases(): readonly string[] {
    return this.context.config?.bridges.map(({ alias }) => alias) ?? [];
  }

  override onOpen(): void {
    const { contentEl, before } = this;
    this.setTitle(before ? 'Edit route' : 'Add route');
    this.addType();
    this.addTool();
    this.addBudget();
    this.addPattern();
    const args = new Setting(contentEl)
      .setName('Arguments to start with')
      .setDesc(
        'Optional. YAML or JSON that a request starts with if it uses this route. A call in which an agent names the tool itself is taken as it is.',
      )
      .setClass('countersign-wide')
      .setClass('countersign-short');
    args.addTextArea((area) => {
      area.setValue(this.yaml).onChange((value) => (this.yaml = value));
      area.inputEl.rows = 3;
      area.inputEl.setAttr('aria-label', 'Arguments to start with');
      this.watchField(args, area.inputEl, () => {
        const read = this.readArguments();
        return read.ok
          ? null
          : `Line ${read.error.line ?? 1}: ${read.error.message} ${read.error.advice}`;
      });
    });
    this.addButtons({
      text: before ? 'Save' : 'Add route',
      act: (press) =>
        this.context.widen(press, (config) => {
          const route = this.read();
          return route.ok ? replaceRoute(config, before, route.value) : route;
        }),
    });
  }

  private addType(): void {
    const row = new Setting(this.contentEl).setName('Action type');
    row.addDropdown((dropdown) => {
      const types = Object.entries(actionTypes).map(([type, name]) => [type, `${name} (${type})`]);
      dropdown.addOptions(Object.fromEntries(types) as Record<string, string>);
      if (!Object.hasOwn(actionTypes, this.actionType)) {
        dropdown.addOption(this.actionType, showInvisible(this.actionType));
      }
      dropdown.setValue(this.actionType).onChange((type) => {
        this.actionType = type;
        this.showUsual();
        this.checkAll();
      });
      this.watchField(row, dropdown.selectEl, () => this.conflictAt('actionType'));
    });
  }

  private addTool(): void {
    const { contentEl } = this;
    const bridge = new Setting(contentEl).setName('Server');
    bridge.addDropdown((dropdown) => {
      for (const alias of this.aliases) dropdown.addOption(alias, showInvisible(alias));
      if (!this.aliases.includes(this.bridge)) {
        dropdown.addOption(this.bridge, `${showInvisible(this.bridge)} (removed)`);
      }
      dropdown.setValue(this.bridge).onChange((alias) => {
        this.bridge = alias;
        void this.askForTools(tool);
      });
      this.watchField(bridge, dropdown.selectEl, () =>
        this.aliases.includes(this.bridge) ? null : 'This server was removed. Choose another one.',
      );
    });
    const tool = new Setting(contentEl).setName('Tool');
    tool.addText((text) => {
      text.setPlaceholder('Such as send_email').setValue(this.tool);
      text.onChange((value) => (this.tool = value.trim()));
      const suggest = new ToolSuggest(this.app, text.inputEl, () => this.tools ?? []);
      suggest.onSelect((name) => {
        text.setValue(name);
        this.tool = name;
        suggest.close();
        this.checkAll();
      });
      this.watchField(tool, text.inputEl, () => toolProblem(this.tool, this.tools));
    });
    void this.askForTools(tool);
  }

  private addBudget(): void {
    const row = new Setting(this.contentEl)
      .setName('Hourly limit')
      .setDesc('Extra requests wait. If several routes use one tool, the lowest limit applies.');
    row.addText((text) => {
      text.setValue(this.budget).onChange((value) => (this.budget = value));
      this.showUsual = () => {
        text.setPlaceholder(`default ${usualBudget(this.actionType)}`);
      };
      this.showUsual();
      text.inputEl.inputMode = 'numeric';
      this.watchField(row, text.inputEl, () => budgetProblem(this.budget));
    });
  }

  private addPattern(): void {
    const row = new Setting(this.contentEl)
      .setName('Success rule')
      .setDesc(
        'Optional. A regular expression (a text pattern) that the server’s answer matches when it worked. If it doesn’t match, you are asked what happened.',
      )
      .setClass('countersign-wide')
      .setClass('countersign-short');
    row.addTextArea((area) => {
      area.setValue(this.success).onChange((value) => (this.success = value));
      area.inputEl.rows = 2;
      area.inputEl.setAttr('aria-label', 'Success rule');
      this.watchField(
        row,
        area.inputEl,
        () => successProblem(this.success) ?? this.conflictAt('success'),
      );
    });
  }

  private async askForTools(row: Setting): Promise<void> {
    const { bridge } = this;
    const { executor } = this.context;
    this.tools = null;
    row.setDesc('Asking the server for its tools…');
    const asked = (await executor?.inspect(bridge).catch(unexpected)) ?? null;
    if (bridge !== this.bridge || !row.settingEl.isConnected) return;
    this.tools = asked?.ok ? asked.value.tools.map(({ name }) => name) : null;
    row.setDesc(
      this.tools
        ? `This server has ${this.tools.length === 1 ? '1 tool' : `${this.tools.length} tools`}. Type to choose one.`
        : `The server didn’t list its tools, so the name isn’t checked. ${asked?.ok === false ? showInvisible(formatProblem(asked.error)) : ''}`,
    );
    this.checkAll();
  }

  private conflictAt(field: 'actionType' | 'success'): string | null {
    const route = this.read();
    if (!route.ok) return null;
    const before = JSON.stringify(this.before);
    const others = (this.context.config?.routes ?? []).filter(
      (other) => JSON.stringify(other) !== before,
    );
    const conflict = routeConflict(route.value, others);
    return conflict?.field === field ? conflict.text : null;
  }

  private readArguments(): Result<JsonObject> {
    const { yaml } = this;
    const isEmpty = yaml.split('\n').every((line) => /^\s*(?:#|$)/u.test(line));
    return isEmpty
      ? ok({})
      : readActionYaml(yaml, { noteText: yaml, offset: 0, path: 'Arguments' });
  }

  private read(): Result<Route> {
    const args = this.readArguments();
    if (!args.ok) return args;
    const { actionType, bridge, tool, success, budget } = this;
    return ok({
      actionType,
      bridge,
      tool,
      arguments: args.value,
      success: success === '' ? null : success,
      budgetPerHour: readBudget(budget),
    });
  }
}

class ToolSuggest extends AbstractInputSuggest<string> {
  constructor(
    app: App,
    input: HTMLInputElement,
    private readonly tools: () => readonly string[],
  ) {
    super(app, input);
  }

  protected override getSuggestions(query: string): string[] {
    const wanted = query.toLowerCase();
    return this.tools().filter((name) => name !== query && name.toLowerCase().includes(wanted));
  }

  override renderSuggestion(name: string, element: HTMLElement): void {
    element.setText(shortText(name, 200));
  }
}
