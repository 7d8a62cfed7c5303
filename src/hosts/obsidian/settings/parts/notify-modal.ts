import { Setting } from 'obsidian';
import { fail, ok, type Result } from '../../../../core/errors.js';
import { readArguments, textProblem } from '../../../../core/settings/bridges/bridge-fields.js';
import type { NotifyTarget } from '../../../../core/settings/device-config.js';
import { notifyUrlProblem, programOf, whatIsSent } from '../../../desktop/notify/notify-target.js';
import type { Press } from '../../../../ui/actions/panel-actions.js';
import type { Executor } from '../../lifecycle/executor.js';
import { FormModal } from '../../shared/form-modal.js';
import { addProgramFields, type TypedProgram } from './program-fields.js';
import type { SettingsContext } from './settings-context.js';

const exampleAddress = 'https://ntfy.sh/your-topic';

/** Messages leave this computer, so only a person's press may save where they go. */
export class NotifyModal extends FormModal {
  private isProgram = false;
  private url = '';
  private readonly program: TypedProgram = { command: '', args: '' };

  constructor(private readonly context: SettingsContext) {
    super(context.app);
  }

  override onOpen(): void {
    const { contentEl } = this;
    this.setTitle('Notify me when requests are waiting');
    contentEl.createEl('p', { text: whatIsSent });
    const choice = new Setting(contentEl).setName('Send messages to');
    const below = contentEl.createDiv();
    choice.addDropdown((dropdown) => {
      dropdown.selectEl.setAttr('aria-label', 'Send messages to');
      dropdown
        .addOptions({
          address: 'A web address (ntfy or another service)',
          program: 'A program on this computer',
        })
        .onChange((value) => {
          this.isProgram = value === 'program';
          this.clearFields(below);
          this.drawFields(below);
        });
    });
    this.drawFields(below);
    this.addButtons({ text: 'Save', act: (press) => this.saveTarget(press) });
  }

  private drawFields(container: HTMLElement): void {
    if (this.isProgram) this.drawProgram(container);
    else this.drawAddress(container);
  }

  private drawAddress(container: HTMLElement): void {
    const row = new Setting(container)
      .setName('Address')
      .setDesc(
        'The full address; for ntfy, with your topic. Saved on this device, outside the vault, and not shown again.',
      )
      .setClass('countersign-wide');
    row.addText((text) => {
      text.setPlaceholder(exampleAddress).setValue(this.url);
      text.inputEl.inputMode = 'url';
      text.inputEl.setAttr('aria-label', 'Address');
      text.onChange((value) => (this.url = value.trim()));
      this.watchField(row, text.inputEl, () =>
        this.url === '' ? 'Required' : (notifyUrlProblem(this.url) ?? textProblem(this.url)),
      );
    });
  }

  private drawProgram(container: HTMLElement): void {
    const words = {
      example: 'notify-send',
      about: 'A name on your path, or the full path. It must be outside the vault.',
      aboutArguments:
        'One per line, without quotes or variables. The message is added as the last one.',
    };
    addProgramFields(container, this.program, words, (...field) => this.watchField(...field));
  }

  private async saveTarget(press: Press): Promise<Result<void>> {
    const args = readArguments(this.program.args);
    if (!args.ok) return args;
    const target = this.isProgram
      ? { command: this.program.command.trim(), args: args.value }
      : { url: this.url };
    return this.context.widen(
      press,
      (config) => ok({ ...config, notify: target }),
      (executor) => checkVaultUse(executor, target),
    );
  }
}

/** Refuses a program or file in the vault, because an agent could replace it. */
async function checkVaultUse(executor: Executor, target: NotifyTarget): Promise<Result<void>> {
  if ('url' in target) return ok(undefined);
  const parts = await executor.vaultPartsOf(programOf(target));
  if (parts.length === 0) return ok(undefined);
  return fail(
    'settings_invalid',
    `This uses the vault, where agents can write (${parts.join('; ')}).`,
    'Not saved. Use a program and files outside the vault.',
  );
}
