import { ItemView, type Workspace, type WorkspaceLeaf } from 'obsidian';
import type { PanelViewer } from './panel-feed.js';
import type { RunningSession } from './running-session.js';

export const startPageType = 'countersign-start';

/** Shows the start page: the one that is open, wherever it is, else in a tab of its own. */
export async function openStartPage(workspace: Workspace): Promise<void> {
  const [open] = workspace.getLeavesOfType(startPageType);
  const isEmpty = workspace.getMostRecentLeaf()?.view.getViewType() === 'empty';
  const leaf = open ?? workspace.getLeaf(isEmpty ? false : 'tab');
  if (!open) await leaf.setViewState({ type: startPageType, active: true });
  await workspace.revealLeaf(leaf);
}

/** The start page, in a tab of the main area. What draws it is evaluated when it is opened. */
export class StartPageView extends ItemView {
  private clear: () => void = () => undefined;
  /** Counts the drawings, so that one that was overtaken while it loaded is not shown. */
  private drawing = 0;

  /** @param running resolves when Obsidian has loaded the vault */
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
    return 'Start with Countersign';
  }

  override getIcon(): string {
    return 'stamp';
  }

  override async onOpen(): Promise<void> {
    this.register(
      this.contentEl.onWindowMigrated(() => {
        void this.draw();
      }),
    );
    // Not waited for: Obsidian opens its views before it says that the layout is ready.
    void this.draw();
  }

  override async onClose(): Promise<void> {
    this.drawing += 1;
    this.clear();
  }

  private async draw(): Promise<void> {
    const drawing = (this.drawing += 1);
    this.clear();
    const [{ StartPageDesk, mountStartPage }, { session, desk }] = await Promise.all([
      import('./start-page-parts.js'),
      this.running(),
    ]);
    if (drawing !== this.drawing) return;
    let isOver = false;
    const page = new StartPageDesk(this.app, session, desk, () => {
      if (!isOver) mounted.show(page.model(desk.feed.model));
    });
    const mounted = mountStartPage(this.contentEl, page.model(desk.feed.model), page);
    const viewer: PanelViewer = {
      show: (model) => {
        mounted.show(page.model(model));
      },
      // What waits is not shown here: warnings still come as notices.
      isVisible: () => false,
    };
    const stop = desk.feed.watch(viewer);
    this.clear = () => {
      isOver = true;
      stop();
      page.close();
      void mounted.unmount();
      this.clear = () => undefined;
    };
  }
}
