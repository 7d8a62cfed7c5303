import type { App } from 'obsidian';
import { fail, ok, type Result } from '../../../core/errors.js';
import { canonicalJson } from '../../../core/digest.js';
import type { JsonObject } from '../../../core/json.js';
import { callTitle } from '../../../core/request/call-title.js';
import { actionYamls } from '../../../core/request/render-request.js';
import type { Review } from '../../../core/request/review/review.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import type { ToolDefinition } from '../../../core/request/action/tool-definition.js';
import { addArguments, ArgumentFields, type FieldsHost } from './argument-fields.js';
import type { Executor } from '../lifecycle/executor.js';
import { FormModal } from '../shared/form-modal.js';
import { unexpected } from '../shared/press-problems.js';
import { formatProblem } from '../shared/format-problem.js';
import { shortText } from '../shared/short-text.js';

interface EditHost {
  readonly inspect: Executor['inspect'];
  readonly save: (args: JsonObject) => Promise<Result<unknown>>;
  readonly noForm: (why: string) => void;
}

export class EditModal extends FormModal {
  private args: ArgumentFields | null = null;

  constructor(
    app: App,
    private readonly review: Review,
    private readonly host: EditHost,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { contentEl, review } = this;
    this.setTitle('Edit request');
    contentEl.createEl('p', {
      text: `${shortText(callTitle(review))} (${shortText(`${review.bridge} · ${review.tool}`)}). Saving sends nothing. It still needs your approval.`,
    });
    const asking = contentEl.createEl('p', {
      cls: 'countersign-quiet',
      text: `Asking “${review.bridge}” for its tools…`,
      attr: { role: 'status' },
    });
    void this.ask(asking);
  }

  private async ask(asking: HTMLElement): Promise<void> {
    const { bridge, tool } = this.review.request.call;
    const inspected = await this.host.inspect(bridge).catch(unexpected);
    if (!asking.isConnected) return;
    const known = inspected.ok ? inspected.value.tools.find(({ name }) => name === tool) : null;
    if (known) {
      asking.remove();
      this.drawForm(known);
      return;
    }
    this.close();
    this.host.noForm(
      inspected.ok
        ? `“${this.review.bridge}” has no tool “${shortText(this.review.tool)}”.`
        : shortText(formatProblem(inspected.error)),
    );
  }

  private drawForm({ inputSchema, description }: ToolDefinition): void {
    const { contentEl, review } = this;
    if (description) {
      contentEl.createEl('p', { cls: 'countersign-quiet', text: shortText(description) });
    }
    const { argumentsEl, details, call } = addArguments(contentEl);
    const showCall = (): void => {
      const read = this.args?.read();
      if (read?.problem !== null) {
        call.setText('Check the marked fields first.');
        return;
      }
      const [yaml = ''] = actionYamls({ ...review.request.call, arguments: read.args });
      const shown = showInvisible(yaml);
      call.setText(shown);
      // Opens the whole call, so that the person sees its hidden characters.
      if (shown !== yaml) details.open = true;
    };
    const given = review.request.call.arguments;
    const host: FieldsHost = {
      watch: (row, input, problem) => {
        this.watchField(row, input, problem);
      },
      forget: (input) => {
        this.forgetField(input);
      },
      changed: showCall,
    };
    this.args = new ArgumentFields(argumentsEl, inputSchema, given, host);
    if (canonicalJson(this.args.read().args) !== canonicalJson(given)) {
      this.args.clear();
      const whole = JSON.stringify(given, null, 2);
      this.args = new ArgumentFields(argumentsEl, inputSchema, given, host, whole);
    }
    showCall();
    this.addButtons({ text: 'Save changes', act: () => this.saveEdit() });
  }

  private async saveEdit(): Promise<Result<void>> {
    const read = this.args?.read();
    if (!read) return nothingChanged;
    if (read.problem !== null) return fail('input_invalid', read.problem, 'Nothing was saved.');
    if (canonicalJson(read.args) === canonicalJson(this.review.request.call.arguments)) {
      return nothingChanged;
    }
    const saved = await this.host.save(read.args);
    return saved.ok ? ok(undefined) : saved;
  }
}

const nothingChanged = fail(
  'input_invalid',
  'Nothing has changed.',
  'Change a field, or press Cancel.',
);
