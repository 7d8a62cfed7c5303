import type { Page } from 'playwright-core';
import { closeSharedBrowser } from '../../test/stand-in/chromium/browser.js';
import { numbers, planIdOf, planNote } from '../../test/support/builders/numbered-notes.js';
import { recordOf } from './decision-record.js';
import { openPluginPage } from './plugin-page.js';
import { createPluginVault } from './plugin-vault.js';
import { durationRow, medianBelow, numberRow, type Benchmark } from './row.js';
import { insist, spreadOf } from './timing.js';

/** Nodes, and how many of them a person may have to wait for. */
const sizes = [20, 200, 2_000] as const;
const rounds = 12;
const paneType = 'countersign-reasoning';

interface Opened {
  /** From opening the pane to the frame that shows its nodes. */
  readonly paintMs: number;
  /** The longest that the page heard nothing of a person (0: none over 50 ms). */
  readonly longestMs: number;
  readonly drawn: number;
}

/** The Reasoning pane, opened on records of several sizes in Chromium. */
export const decisionDrawing: Benchmark = {
  name: 'decision-drawing',
  async run() {
    const plans = sizes.map((size, at) => {
      const { path, text } = planNote(at + 1);
      const entries = recordOf(Math.floor(size / 3) * 4).split('\n\n')[1] ?? '';
      return { path, text: `${text.trimEnd()}\n${entries}` };
    });
    const vault = await createPluginVault(plans, 10);
    try {
      const opened = await openPluginPage(vault);
      try {
        const rows = [];
        for (const [at, size] of sizes.entries()) {
          const found: Opened[] = [];
          for (const round of numbers(0, rounds)) {
            const one = await openPane(opened.page, planIdOf(at + 1));
            // In the first one everything is still warming up.
            if (round > 0) found.push(one);
          }
          insist(
            found.every(({ drawn }) => drawn > 5 && drawn < 450),
            'it drew too much',
          );
          const what = `decisions, ${size.toLocaleString('en')} nodes`;
          const of = (key: keyof Opened) => spreadOf(found.map((one) => one[key]));
          rows.push(
            durationRow(`${what}: opened → drawn`, of('paintMs'), medianBelow(500)),
            durationRow(`${what}: longest task meanwhile`, of('longestMs')),
            numberRow(`${what}: drawn, the others are folded`, of('drawn'), ''),
          );
        }
        return rows;
      } finally {
        await opened.close();
        await closeSharedBrowser();
      }
    } finally {
      await vault.remove();
    }
  },
};

function openPane(page: Page, planId: string): Promise<Opened> {
  return page.evaluate(
    async ([type, plan]) => {
      const { workspace } = window.standIn!.app;
      for (const leaf of workspace.getLeavesOfType(type)) leaf.detach();
      await new Promise((resolve) => setTimeout(resolve, 200));
      const tasks: number[] = [];
      const observer = new PerformanceObserver((list) => {
        tasks.push(...list.getEntries().map(({ duration }) => duration));
      });
      observer.observe({ entryTypes: ['longtask'] });
      const start = performance.now();
      await workspace.getLeaf('split').setViewState({ type, active: true, state: { plan } });
      const shown = () => [
        ...document.querySelectorAll<HTMLElement>(`[data-type="${type}"] [role="treeitem"]`),
      ];
      const paintMs = await new Promise<number>((resolve) => {
        const look = (): void => {
          const last = shown().at(-1);
          // The next frame shows it.
          if (last && last.style.visibility !== 'hidden')
            requestAnimationFrame(() => resolve(performance.now() - start));
          else requestAnimationFrame(look);
        };
        look();
      });
      await new Promise((resolve) => setTimeout(resolve, 100));
      observer.disconnect();
      return { paintMs, longestMs: Math.max(0, ...tasks), drawn: shown().length };
    },
    [paneType, planId] as const,
  );
}
