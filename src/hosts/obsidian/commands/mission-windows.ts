import type { App } from 'obsidian';
import { fail } from '../../../core/errors.js';
import type { Priority } from '../../../core/plan/plan.js';
import type { HandbookRule } from '../../../core/policy/handbook.js';
import { triage } from '../../../core/policy/triage.js';
import { contractFolderOf } from '../../../core/settings/folders.js';
import type { NoteStore } from '../../../ports/note-store.js';
import type { Executor } from '../lifecycle/executor.js';
import { ItemMission } from '../missions/item-mission.js';
import { NewMission } from '../missions/new-mission.js';
import { NewMissionModal, type Unused, type WantedMission } from '../missions/new-mission-modal.js';
import type { OpenModals } from '../shared/open-modals.js';
import { openNoteAt } from '../shared/open-note-at.js';
import { isNamedAlone, linkToNote } from '../panel/plan-from-note.js';
import { formatProblem } from '../shared/format-problem.js';
import type { Session } from '../lifecycle/session.js';
import { askSimilar } from '../missions/similar-plan-modal.js';
import type { AskSimilar } from '../missions/start-as-person.js';
import { showNotice } from '../shared/show-notice.js';

export class MissionWindows {
  private readonly typed: Unused = { text: '', steps: '' };
  private readonly unusedOf = new Map<string, Unused>();

  constructor(
    private readonly app: App,
    private readonly session: Session,
    private readonly modals: OpenModals,
  ) {}

  newMission(): void {
    const { executor } = this.session;
    const mission = executor && this.missionOf(executor);
    if (mission) this.open(mission, this.typed, executor);
  }

  planSelection(path: string, text: string): void {
    const { executor } = this.session;
    const file = this.app.vault.getFileByPath(path);
    const mission = file && executor && this.missionOf(executor, linkToNote(this.app, file));
    if (!mission) return;
    this.open(mission, { text, steps: '', from: { path, is: 'selection' } }, executor);
  }

  async planNote(path: string): Promise<void> {
    const { app } = this;
    const { executor } = this.session;
    const file = app.vault.getFileByPath(path);
    if (!executor || !file) return;
    const { operations } = executor.engine;
    const read = await operations.evaluateBrief({ path });
    const text = read.ok ? read.value.content.text : '';
    const isEmpty = read.ok && text === '';
    const isAlone = isNamedAlone(app, file);
    const brief = isAlone ? { path } : { text, sourceLink: linkToNote(app, file) };
    const known = isEmpty ? nothingToPlan : read;
    const evaluated = isAlone || !known.ok ? known : await operations.evaluateBrief(brief);
    if (!evaluated.ok) {
      showNotice(formatProblem(evaluated.error));
      return;
    }
    const { existing } = evaluated.value;
    if (existing) {
      this.show(existing.path);
      return;
    }
    const place = contractFolderOf(executor.settings.folders, path);
    const isItem = place === 'inbox' || place === 'needsAction';
    const steps = this.unusedOf.get(path)?.steps ?? '';
    const content = read.ok ? read.value.content : evaluated.value.content;
    const from = { path, is: isItem ? 'item' : 'note' } as const;
    const unused: Unused = { text, steps, from, content };
    this.unusedOf.set(path, unused);
    const mission = new ItemMission(path, brief, operations, this.ask);
    const keep = isItem ? () => mission.keep() : null;
    this.open({ keep, plan: (typed) => mission.plan(typed) }, unused, executor);
  }

  private readonly ask: AskSimilar = (similar) => askSimilar(this.app, this.modals, similar);

  private get store(): NoteStore | null {
    const { state } = this.session;
    return state.at === 'ready' ? state.vault.store : null;
  }

  private missionOf({ engine, settings }: Executor, source?: string): WantedMission | null {
    const { store } = this;
    if (!store) return null;
    const mission = new NewMission({
      operations: engine.operations,
      ask: this.ask,
      store,
      folder: settings.folders.needsAction,
      now: () => this.session.clock.now(),
      look: (path) => {
        engine.look(path);
      },
      ...(source === undefined ? {} : { source }),
    });
    return { keep: (typed) => mission.keep(typed), plan: (typed) => mission.plan(typed) };
  }

  private open(mission: WantedMission, unused: Unused, { engine }: Executor): void {
    const words = () => this.session.planning.words;
    let rules: readonly HandbookRule[] = [];
    void engine.rules().then((read) => {
      rules = read;
    });
    const proposed = (text: string): Priority => triage(text, rules).priority;
    const show = (path: string): void => {
      this.show(path);
    };
    this.modals.open(new NewMissionModal(this.app, mission, unused, words, proposed, show));
  }

  private show(path: string): void {
    const file = this.app.vault.getFileByPath(path);
    if (file) void openNoteAt(this.app, file, 1);
  }
}

const nothingToPlan = fail(
  'input_invalid',
  'This note is empty, so there is nothing to plan.',
  'First write down what should be done.',
);
