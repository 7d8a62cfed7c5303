import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { renderPlan } from '../../src/core/plan/render-plan.js';
import { renderRequest } from '../../src/core/request/render-request.js';
import type { PanelModel } from '../../src/core/screens/panel-model.js';
import { pressAsPerson } from '../../test/support/press-as-person.js';
import { closeSharedBrowser } from '../../test/stand-in/chromium/browser.js';
import {
  createdAt,
  folders,
  numbers,
  planIdOf,
  type BenchNote,
} from '../../test/support/builders/numbered-notes.js';
import { openPluginPage, type PluginPage } from './plugin-page.js';
import { createPluginVault, type PluginVault } from './plugin-vault.js';
import { durationRow, p99Below, ratioRow, type Benchmark, type Row } from './row.js';
import { insist, spreadOf } from './timing.js';

const steps = 100;
const [many, tooMany] = [1_000, 10_000];
const rounds = 12;
const [warmUps, updates] = [10, 60];
const events = 8;
/** A frame at 60 Hz. */
const frame = 16;
/** Less (ms) than this cannot be told from nothing. */
const least = 0.1;
/** After this long (ms) all that follows from an event is over, the Dashboard included. */
const aftermath = 3_000;

const planPath = `${folders.plans}/${planIdOf(1)}.md`;
const panelOf = '.workspace-leaf-content[data-type="countersign-current-mission"]';
const windowOf = '.countersign-review-window';

/** What the running plugin keeps to itself. */
interface Desk {
  buildModel(): Promise<PanelModel>;
  readonly feed: { readonly viewers: ReadonlySet<{ show(model: PanelModel): void }> };
}

interface Measured {
  /** Making the picture of the panel, and putting it on the screen. */
  readonly pictures: number[];
  readonly updates: number[];
  readonly firstPaints: number[];
  readonly reviews: number[];
  readonly nexts: number[];
  readonly longest: number[];
  readonly open: number[];
  readonly closed: number[];
}

/** The panel and the review of many, with more requests than anybody looks through, in Chromium. */
export const pluginReview: Benchmark = {
  name: 'plugin-review',
  async run() {
    const run = await measure(many, true);
    const shown = await measure(tooMany, false);
    await closeSharedBrowser();
    return [...rowsOf(many, run), ...eventRows(run), ...rowsOf(tooMany, shown)];
  },
};

function rowsOf(count: number, measured: Measured): readonly Row[] {
  const of = `${steps} steps, ${count.toLocaleString('en')} requests`;
  return [
    durationRow(`panel, ${of}: picture made`, spreadOf(measured.pictures)),
    durationRow(`panel, ${of}: update, script`, spreadOf(measured.updates), p99Below(frame)),
    durationRow(`panel, ${of}: opened → first card`, spreadOf(measured.firstPaints)),
    durationRow(`review, ${of}: opened → first card`, spreadOf(measured.reviews)),
    durationRow(`review, ${of}: next card`, spreadOf(measured.nexts)),
    durationRow(`review, ${of}: longest task meanwhile`, spreadOf(measured.longest)),
  ];
}

function eventRows({ open, closed }: Measured): readonly Row[] {
  const what = 'a step ticked outside, all tasks of the page';
  const [seen, unseen] = [spreadOf(open), spreadOf(closed)];
  return [
    durationRow(`${what}: panel open`, seen),
    durationRow(`${what}: panel folded away`, unseen),
    ratioRow(`${what}: open against folded away`, {
      min: seen.min / Math.max(unseen.min, least),
      median: seen.median / Math.max(unseen.median, least),
      p99: seen.p99 / Math.max(unseen.p99, least),
    }),
  ];
}

/** @param runs whether the device runs actions, and so prepares every request first */
async function measure(count: number, runs: boolean): Promise<Measured> {
  const requests = numbers(1, count).map((number) => letterNote(number));
  const vault = await createPluginVault([longPlan(), ...requests], 10);
  const measured: Measured = {
    ...{ pictures: [], updates: [], firstPaints: [], reviews: [], nexts: [] },
    ...{ longest: [], open: [], closed: [] },
  };
  try {
    const opened = await openPluginPage(vault);
    try {
      await prepare(opened.page, count, runs);
      await measurePanel(vault, opened.page, measured);
      await measureReview(opened.page, count, measured);
      if (runs) await measureEvents(vault, opened, measured);
      return measured;
    } finally {
      await opened.close();
    }
  } finally {
    await vault.remove();
  }
}

async function prepare(page: Page, count: number, runs: boolean): Promise<void> {
  await page.getByRole('button', { name: 'Open current mission' }).first().click();
  const panel = page.locator(panelOf);
  await panel.getByText(count.toString(), { exact: true }).first().waitFor();
  if (!runs) return;
  await pressAsPerson(panel.getByRole('switch').first());
  await pressAsPerson(panel.getByRole('button', { name: 'Add practice server' }));
  await page.waitForFunction(async (wanted) => {
    const { session } = runningPlugin() as {
      session: { executor: { engine: { view(): { alerts: readonly { kind: string }[] } } } | null };
    };
    const alerts = session.executor?.engine.view().alerts;
    return alerts !== undefined && wanted > 0 && !alerts.some(({ kind }) => kind === 'incomplete');

    function runningPlugin(): unknown {
      const { plugins } = window.standIn!.plugins as unknown as {
        plugins: Record<string, { running: unknown }>;
      };
      return plugins['countersign']?.running;
    }
  }, count);
  await panel.getByRole('button', { name: 'Approve' }).first().waitFor();
}

/** Pictures that differ in one step, by turns; and opening the panel anew. */
async function measurePanel({ root }: PluginVault, page: Page, into: Measured): Promise<void> {
  const before = await pictureOf(page);
  await tick(root);
  await new Promise((resolve) => setTimeout(resolve, aftermath));
  const times = await page.evaluate(
    async ([times]) => {
      const { plugins } = window.standIn!.plugins as unknown as {
        plugins: Record<string, { running: { controller: Desk } }>;
      };
      const desk = plugins['countersign']!.running.controller;
      const out = { pictures: [] as number[], updates: [] as number[] };
      const first = await desk.buildModel();
      const other = {
        ...first,
        mission: first.mission && {
          ...first.mission,
          steps: first.mission.steps.map((step, at) =>
            at === 3 ? { ...step, done: !step.done } : step,
          ),
        },
      };
      for (let round = 0; round < times; round += 1) {
        const start = performance.now();
        const drawn = await desk.buildModel();
        out.pictures.push(performance.now() - start);
        const picture = round % 2 === 0 ? { ...other, reviews: drawn.reviews } : drawn;
        await new Promise((resolve) => setTimeout(resolve, 50));
        const shown = performance.now();
        for (const viewer of desk.feed.viewers) viewer.show(picture);
        // What follows from it comes in microtasks.
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
        out.updates.push(performance.now() - shown);
      }
      return out;
    },
    [warmUps + updates] as const,
  );
  insist(before > 0, 'no card was drawn');
  into.pictures.push(...times.pictures.slice(warmUps));
  into.updates.push(...times.updates.slice(warmUps));
  for (const round of numbers(0, rounds)) {
    const time = await page.evaluate(async (selector) => {
      const { workspace } = window.standIn!.app;
      for (const leaf of workspace.getLeavesOfType('countersign-current-mission')) leaf.detach();
      const seen = whenThere(`${selector} .countersign-review`);
      const start = performance.now();
      runCommand('countersign:open-current-mission');
      return (await seen) - start;

      function runCommand(id: string): void {
        const { commands } = window.standIn!.app as unknown as {
          commands: { executeCommandById(id: string): boolean };
        };
        commands.executeCommandById(id);
      }
      function whenThere(wanted: string): Promise<number> {
        return new Promise((resolve) => {
          const look = (): void => {
            // The next frame shows it.
            if (document.querySelector(wanted))
              requestAnimationFrame(() => resolve(performance.now()));
            else requestAnimationFrame(look);
          };
          look();
        });
      }
    }, panelOf);
    if (round > 0) into.firstPaints.push(time);
  }
}

/** Opens the review of all, goes to the next, and closes it. */
async function measureReview(page: Page, count: number, into: Measured): Promise<void> {
  for (const round of numbers(0, rounds)) {
    const found = await page.evaluate(async (selector) => {
      const tasks: number[] = [];
      const observer = new PerformanceObserver((list) => {
        tasks.push(...list.getEntries().map(({ duration }) => duration));
      });
      observer.observe({ entryTypes: ['longtask'] });
      const there = (wanted: () => boolean): Promise<number> =>
        new Promise((resolve) => {
          const look = (): void => {
            if (wanted()) requestAnimationFrame(() => resolve(performance.now()));
            else requestAnimationFrame(look);
          };
          look();
        });
      const { commands } = window.standIn!.app as unknown as {
        commands: { executeCommandById(id: string): boolean };
      };
      const placeIs = (begins: string): boolean =>
        document
          .querySelector(`${selector} .countersign-place`)
          ?.textContent?.startsWith(begins) === true;
      const start = performance.now();
      commands.executeCommandById('countersign:review-requests');
      const opened =
        (await there(() => document.querySelector(`${selector} article`) !== null)) - start;
      const said = document.querySelector(`${selector} .countersign-place`)?.textContent ?? '';
      const cards = document.querySelectorAll(`${selector} article`).length;
      // The picture before it may only just have been made.
      await new Promise((resolve) => setTimeout(resolve, 200));
      const next = performance.now();
      document
        .querySelector(selector)
        ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
      const moved = (await there(() => placeIs('2 of'))) - next;
      document.querySelector<HTMLElement>(`${selector} .modal-close-button`)?.click();
      await new Promise((resolve) => setTimeout(resolve, 100));
      observer.disconnect();
      return { opened, moved, said, cards, longest: Math.max(0, ...tasks) };
    }, windowOf);
    insist(found.said === `1 of ${count.toLocaleString('en')}`, `it showed “${found.said}”`);
    insist(found.cards === 1, 'more than one card is drawn');
    if (round === 0) continue;
    into.reviews.push(found.opened);
    into.nexts.push(found.moved);
    into.longest.push(found.longest);
  }
}

/** A plan is changed outside: what that costs this page, by turns with the panel open and folded away. */
async function measureEvents(
  { root }: PluginVault,
  { page }: PluginPage,
  into: Measured,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // What the thread works, whatever else this computer does meanwhile.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  for (const event of numbers(0, 2 * events)) {
    const idle = await tasksDuring(session, () => Promise.resolve());
    const busy = await tasksDuring(session, () => tick(root));
    // In the first one everything is still warming up.
    if (event > 0) (event % 2 === 0 ? into.open : into.closed).push(Math.max(0, busy - idle));
    await page.getByRole('button', { name: 'Toggle right sidebar' }).click();
    await new Promise((resolve) => setTimeout(resolve, aftermath));
  }
}

/** Milliseconds of tasks on the page's main thread. */
async function tasksDuring(session: CDPSession, work: () => Promise<void>): Promise<number> {
  const taskTime = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1_000;
  };
  const before = await taskTime();
  await work();
  await new Promise((resolve) => setTimeout(resolve, aftermath));
  return (await taskTime()) - before;
}

async function pictureOf(page: Page): Promise<number> {
  return page.locator(`${panelOf} .countersign-review`).count();
}

/** Somebody ticks or unticks a step of the plan, in another program. */
async function tick(root: string): Promise<void> {
  const file = join(root, planPath);
  const text = await readFile(file, 'utf8');
  const isDone = /^3\. \[x\]/m.test(text);
  await writeFile(file, text.replace(/^3\. \[.\]/m, isDone ? '3. [ ]' : '3. [x]'));
}

function longPlan(): BenchNote {
  const text = renderPlan({
    taskId: planIdOf(1),
    sourceLink: '[[EMAIL_clients]]',
    createdAt,
    priority: 'high',
    status: 'Active',
    objective: 'Write to all clients.',
    context: 'They are on the list.',
    steps: numbers(1, steps).map((number) => ({
      text: `Look up client ${number} in [[Clients]]`,
      gated: false,
    })),
    log: [{ at: '2026-02-21T10:30:00Z', actor: 'Agent', action: 'Began', rationale: 'It is due' }],
  });
  return { path: planPath, text };
}

/** A request that belongs to no plan. */
function letterNote(number: number): BenchNote {
  const requestId = `2026-02-21T10-40-00Z_email_client-${number}`;
  const to = `client_${number}@example.com`;
  const text = renderRequest({
    requestId,
    actionType: 'email',
    targetRecipient: to,
    plan: null,
    rationale: 'The client is on the list.',
    createdAt: createdAt + number * 1_000,
    expires: null,
    supersedes: null,
    call: {
      bridge: 'practice',
      tool: 'send_email',
      arguments: { to, subject: `Letter ${number}`, text: 'Dear client,\nkind regards' },
    },
    context: '',
    approvedFolder: folders.approved,
    rejectedFolder: folders.rejected,
  });
  if (!text.ok) throw new Error(text.error.message);
  return { path: `${folders.pending}/${requestId}.md`, text: text.value };
}
