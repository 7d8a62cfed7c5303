import {
  DropdownComponent,
  Setting,
  TextAreaComponent,
  TextComponent,
  type ButtonComponent,
} from 'obsidian';
import type { JsonObject } from '../../../core/json.js';
import { unnamedArguments } from '../../../core/request/action/undeclared-arguments.js';
import {
  formFields,
  assignProblems,
  type ArgumentProblem,
  readFields,
  type FormField,
} from '../../../core/request/action/form-fields.js';
import { readArgumentsText } from '../../../core/request/action/json-text.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import { schemaProblems } from '../../../mcp/protocol/schema-problems.js';
import { shortText } from '../shared/short-text.js';

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface FieldsHost {
  watch(row: Setting, input: Input, problem: () => string | null): void;
  forget(input: Input): void;
  changed(): void;
}

export function addArguments(contentEl: HTMLElement): {
  readonly argumentsEl: HTMLElement;
  readonly details: HTMLDetailsElement;
  readonly call: HTMLElement;
} {
  const text = 'As written in the note';
  const argumentsEl = contentEl.createDiv('countersign-arguments');
  const details = contentEl.createEl('details', { cls: 'countersign-exact' });
  details.createEl('summary', { text });
  const attr = { tabindex: '0', 'aria-label': text };
  return {
    argumentsEl,
    details,
    call: details.createEl('pre', { cls: 'countersign-preview', attr }),
  };
}

interface Reading {
  readonly args: JsonObject | null;
  readonly byField: ReadonlyMap<string, string>;
  readonly others: readonly string[];
}

const jsonName = 'JSON';
const longestName = 200;
const hiddenContext = 20;

export class ArgumentFields {
  private fields: readonly FormField[] | null = null;
  private readonly inputs = new Map<string, Input>();
  private last: { readonly typed: string; readonly reading: Reading } | null = null;

  /**
   * `schema` is the tool's `inputSchema`, or null if unknown. `unread` is typed JSON that could not
   * be read.
   */
  constructor(
    private readonly container: HTMLElement,
    private readonly schema: JsonObject | null,
    given: JsonObject,
    private readonly host: FieldsHost,
    unread: string | null = null,
  ) {
    this.draw(unread === null ? schema && formFields(schema, given) : null, given, unread);
  }

  get unread(): string | null {
    return this.reading().args === null ? this.valueOf(jsonName) : null;
  }

  read(): { readonly args: JsonObject; readonly problem: string | null } {
    const { args, byField, others } = this.reading();
    return { args: args ?? {}, problem: [...byField.values(), ...others][0] ?? null };
  }

  clear(): void {
    for (const input of this.inputs.values()) this.host.forget(input);
    this.inputs.clear();
    this.container.empty();
  }

  private draw(
    fields: readonly FormField[] | null,
    given: JsonObject,
    unread: string | null = null,
  ): void {
    this.clear();
    this.last = null;
    this.fields = fields;
    const heading = new Setting(this.container).setName('Exactly what will be sent').setHeading();
    heading.setDesc(
      fields?.length === 0
        ? 'This tool takes no arguments.'
        : 'Only this is sent, after you approve.',
    );
    if (fields) {
      heading.addButton((button) => this.offerJson(button));
      for (const field of fields) this.drawField(field);
    } else {
      if (this.schema) heading.addButton((button) => this.offerForm(button, heading));
      this.drawJson(given, unread);
    }
    this.host.changed();
  }

  private offerJson(button: ButtonComponent): void {
    button.setButtonText('Edit as JSON').onClick(() => {
      this.draw(null, this.reading().args ?? {});
      this.focusFirst();
    });
  }

  private offerForm(button: ButtonComponent, heading: Setting): void {
    const { schema } = this;
    button.setButtonText('Show the form').onClick(() => {
      const { args } = this.reading();
      const fields = schema && args && formFields(schema, args);
      if (!fields) {
        heading.setErrorMessage('A form can’t show these arguments. Continue in JSON.');
        return;
      }
      this.draw(fields, args);
      this.focusFirst();
    });
  }

  private drawJson(given: JsonObject, unread: string | null): void {
    const row = new Setting(this.container)
      .setName('Arguments')
      .setDesc('As JSON, or as YAML with one argument per line.')
      .setClass('countersign-wide');
    const area = new TextAreaComponent(row.controlEl);
    const isEmpty = Object.keys(given).length === 0;
    area.setValue(unread ?? (isEmpty ? '' : JSON.stringify(given, null, 2)));
    area.inputEl.spellcheck = false;
    area.inputEl.rows = 8;
    area.inputEl.setAttr('aria-label', 'Arguments as JSON');
    this.take(row, jsonName, area.inputEl);
  }

  private drawField(field: FormField): void {
    const { name, kind, required, description } = field;
    const row = new Setting(this.container).setName(shortText(name, longestName));
    row.nameEl.createSpan({
      cls: 'countersign-need',
      text: required ? 'required' : 'optional',
    });
    const how = kind === 'texts' ? 'One per line.' : kind === 'json' ? 'As JSON.' : '';
    row.setDesc(`${shortText(description)} ${how}`.trim());
    const input = inputOf(row, field);
    const label = `${shortText(name, longestName)}${required ? ', required' : ''}`;
    input.setAttr('aria-label', how === '' ? label : `${label}. ${how}`);
    if (required) input.setAttr('aria-required', 'true');
    this.take(row, name, input);
  }

  private take(row: Setting, name: string, input: Input): void {
    this.inputs.set(name, input);
    this.host.watch(row, input, () => this.reading().byField.get(name) ?? null);
    const hidden = row.settingEl.createDiv({ cls: 'countersign-hidden', attr: { role: 'status' } });
    const look = (): void => {
      hidden.setText(formatHidden(input.value));
    };
    look();
    input.addEventListener('input', () => {
      look();
      this.host.changed();
    });
  }

  replace(name: string, before: string, after: string): void {
    const input = this.inputs.get(name);
    if (input?.value !== before) return;
    input.value = after;
    input.dispatchEvent(new Event('input'));
  }

  private focusFirst(): void {
    const [first] = this.inputs.values();
    first?.focus();
  }

  /** Keeps the last reading until a text changes, because every field uses the same reading. */
  private reading(): Reading {
    const typed = JSON.stringify([...this.inputs.values()].map(({ value }) => value));
    if (this.last?.typed !== typed) this.last = { typed, reading: this.readNow() };
    return this.last.reading;
  }

  private readNow(): Reading {
    const { fields, schema } = this;
    if (!fields) return this.readJson();
    const { args, problems } = readFields(fields, ({ name }) => this.valueOf(name));
    const { byField, others } = assignProblems(fields, ...judged(schema, args));
    return {
      args,
      byField: new Map([...byField, ...problems]),
      others: problems.size > 0 ? [] : others,
    };
  }

  private readJson(): Reading {
    const read = readArgumentsText(this.valueOf(jsonName));
    if (!read.ok) {
      const said = `${read.error.message} ${read.error.advice}`;
      return { args: null, byField: new Map([[jsonName, said]]), others: [] };
    }
    const { others } = assignProblems([], ...judged(this.schema, read.value));
    const text = others.slice(0, 3).join(' ');
    return { args: read.value, byField: new Map(text ? [[jsonName, text]] : []), others: [] };
  }

  private valueOf(name: string): string {
    return this.inputs.get(name)?.value ?? '';
  }
}

function formatHidden(text: string): string {
  const shown = showInvisible(text);
  const first = shown.indexOf('‹U+');
  if (shown === text || first === -1) return '';
  const around = shown.slice(Math.max(0, first - hiddenContext), first + 2 * hiddenContext);
  return `This text has characters you can’t see: “${around.replace(/\s+/gu, ' ').trim()}”. Retype it, or keep it as it is.`;
}

function judged(
  schema: JsonObject | null,
  args: JsonObject,
): [found: readonly ArgumentProblem[], unnamed: readonly string[]] {
  if (!schema) return [[], []];
  return [schemaProblems(schema, args), unnamedArguments(schema, args)];
}

function inputOf(row: Setting, { kind, initial, required, choices }: FormField): Input {
  switch (kind) {
    case 'boolean':
      return select(row, initial, required, [
        ['yes', 'Yes'],
        ['no', 'No'],
      ]);
    case 'choice': {
      const options = choices.map((choice, at): [string, string] => [
        String(at),
        shortText(typeof choice === 'string' ? choice : JSON.stringify(choice), longestName),
      ]);
      return select(row, initial, required, options);
    }
    case 'text':
    case 'number': {
      const { inputEl } = new TextComponent(row.controlEl).setValue(initial);
      if (kind === 'number') inputEl.inputMode = 'decimal';
      else row.setClass('countersign-wide');
      return inputEl;
    }
    default: {
      row.setClass('countersign-wide');
      const { inputEl } = new TextAreaComponent(row.controlEl).setValue(initial);
      inputEl.rows = kind === 'long_text' ? 6 : 3;
      if (kind !== 'json') inputEl.addClass('countersign-prose');
      return inputEl;
    }
  }
}

function select(
  row: Setting,
  initial: string,
  required: boolean,
  options: readonly [value: string, text: string][],
): HTMLSelectElement {
  const dropdown = new DropdownComponent(row.controlEl);
  dropdown.addOption('', required ? 'Choose…' : 'Leave out');
  for (const [value, text] of options) dropdown.addOption(value, text);
  return dropdown.setValue(initial).selectEl;
}
