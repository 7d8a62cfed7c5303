import { Setting } from 'obsidian';
import { ok, type Result } from '../../../../core/errors.js';
import {
  aliasProblem,
  argumentsText,
  readArguments,
  replaceBridge,
  textProblem,
  timeLimitProblem,
  usualTimeLimit,
  variableProblem,
  withSavedValues,
} from '../../../../core/settings/bridges/bridge-fields.js';
import type { BridgeConfig, DeviceConfig } from '../../../../core/settings/device-config.js';
import { addBridges } from '../../../../mcp/client/add-bridges.js';
import { withVaultUse } from '../../../../mcp/client/bridge-target.js';
import { addressProblem, headersProblem } from '../../../../mcp/client/http-address.js';
import { presetFor } from '../../../../mcp/client/presets.js';
import type { Press } from '../../../../ui/actions/panel-actions.js';
import type { Executor } from '../../lifecycle/executor.js';
import { FormModal } from '../../shared/form-modal.js';
import { NamedValues } from './named-values.js';
import { usesVaultUnconfirmed } from '../../shared/press-problems.js';
import { addProgramFields, type TypedProgram } from './program-fields.js';
import type { SettingsContext } from './settings-context.js';
import { VaultUseModal, vaultUsesOf } from '../../bridges/vault-use-modal.js';

type Reached = 'stdio' | 'http';

const exampleAddress = 'https://mcp.example.com/mcp';

/** A bridge may start a program, so only a person's press may save it. */
export class BridgeModal extends FormModal {
  private alias: string;
  private reached: Reached;
  private readonly program: TypedProgram = { command: '', args: '' };
  private url = '';
  private timeLimit: string;
  private values: NamedValues | null = null;

  constructor(
    private readonly context: SettingsContext,
    private readonly before: Exclude<BridgeConfig, { transport: 'practice' }> | null,
  ) {
    super(context.app);
    this.alias = before?.alias ?? '';
    this.reached = before?.transport ?? 'stdio';
    this.timeLimit = String(before?.timeLimitSeconds ?? usualTimeLimit);
    if (before?.transport === 'stdio') {
      this.program.command = before.command;
      this.program.args = argumentsText(before.args);
    } else if (before) this.url = before.url;
  }

  override onOpen(): void {
    const { contentEl, before } = this;
    this.setTitle(before ? `Edit server “${before.alias}”` : 'Add server');
    contentEl.createEl('p', {
      text: before
        ? 'Requests that were prepared with the old settings come back once and need approval again.'
        : 'Saved on this device, outside the vault. It is only used when needed, and its tools are only called after you approve.',
    });
    if (!before) this.addName();
    const choice = contentEl.createDiv();
    const below = contentEl.createDiv();
    if (!before) this.addTransport(choice, below);
    this.drawTransport(below);
    const limit = new Setting(contentEl)
      .setName('Time limit')
      .setDesc('Seconds to wait for an answer. After that, the outcome is unknown.');
    limit.addText((text) => {
      text.setValue(this.timeLimit).onChange((value) => (this.timeLimit = value));
      text.inputEl.inputMode = 'numeric';
      this.watchField(limit, text.inputEl, () => timeLimitProblem(this.timeLimit));
    });
    this.addButtons({
      text: before ? 'Save' : 'Add server',
      act: async (press) => {
        const bridge = this.read();
        if (!bridge.ok) return bridge;
        return this.context.widen(
          press,
          (config) => this.withBridge(config, bridge.value),
          (executor) => this.checkVaultUse(executor, bridge.value),
        );
      },
    });
  }

  private withBridge(config: DeviceConfig, bridge: BridgeConfig): Result<DeviceConfig> {
    const { before } = this;
    const replaced = replaceBridge(config, before, bridge);
    const isNewlyKnown = !before || presetFor(before).length === 0;
    return replaced.ok && isNewlyKnown ? ok(addBridges(replaced.value, [bridge])) : replaced;
  }

  private async checkVaultUse(executor: Executor, bridge: BridgeConfig): Promise<Result<void>> {
    const uses = await vaultUsesOf(executor, [bridge]);
    if (uses.length === 0) return ok(undefined);
    const { context } = this;
    const save = async (press: Press): Promise<Result<void>> => {
      const saved = await context.widen(press, (config) =>
        this.withBridge(config, withVaultUse(bridge)),
      );
      if (saved.ok) this.close();
      return saved;
    };
    context.modals.open(new VaultUseModal(this.app, uses, save));
    return usesVaultUnconfirmed;
  }

  private addName(): void {
    const row = new Setting(this.contentEl)
      .setName('Name')
      .setDesc('Requests and routes use this name. It can’t be changed later.');
    row.addText((text) => {
      text.setPlaceholder('Such as email').onChange((value) => (this.alias = value));
      const taken = this.context.config?.bridges.map(({ alias }) => alias) ?? [];
      this.watchField(row, text.inputEl, () => aliasProblem(this.alias, taken));
    });
  }

  private addTransport(container: HTMLElement, below: HTMLElement): void {
    const row = new Setting(container).setName('Connection');
    row.addDropdown((dropdown) =>
      dropdown
        .addOptions({
          stdio: 'A program on this computer (stdio)',
          http: 'An address (Streamable HTTP)',
        })
        .onChange((value) => {
          this.reached = value as Reached;
          this.clearFields(below);
          this.drawTransport(below);
        }),
    );
  }

  private drawTransport(container: HTMLElement): void {
    if (this.reached === 'stdio') this.drawProgram(container);
    else this.drawAddress(container);
  }

  private drawProgram(container: HTMLElement): void {
    const words = {
      example: 'npx',
      about: 'A name on your path, or the full path.',
      aboutArguments: 'One per line, without quotes or variables.',
    };
    addProgramFields(container, this.program, words, (...field) => this.watchField(...field));
    const saved = this.before?.transport === 'stdio' ? Object.keys(this.before.env) : [];
    this.drawValues(container, 'variable', saved);
  }

  private drawAddress(container: HTMLElement): void {
    const row = new Setting(container)
      .setName('Address')
      .setDesc('Shown in lists and reviews, so put keys in headers instead.');
    row.addText((text) => {
      text.setPlaceholder(exampleAddress).setValue(this.url);
      text.inputEl.inputMode = 'url';
      text.onChange((value) => (this.url = value.trim()));
      this.watchField(row, text.inputEl, () => {
        if (this.url === '') return 'Required. Type the server’s address.';
        const problem = addressProblem(this.url);
        return textProblem(this.url) ?? (problem === null ? null : sentence(problem));
      });
    });
    const saved = this.before?.transport === 'http' ? Object.keys(this.before.headers) : [];
    this.drawValues(container, 'header', saved);
  }

  private drawValues(
    container: HTMLElement,
    what: 'variable' | 'header',
    saved: readonly string[],
  ): void {
    const isVariable = what === 'variable';
    new Setting(container)
      .setName(isVariable ? 'Environment variables' : 'Headers')
      .setDesc('You approve the names too. Values stay on this device and aren’t shown again.');
    const values = new NamedValues(container.createDiv(), what, saved, {
      added: (row, name, value) => {
        const problem = (): string | null =>
          isVariable
            ? variableProblem(name.value.trim(), this.values?.namesBeside(name) ?? [])
            : headerProblem(name.value.trim(), '', this.values?.namesBeside(name) ?? []);
        this.watchField(row, name, problem);
        this.watchField(row, value, () =>
          isVariable || problem() !== null
            ? textProblem(value.value)
            : headerProblem(name.value.trim(), value.value, []),
        );
      },
      removed: (name, value) => {
        this.forgetField(name);
        this.forgetField(value);
        this.checkAll();
      },
    });
    this.values = values;
  }

  private read(): Result<BridgeConfig> {
    const { alias, before } = this;
    const timeLimitSeconds = Number(this.timeLimit);
    const kept =
      before?.transport === 'stdio'
        ? before.env
        : before?.transport === 'http'
          ? before.headers
          : {};
    const values = withSavedValues(this.values?.values ?? [], kept);
    if (!values.ok) return values;
    if (this.reached === 'http') {
      const { url } = this;
      return ok({ alias, transport: 'http', url, headers: values.value, timeLimitSeconds });
    }
    const args = readArguments(this.program.args);
    if (!args.ok) return args;
    const command = this.program.command.trim();
    const vaultUse = before?.transport === 'stdio' ? before.vaultUse : undefined;
    return ok({
      alias,
      transport: 'stdio',
      command,
      args: args.value,
      env: values.value,
      timeLimitSeconds,
      ...(vaultUse === undefined ? {} : { vaultUse }),
    });
  }
}

function headerProblem(name: string, value: string, others: readonly string[]): string | null {
  if (name === '') return 'Name the header, or remove it.';
  if (others.some((other) => other.toLowerCase() === name.toLowerCase())) {
    return `${name} is listed twice. Remove one.`;
  }
  const problem = headersProblem({ [name]: value });
  return textProblem(value) ?? (problem === null ? null : sentence(problem));
}

function sentence(problem: string): string {
  return `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;
}
