import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { pressAsPerson } from '../../test/support/press-as-person.js';
import { closeSharedBrowser } from '../../test/stand-in/chromium/browser.js';
import {
  folders,
  numbers,
  planNote,
  requestNote,
} from '../../test/support/builders/numbered-notes.js';
import { openPluginPage, type PluginPage } from './plugin-page.js';
import { addFirstPlugin, createPluginVault, type PluginVault } from './plugin-vault.js';
import {
  durationRow,
  numberRow,
  p99Below,
  ratioRow,
  type Benchmark,
  type Row,
  type Target,
} from './row.js';
import { insist, spreadOf } from './timing.js';

const plans = 1_000;
const [fewNotes, manyNotes] = [10, 99_000];
const starts = 5;
const moves = 40;
const typings = 5;
/** Product promise: "reacts to a move in well under a second". */
const wellUnderASecond = 500;

/** What the current mission says: that of the newest plan. */
const mission = `Generate and send invoice ${plans} to Client ${plans}`;
const request = {
  path: requestNote(1).path,
  text: requestNote(1).text.replace('bridge: email', 'bridge: practice'),
};
/** What the card of a request asks that somebody moved to Approved. */
const question = 'Someone or something moved this note to Approved. Run it?';
const none: Target = { text: 'none', isMet: ({ p99 }) => p99 === 0 };

const panelOf = '.workspace-leaf-content[data-type="countersign-current-mission"]';

/**
 * A plugin that starts before ours and notes when the layout was ready, and when a text was first
 * seen in the panel. Times in ms since 1970, so that they can be compared with Node's.
 */
const stopwatch = `
const { Plugin } = require('obsidian');
const now = () => performance.timeOrigin + performance.now();
module.exports = class extends Plugin {
  onload() {
    const watch = (window.stopwatch = { layoutReady: null, wanted: ${JSON.stringify(mission)}, seen: null });
    this.app.workspace.onLayoutReady(() => (watch.layoutReady = now()));
    const look = () => {
      if (watch.seen !== null || watch.wanted === null) return;
      const panel = document.querySelector(${JSON.stringify(panelOf)});
      const isThere = panel?.textContent.includes(watch.wanted.replace(/^!/, '')) ?? false;
      if (panel && isThere !== watch.wanted.startsWith('!')) watch.seen = now();
    };
    const observer = new MutationObserver(look);
    const options = { subtree: true, childList: true, characterData: true };
    observer.observe(document, options);
    this.register(() => observer.disconnect());
  }
};`;

declare global {
  interface Window {
    stopwatch?: Stopwatch;
    redraws?: { count: number };
  }
}

interface Stopwatch {
  layoutReady: number | null;
  /** What the panel is to show; behind a \`!\`, to show no more. */
  wanted: string | null;
  seen: number | null;
}

interface Measured {
  readonly starts: number[];
  readonly heap: number[];
  readonly inside: number[];
  readonly outside: number[];
  readonly calls: number[];
  readonly redraws: number[];
}

/** From the layout to the current mission, and from a move to the panel, in Chromium. */
export const pluginPanel: Benchmark = {
  name: 'plugin-panel',
  async run() {
    const few = await measure(fewNotes);
    const many = await measure(manyNotes);
    await closeSharedBrowser();
    const [small, large] = [spreadOf(few.starts), spreadOf(many.starts)];
    const of = (notes: number): string => `${plans} plans, ${plans + notes} notes`;
    return [
      durationRow(`layout ready → current mission, ${of(fewNotes)}`, small),
      durationRow(`layout ready → current mission, ${of(manyNotes)}`, large),
      ratioRow(
        'the second against the first',
        {
          min: large.min / small.min,
          median: large.median / small.median,
          p99: large.p99 / small.p99,
        },
        { text: 'median ≤ 2×', isMet: ({ median }) => median <= 2 },
      ),
      ...[few, many].map(({ heap }, at) =>
        numberRow(
          `heap of the plugin, ${of([fewNotes, manyNotes][at] ?? 0)}`,
          spreadOf(heap),
          'MB',
        ),
      ),
      ...otherRows(of(manyNotes), many),
    ];
  },
};

function otherRows(vault: string, { inside, outside, calls, redraws }: Measured): readonly Row[] {
  const target = p99Below(wellUnderASecond);
  return [
    durationRow(`move in the app → panel, ${vault}`, spreadOf(inside), target),
    durationRow(`rename() outside → panel, ${vault}`, spreadOf(outside), target),
    numberRow(
      'typing in a plan until it is saved: calls of disk and Node',
      spreadOf(calls),
      '',
      none,
    ),
    numberRow(
      'typing in a plan until it is saved: changes of the panel',
      spreadOf(redraws),
      '',
      none,
    ),
  ];
}

async function measure(otherNotes: number): Promise<Measured> {
  const vault = await createPluginVault(
    [...numbers(1, plans).map((number) => planNote(number)), request],
    otherNotes,
  );
  try {
    await addFirstPlugin(vault.root, 'stopwatch', stopwatch);
    const opened = await openPluginPage(vault);
    try {
      await prepare(opened.page);
      const measured: Measured = {
        starts: [],
        heap: [],
        inside: [],
        outside: [],
        calls: [],
        redraws: [],
      };
      for (const round of numbers(0, starts)) {
        await opened.restart();
        const time = await startTime(opened.page);
        if (round > 0) measured.starts.push(time);
      }
      if (otherNotes === manyNotes) {
        await measureMoves(vault, opened, measured);
        await measureTyping(opened, measured);
      }
      measured.heap.push(await heapOfPlugin(opened.page));
      return measured;
    } finally {
      await opened.close();
    }
  } finally {
    await vault.remove();
  }
}

/** A person opens the panel, lets the device run actions and adds a bridge; that stays so over restarts. */
async function prepare(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open current mission' }).first().click();
  await pressAsPerson(page.locator(panelOf).getByRole('switch'));
  await pressAsPerson(page.locator(panelOf).getByRole('button', { name: 'Add practice server' }));
  await page.locator(panelOf).getByRole('button', { name: 'Approve' }).waitFor();
}

async function startTime(page: Page): Promise<number> {
  const seen = await whenSeen(page);
  const ready = await page.evaluate(() => window.stopwatch?.layoutReady ?? null);
  insist(ready !== null && seen > ready, 'the panel was there before the layout');
  return seen - ready;
}

/** One request goes to Approved and back, by turns inside the app and outside of it. */
async function measureMoves(
  vault: PluginVault,
  { page }: PluginPage,
  into: Measured,
): Promise<void> {
  const name = request.path.slice(folders.pending.length + 1);
  for (const move of numbers(1, 2 * moves)) {
    const isBack = move % 2 === 0;
    const ways = [`${folders.pending}/${name}`, `${folders.approved}/${name}`] as const;
    const [from, to] = isBack ? [ways[1], ways[0]] : ways;
    await page.evaluate(
      (wanted) => {
        Object.assign(window.stopwatch!, { wanted, seen: null });
      },
      isBack ? `!${question}` : question,
    );
    const isInside = move % 4 < 2;
    const started = await (isInside ? moveInside(page, from, to) : moveOutside(vault, from, to));
    const time = (await whenSeen(page)) - started;
    insist(time > 0, 'the panel showed it before');
    (isInside ? into.inside : into.outside).push(time);
    // What follows from a move is not to delay the next one.
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Types into the current plan, for less time than the app waits until it saves. */
async function measureTyping(opened: PluginPage, into: Measured): Promise<void> {
  const { page } = opened;
  await page.evaluate(async (path) => {
    const { vault, workspace } = window.standIn!.app;
    const file = vault.getFileByPath(path);
    if (file) await workspace.getLeaf(true).openFile(file, { state: { mode: 'source' } });
  }, planNote(plans).path);
  const editor = page.locator('.markdown-source-view textarea').last();
  await editor.focus();
  for (const round of numbers(1, typings)) {
    // What was typed before is saved, and all that follows from it is over.
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const before = await editor.inputValue();
    opened.takeCalls();
    await page.evaluate((selector) => {
      const counter = (window.redraws = { count: 0 });
      const observer = new MutationObserver((changes) => (counter.count += changes.length));
      const panel = document.querySelector(selector);
      if (panel) observer.observe(panel, { subtree: true, childList: true, characterData: true });
    }, panelOf);
    await page.keyboard.type(`In round ${round} of typing.`, { delay: 20 });
    const calls = opened.takeCalls().filter((call) => !isLockRenewal(call));
    into.calls.push(calls.length);
    into.redraws.push(await page.evaluate(() => window.redraws?.count ?? NaN));
    insist((await editor.inputValue()) !== before, 'nothing was typed');
  }
}

/** Every two seconds, whatever happens: the lock's folder is looked at and touched, by a timer of Node's. */
function isLockRenewal(call: string): boolean {
  return /^file (?:stat|utimes) \S+[/]lock(?:,|$)|^startTimer /.test(call);
}

/** As the file explorer does it; the value is when it began. */
function moveInside(page: Page, from: string, to: string): Promise<number> {
  return page.evaluate(
    async ([oldPath, newPath]) => {
      const { vault, fileManager } = window.standIn!.app;
      const file = vault.getFileByPath(oldPath);
      if (!file) throw new Error(`The benchmark is wrong: there is no ${oldPath}`);
      const started = performance.timeOrigin + performance.now();
      await fileManager.renameFile(file, newPath);
      return started;
    },
    [from, to] as const,
  );
}

async function moveOutside({ root }: PluginVault, from: string, to: string): Promise<number> {
  const started = performance.timeOrigin + performance.now();
  await rename(join(root, from), join(root, to));
  return started;
}

/** When the panel first showed what is wanted, in ms since 1970. */
async function whenSeen(page: Page): Promise<number> {
  const seen = await page.waitForFunction(() => window.stopwatch?.seen);
  return Number(await seen.jsonValue());
}

/** Megabytes that are free again when the running plugin is switched off. */
async function heapOfPlugin(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const used = async (): Promise<number> => {
    for (const turn of numbers(1, 2)) {
      await new Promise((resolve) => setTimeout(resolve, 500 * turn));
      await session.send('HeapProfiler.collectGarbage');
    }
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6;
  };
  const running = await used();
  await page.evaluate(() => window.standIn!.plugins.disablePlugin('countersign'));
  return running - (await used());
}
