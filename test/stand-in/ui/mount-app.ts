import type * as Obsidian from 'obsidian';
import type { App } from '../load/app.js';
import type { Screens } from '../workspace/screens.js';
import { WorkspaceWindow } from '../workspace/workspace-items.js';
import { installDomHelpers } from './dom-helpers.js';
import { FileExplorerView } from './explorer/file-explorer.js';
import { CommandPalette, runHotkey } from './frame/command-palette.js';
import { drawPopout, openPopout } from './frame/popout-window.js';
import { Ribbon, type RibbonAction } from './frame/ribbon.js';
import { SettingsWindow } from './frame/settings-window.js';
import { TabGroups } from './frame/tab-groups.js';
import { addThemedWindow, themeOf, useTheme, type Theme } from './frame/theme.js';
import { setIcon } from './icons.js';
import { DrawnNote } from './note/note-pane.js';
import { Keymap, Scope } from './windows/scope.js';

export interface MountOptions {
  readonly document: Document;
  readonly theme: Theme;
  readonly phone: boolean;
}

/**
 * Makes a page the app's window: the helpers on its elements, the frame, the file explorer.
 * To be called before plugins are loaded; the styles are the page's matter.
 */
export function mountApp(app: App, { document, theme, phone }: MountOptions): void {
  const win = document.defaultView;
  if (!win) throw new Error('The document is in no window.');
  installDomHelpers(win);
  const { body } = document;
  body.addClass('mod-linux', 'show-ribbon');
  body.toggleClass(['is-mobile', 'is-phone'], phone);
  addThemedWindow(win);
  useTheme(theme);
  const keymap = new Keymap();
  const settings = new SettingsWindow(app);
  Object.assign(app, { keymap, scope: new Scope(), setting: settings });

  const { workspace } = app;
  workspace.addBuiltInView(
    'file-explorer',
    (leaf) => new FileExplorerView(leaf) as unknown as Obsidian.View,
  );
  app.internalPlugins.enabled.set('file-explorer', {
    /** Opens the side panel where it is closed, as obsidian-typings says. */
    async revealInFolder(file: Obsidian.TAbstractFile): Promise<void> {
      const [leaf] = workspace.getLeavesOfType('file-explorer');
      if (!leaf) return;
      await workspace.revealLeaf(leaf);
      (leaf.view as unknown as FileExplorerView).revealInFolder(file);
    },
  });
  workspace.defaultMode = 'preview';
  const palette = (): void => new CommandPalette(app).open();
  const onKey = (event: KeyboardEvent): void => {
    if (keymap.handle(event)) return;
    if (event.ctrlKey && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'p') {
      event.preventDefault();
      palette();
    } else {
      runHotkey(app, event);
    }
  };

  const changeTheme = (): void => useTheme(themeOf(body) === 'dark' ? 'light' : 'dark');
  const draw = drawFrame(app, body, onKey, {
    top: [{ icon: 'terminal', title: 'Open command palette', press: palette }],
    below: [
      { icon: 'moon', title: 'Change between light and dark', press: changeTheme },
      { icon: 'settings', title: 'Settings', press: () => settings.open() },
    ],
  });
  const screens: Screens = {
    drawIcon: setIcon,
    drawEmptyTab: (element) => drawEmptyTab(element, palette),
    attachNote: (view) => new DrawnNote(view),
    openWindow: openPopout,
    layoutChanged: draw,
  };
  workspace.drawOn(screens);
  workspace.onLayoutReady(() => {
    if (workspace.getLeavesOfType('file-explorer').length > 0) return;
    void workspace.getLeftLeaf(false).setViewState({ type: 'file-explorer' });
  });
}

/** The frame around the views. The value draws it again after a change of the layout. */
function drawFrame(
  app: App,
  body: HTMLElement,
  onKey: (event: KeyboardEvent) => void,
  icons: { top: readonly RibbonAction[]; below: readonly RibbonAction[] },
): () => void {
  const { workspace, registries } = app;
  const { leftSplit, rightSplit, rootSplit, phone } = workspace;
  const container = body.createDiv('app-container');
  const main = container.createDiv('horizontal-main-container').createDiv('workspace');
  const ribbon = main.createDiv('workspace-ribbon side-dock-ribbon mod-left');
  toggleButton(ribbon, 'panel-left', 'Toggle left sidebar', () => leftSplit.toggle());
  const left = main.createDiv('workspace-split mod-sidedock mod-left-split');
  const root = main.createDiv('workspace-split mod-vertical mod-root');
  const right = main.createDiv('workspace-split mod-sidedock mod-right-split');
  const profile = createDiv('workspace-sidedock-vault-profile');
  profile.createDiv({ cls: 'workspace-drawer-vault-name', text: app.vault.getName() });
  const groups = [
    new TabGroups(leftSplit, left.createDiv('workspace-sidedock-groups'), 'side'),
    new TabGroups(rootSplit, root, 'main'),
    new TabGroups(rightSplit, right.createDiv('workspace-sidedock-groups'), 'side'),
  ];
  left.appendChild(profile);
  new Ribbon(registries, phone ? profile : ribbon, icons);
  if (phone) drawPhoneBar(app, container, icons.top);
  else drawStatusBar(app, container);
  const backdrop = main.createDiv('workspace-drawer-backdrop');
  backdrop.addEventListener('click', () => {
    leftSplit.collapse();
    rightSplit.collapse();
  });
  const rightToggle = toggleButton(main, 'panel-right', 'Toggle right sidebar', () =>
    rightSplit.toggle(),
  );
  rightToggle.addClass('mod-right');
  const popouts = new Map<WorkspaceWindow, TabGroups>();
  watchInput(body.win);
  return () => {
    left.toggleClass('is-sidedock-collapsed', leftSplit.collapsed);
    right.toggleClass('is-sidedock-collapsed', rightSplit.collapsed);
    main.toggleClass('is-right-sidedock-open', !rightSplit.collapsed);
    main.toggleClass('is-drawer-open', phone && !(leftSplit.collapsed && rightSplit.collapsed));
    for (const group of groups) group.draw();
    const open = workspace.floatingSplit.children.filter((each) => each instanceof WorkspaceWindow);
    for (const popout of popouts.keys()) {
      if (open.includes(popout)) continue;
      popouts.delete(popout);
      popout.win.close();
      becomeActive(body.win);
    }
    for (const popout of open) {
      const drawn = popouts.get(popout) ?? drawPopout(workspace, popout, watchInput);
      popouts.set(popout, drawn);
      drawn.draw();
    }
  };

  function watchInput(win: Window): void {
    win.addEventListener('focus', () => becomeActive(win));
    for (const type of ['click', 'keydown', 'pointerdown'] as const) {
      win.document.addEventListener(
        type,
        (event) => {
          app.lastEvent = event;
          becomeActive(win);
        },
        true,
      );
    }
    win.document.addEventListener('keydown', onKey);
  }

  /** Documented: `activeWindow` and `activeDocument` are those of the window in use. */
  function becomeActive(win: Window): void {
    for (const each of [body.win, ...[...popouts.keys()].map((popout) => popout.win)]) {
      Object.assign(each, { activeWindow: win, activeDocument: win.document });
    }
  }
}

function toggleButton(
  parent: HTMLElement,
  icon: string,
  title: string,
  press: () => void,
): HTMLElement {
  const button = parent.createEl('button', {
    cls: 'sidebar-toggle-button clickable-icon',
    attr: { 'aria-label': title, title },
  });
  setIcon(button, icon);
  button.addEventListener('click', press);
  return button;
}

function drawStatusBar({ registries }: App, container: HTMLElement): void {
  const bar = container.createDiv('status-bar');
  const draw = (): void => {
    bar.setChildrenInPlace(registries.statusBar.values());
    for (const item of registries.statusBar.values()) item.addClass('status-bar-item');
  };
  registries.statusBar.onChange(draw);
  draw();
}

function drawPhoneBar(
  { workspace }: App,
  container: HTMLElement,
  actions: readonly RibbonAction[],
): void {
  const bar = container.createDiv('mobile-navbar');
  toggleButton(bar, 'panel-left', 'Open left sidebar', () => workspace.leftSplit.toggle());
  for (const { icon, title, press } of actions) toggleButton(bar, icon, title, press);
  toggleButton(bar, 'panel-right', 'Open right sidebar', () => workspace.rightSplit.toggle());
}

function drawEmptyTab(element: HTMLElement, palette: () => void): void {
  element.empty();
  const state = element.createDiv('empty-state');
  state.createDiv({ cls: 'empty-state-title', text: 'No file is open' });
  const action = state.createEl('button', {
    cls: 'empty-state-action',
    text: 'Open command palette (Ctrl P)',
  });
  action.addEventListener('click', palette);
}
