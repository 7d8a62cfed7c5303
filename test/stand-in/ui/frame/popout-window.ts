import type { WorkspaceWindowInitData } from 'obsidian';
import type { Workspace } from '../../workspace/workspace.js';
import type { WorkspaceWindow } from '../../workspace/workspace-items.js';
import { installDomHelpers } from '../dom-helpers.js';
import { TabGroups } from './tab-groups.js';
import { addThemedWindow } from './theme.js';

/** A pop-out window: its own document and globals, the app's styles. */
export function openPopout({ size, x, y }: WorkspaceWindowInitData): Window {
  const { width, height } = size ?? { width: 640, height: 760 };
  const place = x === undefined || y === undefined ? '' : `,left=${x},top=${y}`;
  const win = window.open('', '', `popup,width=${width},height=${height}${place}`);
  if (!win) throw new Error('The browser refused to open a window.');
  installDomHelpers(win as Window & typeof globalThis);
  const { head, body, documentElement } = win.document;
  for (const style of document.head.querySelectorAll('style, link[rel="stylesheet"]')) {
    head.appendChild(win.document.importNode(style, true));
  }
  win.document.title = 'Countersign';
  documentElement.lang = document.documentElement.lang;
  body.className = `${document.body.className} is-popout-window`;
  return win;
}

/** Draws what is open in a pop-out, until the window goes. */
export function drawPopout(
  workspace: Workspace,
  container: WorkspaceWindow,
  watchInput: (win: Window) => void,
): TabGroups {
  const { win, doc } = container;
  const element = doc.body
    .createDiv('app-container')
    .createDiv('workspace')
    .createDiv('workspace-split mod-vertical mod-root');
  const leaveTheme = addThemedWindow(win);
  watchInput(win);
  win.addEventListener('pagehide', () => {
    leaveTheme();
    workspace.closeWindow(container);
  });
  return new TabGroups(container, element, 'main');
}
