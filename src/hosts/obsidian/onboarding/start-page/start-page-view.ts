import type { Workspace, WorkspaceLeaf } from 'obsidian';
import { DrawnView } from '../../shared/drawn-view.js';
import type { RunningSession } from '../../panel/running-session.js';

export const startPageType = 'countersign-start';

export async function openStartPage(workspace: Workspace): Promise<void> {
  const [open] = workspace.getLeavesOfType(startPageType);
  const isEmpty = workspace.getMostRecentLeaf()?.view.getViewType() === 'empty';
  const leaf = open ?? workspace.getLeaf(isEmpty ? false : 'tab');
  if (!open) await leaf.setViewState({ type: startPageType, active: true });
  await workspace.revealLeaf(leaf);
}

export class StartPageView extends DrawnView {
  constructor(
    leaf: WorkspaceLeaf,
    private readonly running: () => Promise<RunningSession>,
  ) {
    super(leaf);
  }

  override getViewType(): string {
    return startPageType;
  }

  override getDisplayText(): string {
    return 'Get started with Countersign';
  }

  protected override async prepare(): Promise<() => () => void> {
    const [{ StartPageController, mountStartPage }, { session, controller }] = await Promise.all([
      import('./start-page-parts.js'),
      this.running(),
    ]);
    return () => {
      let isOver = false;
      const page = new StartPageController(this.app, session, controller, () => {
        if (!isOver) mounted.show(page.model(controller.feed.model));
      });
      const mounted = mountStartPage(this.contentEl, page.model(controller.feed.model), page);
      const stop = controller.feed.watch({
        show: (model) => {
          mounted.show(page.model(model));
        },
        isVisible: () => false,
      });
      return () => {
        isOver = true;
        stop();
        page.close();
        void mounted.unmount();
      };
    };
  }
}
