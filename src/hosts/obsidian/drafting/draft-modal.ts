import { DropdownComponent, Setting, TextComponent, type App } from 'obsidian';
import { fail, ok, type Result } from '../../../core/errors.js';
import { isJsonObject, type JsonObject } from '../../../core/json.js';
import type { StepSummary } from '../../../core/mission/summaries.js';
import { actionTypeOf } from '../../../core/policy/external-action.js';
import { actionYamls } from '../../../core/request/render-request.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import type { ToolDefinition } from '../../../core/request/action/tool-definition.js';
import type { BridgeConfig } from '../../../core/settings/device-config.js';
import { actionTypes } from '../../../core/settings/bridges/route-fields.js';
import { addArguments, ArgumentFields, type FieldsHost } from './argument-fields.js';
import type { Executor } from '../lifecycle/executor.js';
import { FormModal } from '../shared/form-modal.js';
import { formatProblem } from '../shared/format-problem.js';
import { shortText } from '../shared/short-text.js';

export interface DraftedStep {
  readonly planId: string;
  readonly step: StepSummary;
}

export class DraftModal extends FormModal {
  private bridge = '';
  private tool = '';
  private chosenTool = '';
  private toolField: HTMLSelectElement | null = null;
  private readonly toolOf = new Map<string, string>();
  private tools: readonly ToolDefinition[] | null = null;
  private actionType: string;
  private recipient: string;
  private rationale: string;
  private args: ArgumentFields | null = null;
  private typed: Typed = { tool: '', args: {}, unread: null };
  private preview: { readonly details: HTMLDetailsElement; readonly call: HTMLElement } | null =
    null;

  constructor(
    app: App,
    private readonly executor: Executor,
    private readonly of: DraftedStep,
    private readonly drafted: (path: string) => void,
  ) {
    super(app);
    const { planId, step } = of;
    this.recipient = addressIn(step.text);
    this.rationale = `Step ${step.position} of ${planId}: ${step.text}`;
    this.actionType = actionTypeOf(step.text);
  }

  override onOpen(): void {
    const { contentEl, of } = this;
    this.setTitle('Draft request');
    contentEl.createEl('p', {
      text: `For step ${of.step.position} of ${of.planId}: ${asSentence(shortText(of.step.text))} Nothing is sent until you approve it.`,
    });
    const { bridges, routes } = this.executor.device.config;
    if (bridges.length === 0) {
      contentEl.createEl('p', {
        text: 'No servers yet. Add one in the panel first.',
      });
      return;
    }
    const route = routes.find(({ actionType }) => actionType === this.actionType);
    const places = this.drawRows(bridges);
    this.addButtons({ text: 'Draft request', act: () => this.draft() });
    const choose = (alias: string): void => {
      const shown = [this.chosenTool, this.tool, this.toolOf.get(alias), route?.tool];
      void this.chooseBridge(
        alias,
        places,
        shown.flatMap((tool) => tool || []),
      );
    };
    places.bridge.onChange(choose);
    const practises = this.executor.engine.practice().plan?.planId === of.planId;
    const offered = bridges.filter(({ transport }) => (transport === 'practice') === practises);
    const first = offered.find(({ alias }) => alias === route?.bridge) ?? offered[0];
    if (first) {
      places.bridge.setValue(first.alias);
      choose(first.alias);
    } else {
      places.bridge.selectEl.createEl('option', {
        text: 'Choose a server…',
        attr: { value: '', disabled: '', hidden: '' },
      });
      places.bridge.setValue('');
    }
  }

  private drawRows(bridges: readonly BridgeConfig[]): DraftRows {
    const { contentEl } = this;
    const bridge = new DropdownComponent(new Setting(contentEl).setName('Server').controlEl);
    bridge.selectEl.setAttr('aria-label', 'Server');
    for (const { alias, transport } of bridges) {
      bridge.addOption(alias, transport === 'practice' ? `${alias} (only writes a note)` : alias);
    }
    const toolEl = contentEl.createDiv();
    new Setting(contentEl)
      .setName('About this request')
      .setDesc('Shown to whoever approves it. The server doesn’t get this.')
      .setHeading();
    const kind = new DropdownComponent(new Setting(contentEl).setName('Type').controlEl);
    kind.selectEl.setAttr('aria-label', 'Type');
    kind.addOptions({ ...actionTypes }).onChange((type) => (this.actionType = type));
    this.addText('Recipient', this.recipient, (to) => {
      this.args?.replace('to', this.recipient, to);
      this.recipient = to;
    });
    this.addText('Why', this.rationale, (why) => {
      this.rationale = why;
    });
    const { argumentsEl, details, call } = addArguments(contentEl);
    this.preview = { details, call };
    return { bridge, kind, toolEl, argumentsEl };
  }

  private addText(name: string, value: string, change: (value: string) => void): void {
    const row = new Setting(this.contentEl).setName(name).setClass('countersign-wide');
    const { inputEl } = new TextComponent(row.controlEl).setValue(value).onChange(change);
    row.nameEl.createSpan({ cls: 'countersign-need', text: 'required' });
    inputEl.setAttr('aria-label', name);
    inputEl.setAttr('aria-required', 'true');
    this.watchField(row, inputEl, () => (inputEl.value.trim() === '' ? 'Required' : null));
  }

  private async chooseBridge(
    alias: string,
    places: DraftRows,
    wanted: readonly string[],
  ): Promise<void> {
    const { toolEl } = places;
    this.keepTyped();
    this.bridge = alias;
    this.tool = '';
    this.tools = null;
    this.args?.clear();
    this.args = null;
    if (this.toolField) this.forgetField(this.toolField);
    this.toolField = null;
    toolEl.empty();
    toolEl.createEl('p', {
      cls: 'countersign-quiet',
      text: `Asking “${showInvisible(alias)}” for its tools…`,
      attr: { role: 'status' },
    });
    this.showCall();
    const inspected = await this.executor.inspect(alias);
    if (this.bridge !== alias || !toolEl.isConnected) return;
    toolEl.empty();
    const row = new Setting(toolEl);
    if (!inspected.ok) {
      row.setName('The list of tools couldn’t be loaded from this server.');
      row.addButton((button) =>
        button
          .setButtonText('Try again')
          .onClick(() => this.chooseBridge(alias, places, [this.tool, ...wanted])),
      );
      row.setErrorMessage(shortText(formatProblem(inspected.error)));
      this.nameTool(places);
      return;
    }
    this.tools = inspected.value.tools;
    row.setName('Tool');
    const dropdown = new DropdownComponent(row.controlEl);
    dropdown.selectEl.setAttr('aria-label', 'Tool');
    for (const { name } of this.tools) dropdown.addOption(name, shortText(name, 200));
    const tools = new Map(this.tools.map((tool) => [tool.name, tool]));
    const first =
      wanted.map((name) => tools.get(name)).find((tool) => tool !== undefined) ??
      this.tools.find(({ name }) => typeOf(name) === this.actionType) ??
      (this.tools.length === 1 ? this.tools[0] : undefined);
    if (!first) {
      const attr = { value: '', disabled: '', hidden: '' };
      dropdown.selectEl.createEl('option', { text: 'Choose a tool…', attr });
    }
    dropdown.setValue(first?.name ?? '');
    const choose = (name: string): void => {
      const tool = this.tools?.find((one) => one.name === name);
      row.setDesc(shortText(tool?.description ?? ''));
      this.chooseTool(name, tool ?? null, places);
    };
    dropdown.onChange((name) => {
      this.chosenTool = name;
      this.keepTyped();
      choose(name);
    });
    choose(first?.name ?? '');
    if (this.tools.length === 0) row.setErrorMessage('This server has no tools.');
    else {
      this.toolField = dropdown.selectEl;
      this.watchField(row, dropdown.selectEl, () =>
        dropdown.selectEl.value === '' ? 'Choose a tool.' : null,
      );
    }
  }

  private keepTyped(): void {
    if (!this.args) return;
    const tool = this.tools === null ? this.tool : this.typed.tool;
    this.typed = { tool, args: this.args.read().args, unread: this.args.unread };
  }

  private nameTool(places: DraftRows): void {
    const { tool } = this.typed;
    const row = new Setting(places.toolEl).setName('Tool').setDesc('Type its name.');
    const { inputEl } = new TextComponent(row.controlEl).setValue(tool).onChange((name) => {
      this.tool = name.trim();
      this.showCall();
    });
    inputEl.setAttr('aria-label', 'Tool');
    this.chooseTool(tool, null, places);
  }

  private chooseTool(
    name: string,
    tool: ToolDefinition | null,
    { kind, argumentsEl }: DraftRows,
  ): void {
    this.tool = name;
    if (name !== '') this.toolOf.set(this.bridge, name);
    const { routes } = this.executor.device.config;
    const route = routes.find((one) => one.bridge === this.bridge && one.tool === name);
    if (name !== '') this.actionType = route?.actionType ?? typeOf(name) ?? this.actionType;
    kind.setValue(this.actionType);
    this.args?.clear();
    const schema = tool?.inputSchema ?? null;
    const given = {
      ...this.known(schema),
      ...route?.arguments,
      ...namedBy(schema, this.typed.args),
    };
    const host: FieldsHost = {
      watch: (row, input, problem) => {
        this.watchField(row, input, problem);
      },
      forget: (input) => {
        this.forgetField(input);
      },
      changed: () => {
        this.showCall();
      },
    };
    this.args = new ArgumentFields(argumentsEl, schema, given, host, this.typed.unread);
    this.showCall();
  }

  private known(schema: JsonObject | null): JsonObject {
    const properties = schema?.['properties'];
    const to = isJsonObject(properties) ? properties['to'] : undefined;
    if (this.recipient === '' || !isJsonObject(to)) return {};
    if (to['type'] === 'string') return { to: this.recipient };
    return to['type'] === 'array' ? { to: [this.recipient] } : {};
  }

  private showCall(): void {
    const { args, bridge, tool, preview } = this;
    const read = args?.read();
    if (!preview) return;
    if (!read || tool === '') preview.call.setText('Choose a tool first.');
    else if (read.problem !== null) preview.call.setText('Check the marked fields first.');
    else {
      const [yaml = ''] = actionYamls({ bridge, tool, arguments: read.args });
      const shown = showInvisible(yaml);
      preview.call.setText(shown);
      // Opens the whole call, so that the person sees its hidden characters.
      if (shown !== yaml) preview.details.open = true;
    }
  }

  private async draft(): Promise<Result<void>> {
    const { of, tool, bridge } = this;
    if (bridge === '') return fail('tool_unknown', 'No server selected.', 'Choose a server.');
    if (!this.args) return stillAsking;
    if (tool === '') {
      const advice = this.tools ? 'Choose a server that has tools.' : 'Type the name of the tool.';
      return fail('tool_unknown', 'No tool selected.', advice);
    }
    const { args, problem } = this.args.read();
    if (problem !== null) return fail('input_invalid', problem, 'Nothing was drafted.');
    const drafted = await this.executor.engine.operations.draftExternalAction({
      planId: of.planId,
      step: of.step.id ?? of.step.position,
      actionType: this.actionType,
      targetRecipient: this.recipient,
      title: of.step.text,
      rationale: this.rationale,
      bridge,
      tool,
      arguments: args,
      actor: 'Human',
    });
    if (!drafted.ok) return drafted;
    this.drafted(drafted.value.path);
    return ok(undefined);
  }
}

interface Typed {
  readonly tool: string;
  readonly args: JsonObject;
  readonly unread: string | null;
}

const stillAsking = fail(
  'tool_unknown',
  'Still asking the server for its tools. Nothing was drafted.',
  'Wait for its answer, or choose another server.',
);

interface DraftRows {
  readonly bridge: DropdownComponent;
  readonly kind: DropdownComponent;
  readonly toolEl: HTMLElement;
  readonly argumentsEl: HTMLElement;
}

const longestAddress = 320;

function addressIn(text: string): string {
  for (const word of text.split(/[\s<>(),;:]+/)) {
    const found = word.length > longestAddress ? null : /^.+@.+\w/.exec(word);
    if (found) return found[0];
  }
  return '';
}

function namedBy(schema: JsonObject | null, args: JsonObject): JsonObject {
  const properties = schema?.['properties'];
  if (!schema || !isJsonObject(properties)) return args;
  return Object.fromEntries(
    Object.entries(args).filter(([name]) => Object.hasOwn(properties, name)),
  );
}

function typeOf(tool: string): string | null {
  if (/mail/i.test(tool)) return 'email';
  if (/pay|invoice|transfer/i.test(tool)) return 'payment';
  return /post|tweet|publish/i.test(tool) ? 'social_post' : null;
}

function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
