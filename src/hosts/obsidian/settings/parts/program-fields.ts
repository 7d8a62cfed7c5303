import { Setting } from 'obsidian';
import { commandProblem, readArguments } from '../../../../core/settings/bridges/bridge-fields.js';

export interface TypedProgram {
  command: string;
  args: string;
}

interface ProgramWords {
  readonly example: string;
  readonly about: string;
  readonly aboutArguments: string;
}

type Watch = (
  row: Setting,
  input: HTMLInputElement | HTMLTextAreaElement,
  problem: () => string | null,
) => void;

export function addProgramFields(
  container: HTMLElement,
  typed: TypedProgram,
  { example, about, aboutArguments }: ProgramWords,
  watch: Watch,
): void {
  const program = new Setting(container).setName('Program').setDesc(about);
  program.addText((text) => {
    text.setPlaceholder(`Such as ${example}`).setValue(typed.command);
    text.inputEl.setAttr('aria-label', 'Program');
    text.onChange((value) => (typed.command = value));
    watch(program, text.inputEl, () => commandProblem(typed.command));
  });
  const args = new Setting(container)
    .setName('Arguments')
    .setDesc(aboutArguments)
    .setClass('countersign-wide')
    .setClass('countersign-short');
  args.addTextArea((area) => {
    area.setValue(typed.args).onChange((value) => (typed.args = value));
    area.inputEl.rows = 3;
    area.inputEl.setAttr('aria-label', 'Arguments, one per line');
    watch(args, area.inputEl, () => {
      const read = readArguments(typed.args);
      return read.ok ? null : `${read.error.message} ${read.error.advice}`;
    });
  });
}
