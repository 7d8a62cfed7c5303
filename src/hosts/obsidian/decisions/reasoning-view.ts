import type { ViewStateResult, WorkspaceLeaf } from 'obsidian';
import type { ReasoningModel } from '../../../core/screens/reasoning-model.js';
import { currentMission } from '../lifecycle/session-queries.js';
import type { RunningSession } from '../panel/running-session.js';
import { DrawnView } from '../shared/drawn-view.js';
import { reasoningViewType } from './open-reasoning.js';

export class ReasoningView extends DrawnView {
  /** With false, a note that Obsidian opens does not replace this pane. */
  override navigation = false;
  private planId: string | null = null;
  private changed: () => void = () => undefined;

  constructor(
    leaf: WorkspaceLeaf,
    private readonly running: () => Promise<RunningSession>,
  ) {
    super(leaf);
  }

  override getViewType(): string {
    return reasoningViewType;
  }

  override getDisplayText(): string {
    return 'Reasoning';
  }

  override getIcon(): string {
    return 'git-branch';
  }

  override getState(): Record<string, unknown> {
    return { plan: this.planId };
  }

  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    const { plan = null } = (state ?? {}) as { plan?: unknown };
    this.planId = typeof plan === 'string' ? plan : null;
    this.changed();
    await super.setState(state, result);
  }

  protected override async prepare(): Promise<() => () => void> {
    const [{ mountReasoning }, { controller, session }] = await Promise.all([
      import('../../../ui/decisions/mount-reasoning.js'),
      this.running(),
    ]);
    const { drawings } = controller;
    return () => {
      const nothing: ReasoningModel = {
        ...{
          planId: null,
          drawing: null,
          board: null,
          problems: [],
          problem: null,
          canRecord: false,
        },
      };
      const pane = mountReasoning(this.contentEl, nothing, drawings.actions());
      const stop = drawings.watch({
        planId: () => this.planId ?? currentMission(session.state)?.planId ?? null,
        show: (model) => pane.show(model),
        element: this.containerEl,
        close: () => undefined,
      });
      this.changed = () => drawings.changed();
      return () => {
        this.changed = () => undefined;
        stop();
        void pane.unmount();
      };
    };
  }
}
