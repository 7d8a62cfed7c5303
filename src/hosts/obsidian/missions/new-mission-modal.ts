import {
  ButtonComponent,
  DropdownComponent,
  Modal,
  Setting,
  TextAreaComponent,
  TextComponent,
  type App,
} from 'obsidian';
import type { Result } from '../../../core/errors.js';
import { PRIORITIES, type Priority } from '../../../core/plan/plan.js';
import type { ComplexityKeywords } from '../../../core/policy/keywords.js';
import { linesOfSteps, stepsOfLines } from '../../../core/task/brief-steps.js';
import { readText, type ItemContent } from '../../../core/task/read-item.js';
import { drawComplexity } from './draw-complexity.js';
import { modalFooter } from '../shared/modal-footer.js';
import { markModal } from '../shared/mark-modal.js';
import type { TypedMission } from './new-mission.js';
import { formatProblem } from '../shared/format-problem.js';
import { showNotice } from '../shared/show-notice.js';

/** What a person typed and has not saved yet. */
export interface Unused {
  text: string;
  steps: string;
  readonly from?: Origin;
  readonly content?: ItemContent;
}

/** `keep` is null if the work can only become a plan. */
export interface WantedMission {
  readonly keep: ((typed: TypedMission) => Promise<Result<string>>) | null;
  readonly plan: (typed: TypedMission) => Promise<Result<string | null>>;
}

export interface Origin {
  readonly path: string;
  readonly is: 'item' | 'note' | 'selection';
}

function contentOf({ content, text }: Unused): ItemContent {
  return content ?? readText(text);
}

const suggestedSteps =
  'Suggested from the text, one per line. Start a line with ✋ if it needs your approval.';
const noSteps =
  'The text doesn’t mention any steps. Write them, one per line, or create the plan and let your agent add them.';
const fewLines = 3;
const mostLines = 8;

export class NewMissionModal extends Modal {
  constructor(
    app: App,
    private readonly mission: WantedMission,
    private readonly unused: Unused,
    private readonly words: () => ComplexityKeywords,
    private readonly triage: (text: string) => Priority,
    private readonly openNote: (path: string) => void,
  ) {
    super(app);
  }

  private proposed({ priority }: ItemContent): Priority {
    return priority ?? this.triage(this.unused.text);
  }

  override onOpen(): void {
    const { contentEl, unused } = this;
    const { from } = unused;
    this.setTitle(
      from ? `Plan from this ${from.is === 'selection' ? 'selection' : 'note'}` : 'New plan',
    );
    markModal(this);
    const what = new Setting(contentEl)
      .setName('What should be done?')
      .setDesc(from ? saysOf(from) : 'A sentence, a list, or a message you received.')
      .setClass('countersign-wide');
    const brief = new TextAreaComponent(what.controlEl).setValue(unused.text);
    brief.inputEl.setAttr('aria-label', 'What should be done?');
    brief.inputEl.addClass('countersign-prose');
    brief.inputEl.rows = 5;
    const isFixed = from !== undefined && from.is !== 'selection';
    brief.inputEl.readOnly = isFixed;
    const verdict = contentEl.createDiv({ cls: 'countersign-verdict', attr: { role: 'status' } });
    const list = new Setting(contentEl).setName('Steps').setClass('countersign-wide');
    const steps = new TextAreaComponent(list.controlEl);
    steps.inputEl.setAttr('aria-label', 'Steps, one per line');
    steps.inputEl.addClasses(['countersign-prose', 'countersign-grows']);
    const objective = new Setting(contentEl).setName('Objective').setClass('countersign-wide');
    const title = new TextComponent(objective.controlEl);
    title.inputEl.setAttr('aria-label', 'Objective');
    const priority = new DropdownComponent(new Setting(contentEl).setName('Priority').controlEl);
    priority.selectEl.setAttr('aria-label', 'Priority');
    priority.addOption('', '');
    for (const one of PRIORITIES) priority.addOption(one, capitalised(one));
    const { row, problem } = modalFooter(contentEl);
    const cancel = new ButtonComponent(row.controlEl).setButtonText('Cancel');
    const keep = new ButtonComponent(row.controlEl).setButtonText('Save as a simple task');
    const plan = new ButtonComponent(row.controlEl).setButtonText('Create plan');

    let isComplex = false;
    let hasSteps = false;
    const show = (): void => {
      const isEmpty = unused.text.trim() === '';
      const content = contentOf(unused);
      title.setPlaceholder(content.title);
      const [proposed] = priority.selectEl.options;
      const usual = isEmpty ? 'Suggested' : `${capitalised(this.proposed(content))} (suggested)`;
      if (proposed) proposed.text = usual;
      isComplex = drawComplexity(verdict, content, this.words());
      hasSteps = isComplex || from !== undefined;
      list.settingEl.toggle(hasSteps);
      const lines = unused.steps || linesOfSteps(content.steps);
      if (steps.getValue() !== lines) steps.setValue(lines);
      list.setDesc(lines === '' ? noSteps : suggestedSteps);
      steps.inputEl.rows = Math.min(mostLines, Math.max(fewLines, lines.split('\n').length + 1));
      plan.buttonEl.toggleClass('mod-cta', isComplex);
      keep.buttonEl.toggleClass('mod-cta', !isComplex && !isEmpty);
      if (!isEmpty) what.setErrorMessage(null);
    };
    brief.onChange((text) => {
      unused.text = text;
      if (text.trim() === '') unused.steps = '';
      show();
    });
    steps.onChange((lines) => {
      unused.steps = lines === linesOfSteps(contentOf(unused).steps) ? '' : lines;
    });
    const typed = (): TypedMission => ({
      text: unused.text,
      title: title.getValue().trim() || contentOf(unused).title,
      priority: (priority.getValue() || this.proposed(contentOf(unused))) as Priority,
      isProposed: priority.getValue() === '',
      isComplex,
      ...(hasSteps && unused.steps.trim() !== '' ? { steps: stepsOfLines(unused.steps) } : {}),
    });
    const forget = (): void => {
      unused.text = '';
      unused.steps = '';
    };
    const write = async (
      how: (typed: TypedMission) => Promise<Result<string | null>>,
    ): Promise<void> => {
      problem.setText('');
      if (unused.text.trim() === '') {
        what.setErrorMessage('Describe what should be done.');
        brief.inputEl.focus();
        return;
      }
      for (const button of [keep, plan]) button.setDisabled(true);
      const written = await how(typed());
      for (const button of [keep, plan]) button.setDisabled(false);
      if (!written.ok) {
        problem.setText(formatProblem(written.error));
        return;
      }
      if (written.value === null) return;
      forget();
      this.close();
      this.openNote(written.value);
    };
    cancel.onClick(() => {
      forget();
      this.close();
    });
    const keepIt = this.mission.keep;
    keep.buttonEl.toggle(keepIt !== null);
    if (keepIt) keep.onClick(() => write((mission) => kept(keepIt(mission))));
    plan.onClick(() => write((mission) => this.mission.plan(mission)));
    show();
    (from ? steps : brief).inputEl.focus();
  }

  override onClose(): void {
    this.contentEl.empty();
  }
}

async function kept(keeping: Promise<Result<string>>): Promise<Result<string>> {
  const result = await keeping;
  if (result.ok) showNotice(`Saved as a task: ${result.value}`);
  return result;
}

function saysOf({ is, path }: Origin): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/u, '');
  return is === 'selection' ? `From a selection in ${name}` : `From: ${name}`;
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
