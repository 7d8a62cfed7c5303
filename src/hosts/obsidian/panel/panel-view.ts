import type { Workspace, WorkspaceLeaf } from 'obsidian';
import type { PanelModel } from '../../../core/screens/panel-model.js';
import type { PanelActions } from '../../../ui/actions/panel-actions.js';
import { DrawnView } from '../shared/drawn-view.js';
import type { ModelViewer } from '../shared/model-feed.js';

export const panelViewType = 'countersign-current-mission';

export interface PanelSource {
  readonly model: PanelModel;
  readonly actions: PanelActions;
  /** The returned function ends the watch. */
  watch(viewer: ModelViewer): () => void;
}

export async function openPanel(workspace: Workspace): Promise<void> {
  const [open] = workspace.getLeavesOfType(panelViewType);
  const leaf = open ?? workspace.getRightLeaf(false);
  if (!leaf) return;
  if (!open) await leaf.setViewState({ type: panelViewType, active: true });
  await workspace.revealLeaf(leaf);
}

export class PanelView extends DrawnView {
  constructor(
    leaf: WorkspaceLeaf,
    private readonly source: () => Promise<PanelSource>,
  ) {
    super(leaf);
  }

  override getViewType(): string {
    return panelViewType;
  }

  override getDisplayText(): string {
    return 'Current mission';
  }

  protected override async prepare(): Promise<() => () => void> {
    const [{ mountPanel }, source] = await Promise.all([
      import('../../../ui/panel/mount-panel.js'),
      this.source(),
    ]);
    return () => {
      const panel = mountPanel(this.contentEl, source.model, source.actions);
      const stop = source.watch({ ...panel, isVisible: () => this.containerEl.isShown() });
      return () => {
        stop();
        void panel.unmount();
      };
    };
  }
}
