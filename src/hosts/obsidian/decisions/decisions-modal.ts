import { ButtonComponent, Modal, type App } from 'obsidian';
import type { Result } from '../../../core/errors.js';
import type { Authorship, DecisionNode } from '../../../core/reasoning/decision-graph.js';
import type { DecisionView, Fate, TriedAction } from '../../../core/reasoning/queries.js';
import type { LinePlace } from '../../../core/reasoning/record-lines.js';
import { openWord } from '../../../core/reasoning/record-words.js';
import { withIsolates } from '../../../core/text/text-direction.js';
import type { DecisionAnswer } from '../../../engine/operations/decisions/ask-decisions.js';
import { formatTime } from '../../../ui/parts/text/format-time.js';
import { formatProblem } from '../shared/format-problem.js';
import { markModal } from '../shared/mark-modal.js';
import { modalFooter } from '../shared/modal-footer.js';
import { shortText } from '../shared/short-text.js';

export type ShownDecisions = readonly DecisionAnswer[];

export interface DecisionsHost {
  readonly planId: string;
  readonly read: () => Promise<Result<ShownDecisions>>;
  readonly open: (place: LinePlace) => void;
  readonly record: () => void;
  readonly draw: () => void;
}

export class DecisionsModal extends Modal {
  constructor(
    app: App,
    private readonly host: DecisionsHost,
  ) {
    super(app);
  }

  override async onOpen(): Promise<void> {
    const { contentEl, host } = this;
    this.setTitle(`Decisions of ${host.planId}`);
    markModal(this);
    const shown = contentEl.createDiv('countersign-panel countersign-decisions');
    const { row, problem } = modalFooter(contentEl);
    const end = (text: string, act?: () => void): HTMLElement =>
      new ButtonComponent(row.controlEl).setButtonText(text).onClick(() => {
        this.close();
        act?.();
      }).buttonEl;
    end('Close');
    end('Open reasoning pane', host.draw);
    const record = end('Record a decision…', host.record);
    const read = await host.read();
    if (!shown.isConnected) return;
    if (!read.ok) problem.setText(formatProblem(read.error));
    else
      draw(shown, read.value, (place) => {
        this.close();
        host.open(place);
      });
    (shown.querySelector('button') ?? record).focus();
  }

  override onClose(): void {
    this.contentEl.empty();
  }
}

type Said = Pick<DecisionNode, 'text'> & Partial<DecisionNode>;
type Line = readonly [label: string, about: Said, more?: string, fate?: Fate];

const longest = 2_000;
const mostShown = 200;
const fates: Readonly<Record<Fate, string>> = {
  chosen: '✓ Chosen',
  conflicting: '! In dispute',
  open: 'Open',
  rejected: '✗ Rejected',
};

function draw(
  shown: HTMLElement,
  [whole, undecided, unlinked]: ShownDecisions,
  open: (place: LinePlace) => void,
): void {
  const shownAs = (cls: string, text: string) => ({
    cls,
    text: withIsolates(shortText(text, longest)),
  });
  const words = (container: HTMLElement, text: string): void => {
    if (text !== '') container.createDiv(shownAs('countersign-quiet', text));
  };
  const add = (container: HTMLElement, about: Said, within?: Authorship): void => {
    const { text, place, actor, authorship } = about;
    const said = shownAs('countersign-step-text', text);
    const element = container.createEl(place ? 'button' : 'span', said);
    if (place) element.addEventListener('click', () => open(place));
    if (!actor || authorship === 'verified' || authorship === within) return;
    const badge = authorship === 'outside' ? 'Outside' : 'not verified';
    container.appendText(' ');
    container.createSpan({ cls: 'countersign-badge', text: badge });
  };
  const list = (container: HTMLElement, lines: readonly Line[], within?: Authorship): void => {
    const items = container.createEl('ul', 'countersign-list');
    for (const [label, about, more = '', fate = ''] of lines.slice(0, mostShown)) {
      const item = items.createEl('li', { attr: { 'data-fate': fate } });
      words(item, label);
      const body = item.createDiv();
      add(body, about, within);
      words(body, more);
    }
    const left = lines.length - mostShown;
    if (left > 0) items.createEl('li', { text: `… and ${left} more` });
  };
  const part = (heading: string, lines: readonly Line[]): void => {
    if (lines.length === 0) return;
    const section = shown.createEl('section', 'countersign-section');
    section.createEl('h2', { text: heading });
    list(section, lines);
  };

  const tree = whole?.tree ?? [];
  const isNone = tree.every(({ decisions }) => decisions.length === 0);
  if (isNone && !unlinked?.nodes?.some(({ kind }) => kind === 'decision'))
    shown.createEl('p', { text: 'No decision has been recorded in this plan yet.' });
  for (const { goal, decisions, actions, others } of tree) {
    if (goal.id !== whole?.planId) add(shown.createEl('h2', { text: 'Goal:' }), goal);
    for (const view of decisions.slice(0, mostShown)) {
      const card = shown.createEl('section', 'countersign-note');
      add(card.createEl('h3'), view.decision);
      words(card, whoAndWhen(view.decision));
      list(card, linesOf(view), view.decision.authorship);
    }
    const left = decisions.length - mostShown;
    if (left > 0) shown.createEl('p', { text: `… and ${left} more decisions` });
    const tried = actions.filter(
      ({ outcomes, observations }) => outcomes.length + observations.length > 0,
    );
    if (decisions.length > 0)
      part('Results of steps', [...tried.flatMap(linesOfAction), ...others.map(lineOfResult)]);
  }
  const plain = (about: DecisionNode): Line => ['', about];
  part('Not decided yet', (undecided?.nodes ?? []).map(plain));
  part('Belongs to nothing', (unlinked?.nodes ?? []).map(plain));
  part(
    'Problems in the record',
    (whole?.problems ?? []).map(({ path, line, is, why }) => {
      const damaged = is === 'damaged' ? 'It looks like a damaged entry. ' : '';
      return ['', { text: `${path}, line ${line}`, place: { path, line } }, damaged + why];
    }),
  );
}

function linesOf(view: DecisionView): readonly Line[] {
  const { decision, options, observations, actions, supersedes, supersededBy } = view;
  const { commits, files, prompt, notes } = decision;
  return [
    ...Object.entries(fates).flatMap(([is, label]) =>
      options.flatMap(({ option, fate, reason, judgedBy }): readonly Line[] => {
        const authorship =
          judgedBy === null || judgedBy.authorship === 'verified'
            ? option.authorship
            : judgedBy.authorship;
        return fate === is ? [[label, { ...option, authorship }, reason, fate]] : [];
      }),
    ),
    ...observations.map((one): Line => {
      const { confidence } = one;
      return ['Based on', one, confidence === null ? '' : `Confidence ${confidence}`];
    }),
    ...actions.flatMap(linesOfAction),
    ...supersedes.map((one): Line => ['Replaces', one]),
    ...supersededBy.map((one): Line => ['Replaced by', one]),
    ...commits.map((one): Line => ['Commit', { ...one, actor: decision.actor }]),
    ...files.map((one): Line => ['File', { ...one, actor: decision.actor }]),
    ...(prompt === null ? [] : [['Asked for', { ...prompt, actor: decision.actor }] as const]),
    ...notes.map((one): Line => [one.name, { ...one, actor: decision.actor }]),
  ];
}

function linesOfAction({ action, outcomes, observations }: TriedAction): readonly Line[] {
  return [['Action', action], ...[...outcomes, ...observations].map(lineOfResult)];
}

function lineOfResult(one: DecisionNode): Line {
  const is = one.success === null ? openWord(one) : one.success ? '✓ Succeeded' : '✗ Failed';
  return [is, one, whoAndWhen(one)];
}

function whoAndWhen({ actor, at }: DecisionNode): string {
  return [actor ?? '', at === null ? '' : formatTime(at, new Date())]
    .filter((part) => part !== '')
    .join(' · ');
}
