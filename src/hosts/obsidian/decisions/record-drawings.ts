import { MarkdownView, type App } from 'obsidian';
import type { Problem } from '../../../core/errors.js';
import type { ReasoningModel } from '../../../core/screens/reasoning-model.js';
import { buildBoard } from '../../../core/reasoning/drawing/build-board.js';
import { buildDrawing } from '../../../core/reasoning/drawing/build-drawing.js';
import { otherOutcome } from '../../../core/reasoning/beliefs/likelihoods.js';
import { ended } from '../../../core/reasoning/record-words.js';
import { withIsolates } from '../../../core/text/text-direction.js';
import type { Observed, ReasoningActions } from '../../../ui/actions/reasoning-actions.js';
import { sourceOf } from '../lifecycle/session-queries.js';
import type { Session } from '../lifecycle/session.js';
import { ModelFeed } from '../shared/model-feed.js';
import { openNoteBeside } from '../shared/open-note-at.js';
import { notRunning } from '../shared/press-problems.js';
import { showNotice } from '../shared/show-notice.js';

const entry = / \^[gdoabrqhpf]-[a-z2-7]{6}$/mu;

export interface DrawingViewer {
  planId(): string | null;
  readonly element: HTMLElement;
  show(model: ReasoningModel): void;
  close(): void;
}

export class RecordDrawings {
  private readonly feed: ModelFeed<ReadonlyMap<string | null, ReasoningModel>>;
  private readonly viewers = new Set<DrawingViewer>();
  private readonly stopListening: () => void;

  constructor(
    private readonly app: App,
    private readonly session: Session,
    private readonly record: (planId: string) => void,
  ) {
    this.feed = new ModelFeed(session.clock, () => this.buildAll(), new Map());
    const changed = app.vault.on('modify', ({ path }) => {
      if (path.endsWith('-reasoning.md')) this.changed();
    });
    this.stopListening = () => app.vault.offref(changed);
  }

  actions(openPane?: (planId: string) => void): ReasoningActions {
    return {
      open: ({ path, line }) => {
        const file = this.app.vault.getFileByPath(path);
        if (file) void openNoteBeside(this.app, file, line);
        return file !== null;
      },
      record: this.record,
      observe: (planId, observed) => this.observe(planId, observed),
      saveWriteUp: (planId) => this.saveWriteUp(planId),
      openPane: openPane ?? null,
    };
  }

  /** The returned function ends the watch. */
  watch(viewer: DrawingViewer): () => void {
    this.viewers.add(viewer);
    const stop = this.feed.watch({
      isVisible: () => viewer.element.isShown(),
      show: (models) => {
        const model = models.get(viewer.planId());
        if (model) viewer.show(model);
      },
    });
    this.changed();
    return () => {
      stop();
      this.viewers.delete(viewer);
    };
  }

  changed(): void {
    this.feed.changed();
  }

  /** Notes that were open before the plugin was enabled have no drawing yet. */
  drawMissing(): void {
    this.app.workspace.iterateAllLeaves(({ view }) => {
      if (!(view instanceof MarkdownView) || !entry.test(view.getViewData())) return;
      const isDrawn = [...this.viewers].some(({ element }) => view.contentEl.contains(element));
      if (!isDrawn) view.previewMode.rerender(true);
    });
  }

  close(): void {
    this.stopListening();
    this.feed.close();
    for (const viewer of this.viewers) viewer.close();
    this.viewers.clear();
  }

  private async observe(planId: string, observed: Observed): Promise<Problem | null> {
    const { executor } = this.session;
    if (!executor) return notRunning.error;
    const { question, probe, outcome } = observed;
    const text = outcome === otherOutcome ? 'Something else' : outcome;
    const entries = [{ do: 'add_observation', of: question, probe, outcome, text }] as const;
    const { operations } = executor.engine;
    const recorded = await operations.recordDecisions({ planId, entries, actor: 'Human' });
    if (!recorded.ok) return recorded.error;
    showNotice(withIsolates(`Recorded in ${planId}: ${ended(text)}`));
    this.changed();
    return null;
  }

  private async saveWriteUp(planId: string): Promise<Problem | null> {
    const { app, session } = this;
    const { executor } = session;
    if (!executor) return notRunning.error;
    const base = `${executor.settings.folders.logs}/reasoning/${planId}-write-up`;
    let to = `${base}.md`;
    for (let next = 2; app.vault.getAbstractFileByPath(to); next += 1) to = `${base}-${next}.md`;
    const { operations } = executor.engine;
    const written = await operations.drawDecisions({ planId, to, as: 'words' });
    if (!written.ok) return written.error;
    showNotice(withIsolates(`Saved ${ended(to)}`));
    const file = app.vault.getFileByPath(to);
    if (file) await openNoteBeside(app, file, 1);
    return null;
  }

  private async buildAll(): Promise<ReadonlyMap<string | null, ReasoningModel>> {
    const wanted = new Set([...this.viewers].map((viewer) => viewer.planId()));
    const models = [...wanted].map(async (planId): Promise<[string | null, ReasoningModel]> => {
      const before = this.feed.model.get(planId);
      const model = await this.build(planId);
      const isSame = JSON.stringify(before) === JSON.stringify(model);
      return [planId, before && isSame ? before : model];
    });
    return new Map(await Promise.all(models));
  }

  private async build(planId: string | null): Promise<ReasoningModel> {
    const { session } = this;
    const { state } = session;
    const source = sourceOf(state);
    const none = {
      planId,
      drawing: null,
      board: null,
      problems: [],
      problem: null,
      canRecord: false,
    };
    if (state.at === 'failed') return { ...none, problem: state.problem };
    if (planId === null || !source) return { ...none, planId: null };
    const record = await source.decisions(planId);
    if (!record.ok) return { ...none, problem: record.error };
    const { queries, problems } = record.value;
    const canRecord = session.executor !== null;
    const board = buildBoard(queries.graph);
    return { ...none, drawing: buildDrawing(queries), board, problems, canRecord };
  }
}
