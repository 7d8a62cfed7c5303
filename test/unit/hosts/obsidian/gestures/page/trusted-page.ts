import type { App, TAbstractFile } from 'obsidian';
import { watchDrags } from '../../../../../../src/hosts/obsidian/gestures/drag-watch.js';
import { gestureOf } from '../../../../../../src/hosts/obsidian/gestures/gesture.js';
import { TFile } from './obsidian-classes.js';

/** What a test reads and does in the page. */
export interface TrustedPage {
  /** For every click in any window: the kind of gesture on the control, or `null`. */
  readonly clicks: (string | null)[];
  /** What was told of drags. */
  readonly drags: string[];
  readonly kept: Event[];
  gestureOf(event: Event): string | null;
  /** Something in the app renames an entry. */
  rename(from: string, to: string): void;
  listenIn(document: Document): void;
}

const renamed = new Set<(entry: TAbstractFile, oldPath: string) => void>();
const opened = new Set<(item: unknown, window: Window) => void>();
const none = (): void => undefined;
const ref = {} as ReturnType<App['vault']['on']>;
const app = {
  vault: {
    on: (_name: string, callback: (entry: TAbstractFile, oldPath: string) => void) => {
      renamed.add(callback);
      return ref;
    },
    offref: none,
    getAbstractFileByPath: (path: string) => (path.endsWith('.md') ? new TFile(path) : null),
  },
  workspace: {
    on: (name: string, callback: (item: unknown, window: Window) => void) => {
      if (name === 'window-open') opened.add(callback);
      return ref;
    },
    offref: none,
    iterateAllLeaves: (visit: (leaf: unknown) => void) =>
      visit({ view: { containerEl: document.body } }),
    getLeavesOfType: (type: string) =>
      [...document.querySelectorAll(`[data-type="${type}"]`)].map((containerEl) => ({
        view: { containerEl },
      })),
  },
};

const control = (from: Document): HTMLElement =>
  from.querySelector<HTMLElement>('#approve') ?? document.createElement('button');

const page: TrustedPage = {
  clicks: [],
  drags: [],
  kept: [],
  gestureOf: (event) => gestureOf(event, control(document))?.kind ?? null,
  rename(from, to) {
    for (const callback of renamed) callback(new TFile(to) as unknown as TAbstractFile, from);
  },
  listenIn(from) {
    // As Svelte does: one listener at the root of the view.
    from.body.addEventListener('click', (event) => {
      page.kept.push(event);
      page.clicks.push(gestureOf(event, control(from))?.kind ?? null);
    });
    for (const callback of opened) callback(null, from.defaultView ?? window);
  },
};

watchDrags(app as unknown as App, {
  approvedFolder: () => 'Approved',
  onApproveDrag: ({ from, to, gesture }) => page.drags.push(`${gesture.kind}: ${from} → ${to}`),
  onNotAlone: ({ to }) => page.drags.push(`not alone: ${to}`),
});
page.listenIn(document);
Object.assign(window, { trusted: page });
