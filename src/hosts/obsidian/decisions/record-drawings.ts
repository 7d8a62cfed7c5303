import { MarkdownView, type App } from 'obsidian';
import type { ReasoningModel } from '../../../core/screens/reasoning-model.js';
import { buildDrawing } from '../../../core/reasoning/drawing/build-drawing.js';
import type { ReasoningActions } from '../../../ui/actions/reasoning-actions.js';
import { sourceOf } from '../lifecycle/session-queries.js';
import type { Session } from '../lifecycle/session.js';
import { ModelFeed } from '../shared/model-feed.js';
import { openNoteBeside } from '../shared/open-note-at.js';

/** An entry of a record, by its id. */
const entry = / \^[gdoabr]-[a-z2-7]{6}$/mu;

/** Where decisions are drawn. */
export interface DrawingViewer {
  /** The plan whose decisions are wanted now; `null`: there is none. */
  planId(): string | null;
  /** Where they are drawn. */
  readonly element: HTMLElement;
  show(model: ReasoningModel): void;
  /** The plugin goes: nothing may be left. */
  close(): void;
}

/** The drawings of decisions: in the pane, and in notes. Only those that are open are made, and made again after changes. */
export class RecordDrawings {
  private readonly feed: ModelFeed<ReadonlyMap<string | null, ReasoningModel>>;
  private readonly viewers = new Set<DrawingViewer>();
  private readonly stopListening: () => void;

  constructor(
    private readonly app: App,
    private readonly session: Session,
    /** Opens the window that records a decision. */
    private readonly record: (planId: string) => void,
  ) {
    this.feed = new ModelFeed(session.clock, () => this.buildAll(), new Map());
    // The engine does not read the notes of long records until it is asked.
    const changed = app.vault.on('modify', ({ path }) => {
      if (path.endsWith('-reasoning.md')) this.changed();
    });
    this.stopListening = () => app.vault.offref(changed);
  }

  /** @param openPane absent in the pane itself */
  actions(openPane?: (planId: string) => void): ReasoningActions {
    return {
      open: ({ path, line }) => {
        const file = this.app.vault.getFileByPath(path);
        if (file) void openNoteBeside(this.app, file, line);
        return file !== null;
      },
      record: this.record,
      openPane: openPane ?? null,
    };
  }

  /** Shows a viewer its newest drawing, and each newer one; the value ends it. */
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

  /** Something changed that a drawing may show. */
  changed(): void {
    this.feed.changed();
  }

  /** Has open notes drawn again that were drawn before the plugin was enabled. */
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

  private async buildAll(): Promise<ReadonlyMap<string | null, ReasoningModel>> {
    const wanted = new Set([...this.viewers].map((viewer) => viewer.planId()));
    const models = [...wanted].map(async (planId): Promise<[string | null, ReasoningModel]> => {
      const before = this.feed.model.get(planId);
      const model = await this.build(planId);
      // What did not change is not drawn again.
      const isSame = JSON.stringify(before) === JSON.stringify(model);
      return [planId, before && isSame ? before : model];
    });
    return new Map(await Promise.all(models));
  }

  private async build(planId: string | null): Promise<ReasoningModel> {
    const { session } = this;
    const { state } = session;
    const source = sourceOf(state);
    const none = { planId, drawing: null, problems: [], problem: null, canRecord: false };
    if (state.at === 'failed') return { ...none, problem: state.problem };
    if (planId === null || !source) return { ...none, planId: null };
    const record = await source.decisions(planId);
    if (!record.ok) return { ...none, problem: record.error };
    const { queries, problems } = record.value;
    const canRecord = session.executor !== null;
    return { ...none, drawing: buildDrawing(queries), problems, canRecord };
  }
}
