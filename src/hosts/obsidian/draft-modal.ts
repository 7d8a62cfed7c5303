import { Modal, Setting, type App, type DropdownComponent } from 'obsidian';
import { fail, type Problem, type Result } from '../../core/errors.js';
import type { StepSummary } from '../../core/mission/summaries.js';
import { readActionYaml } from '../../core/request/action-yaml.js';
import type { ToolDefinition } from '../../core/request/tool-definition.js';
import { argumentsTemplate } from './arguments-template.js';
import type { Executor } from './executor.js';

const actionTypes: Readonly<Record<string, string>> = {
  email: 'E-mail',
  payment: 'Payment',
  social_post: 'Post',
  api_call: 'Call of a service',
  other: 'Something else',
};

/** The gated step that an action is drafted for. */
export interface DraftedStep {
  readonly planId: string;
  readonly step: StepSummary;
}

/** Drafts the action of a ✋ step by hand: nothing is sent, a request is written. */
export class DraftModal extends Modal {
  private bridge = '';
  private tool = '';
  private actionType = 'other';
  private recipient = '';
  private rationale: string;
  private yaml = '';
  private problemEl: HTMLElement | null = null;

  constructor(
    app: App,
    private readonly executor: Executor,
    private readonly of: DraftedStep,
  ) {
    super(app);
    const { planId, step } = of;
    this.recipient = /[^\s<>(),;:]+@[^\s<>(),;:]+\w/.exec(step.text)?.[0] ?? '';
    this.rationale = `Step ${step.position} of ${planId}: ${step.text}`;
  }

  override onOpen(): void {
    const { contentEl, of } = this;
    this.setTitle('Draft action');
    this.modalEl.addClass('countersign-modal');
    contentEl.createEl('p', {
      text: `For step ${of.step.position} of ${of.planId}: ${of.step.text}. Nothing is sent before you approve it.`,
    });
    const aliases = this.executor.device.config.bridges.map(({ alias }) => alias);
    if (aliases.length === 0) {
      contentEl.createEl('p', {
        text: 'There is no bridge yet. Add one in the current mission first.',
      });
      return;
    }
    this.addFields(aliases);
    this.problemEl = contentEl.createEl('p', {
      cls: 'countersign-modal-problem',
      attr: { role: 'alert' },
    });
    new Setting(contentEl)
      .addButton((button) => button.setButtonText('Cancel').onClick(() => this.close()))
      .addButton((button) =>
        button
          .setButtonText('Draft action')
          .setCta()
          .onClick(async () => {
            button.setDisabled(true);
            const drafted = await this.draft();
            if (drafted.ok) this.close();
            else this.say(drafted.error);
            button.setDisabled(false);
          }),
      );
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private addFields(aliases: readonly string[]): void {
    const { contentEl } = this;
    const later: {
      tools?: DropdownComponent;
      type?: DropdownComponent;
      yaml?: (y: string) => void;
    } = {};
    const chooseTool = (tool: ToolDefinition | undefined): void => {
      this.tool = tool?.name ?? '';
      this.actionType = typeOf(this.tool);
      later.type?.setValue(this.actionType);
      later.yaml?.(tool ? argumentsTemplate(tool.inputSchema, { to: this.recipient }) : '');
    };
    let known: readonly ToolDefinition[] = [];
    const chooseBridge = async (alias: string): Promise<void> => {
      this.bridge = alias;
      later.tools?.selectEl.empty();
      const inspected = await this.executor.inspect(alias);
      if (this.bridge !== alias) return;
      this.say(inspected.ok ? null : inspected.error);
      known = inspected.ok ? inspected.value.tools : [];
      for (const { name } of known) later.tools?.addOption(name, name);
      chooseTool(known[0]);
    };

    new Setting(contentEl).setName('Bridge').addDropdown((dropdown) => {
      for (const alias of aliases) dropdown.addOption(alias, alias);
      dropdown.onChange((alias) => void chooseBridge(alias));
    });
    new Setting(contentEl).setName('Tool').addDropdown((dropdown) => {
      later.tools = dropdown;
      dropdown.onChange((name) => {
        chooseTool(known.find((tool) => tool.name === name));
      });
    });
    new Setting(contentEl).setName('Kind').addDropdown((dropdown) => {
      later.type = dropdown;
      dropdown.addOptions({ ...actionTypes }).onChange((type) => (this.actionType = type));
    });
    new Setting(contentEl)
      .setName('To')
      .setDesc('Whom or what it reaches.')
      .addText((text) =>
        text.setValue(this.recipient).onChange((value) => (this.recipient = value)),
      );
    new Setting(contentEl)
      .setName('Why')
      .addText((text) =>
        text.setValue(this.rationale).onChange((value) => (this.rationale = value)),
      );
    new Setting(contentEl)
      .setName('Arguments')
      .setDesc('As YAML: one line for each. Lines with # are left out.')
      .setClass('countersign-wide')
      .addTextArea((area) => {
        area.inputEl.setAttr('aria-label', 'Arguments as YAML');
        area.inputEl.spellcheck = false;
        area.onChange((value) => (this.yaml = value));
        later.yaml = (yaml) => {
          this.yaml = yaml;
          area.setValue(yaml);
        };
      });
    void chooseBridge(aliases[0] ?? '');
  }

  private async draft(): Promise<Result<unknown>> {
    const { of, yaml } = this;
    if (this.tool === '') {
      return fail('tool_unknown', 'No tool is chosen.', 'Choose a bridge that can be reached.');
    }
    const isEmpty = yaml.split('\n').every((line) => /^\s*(?:#|$)/.test(line));
    const args = isEmpty
      ? { ok: true as const, value: {} }
      : readActionYaml(yaml, { noteText: yaml, offset: 0, path: 'Arguments' });
    if (!args.ok) return args;
    return this.executor.engine.operations.draftExternalAction({
      planId: of.planId,
      step: of.step.id ?? of.step.position,
      actionType: this.actionType,
      targetRecipient: this.recipient,
      title: of.step.text,
      rationale: this.rationale,
      bridge: this.bridge,
      tool: this.tool,
      arguments: args.value,
      actor: 'Human',
    });
  }

  private say(problem: Problem | null): void {
    const line = problem?.line === undefined ? '' : `Line ${problem.line}: `;
    this.problemEl?.setText(problem ? `${line}${problem.message} ${problem.advice}` : '');
  }
}

/** The kind of action that a tool's name speaks of. */
function typeOf(tool: string): string {
  if (/mail/i.test(tool)) return 'email';
  if (/pay|invoice|transfer/i.test(tool)) return 'payment';
  return /post|tweet|publish/i.test(tool) ? 'social_post' : 'other';
}
