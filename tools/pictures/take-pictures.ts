import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locator, PageScreenshotOptions } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { paidTwiceLines } from '../../test/support/builders/paid-twice.js';
import { bringIntoSight, pressAsPerson } from '../../test/support/press-as-person.js';
import { until } from '../../test/support/until.js';
import {
  openWorkbench,
  type Workbench,
  type WorkbenchOptions,
} from '../../test/support/workbench.js';
import { sharedBrowser } from '../../test/stand-in/chromium/browser.js';
import { projectRoot } from '../../test/stand-in/server/project-root.js';
import {
  decisions,
  invoiceMail,
  ownNotes,
  plan,
  planPath,
  requestName,
  requestNote,
  type Mail,
} from './mission-notes.js';
import { instantOf, keepStill } from './still.js';

const largestBytes = 160_000;

const panelOf = ({ page }: Workbench): Locator =>
  page.locator('.workspace-leaf-content[data-type="countersign-current-mission"]');
const cardOf = (workbench: Workbench, { to }: Mail): Locator =>
  panelOf(workbench).locator('article.countersign-review').filter({ hasText: to });

async function open(options: WorkbenchOptions): Promise<Workbench> {
  const workbench = await openWorkbench({ notes: ownNotes, prepare: keepStill, ...options });
  await workbench.page.getByRole('button', { name: 'Open current mission' }).first().click();
  await panelOf(workbench).getByRole('button').first().waitFor();
  return workbench;
}

/** A vault that was set up, on a device that runs actions, with a practice bridge of the name `email`. */
async function openSetUp(options: WorkbenchOptions): Promise<Workbench> {
  const workbench = await open(options);
  const panel = panelOf(workbench);
  const modal = workbench.page.locator('.modal');
  await panel.getByRole('button', { name: 'Set up vault…', exact: true }).click();
  await modal.getByRole('textbox').first().fill('');
  await modal.getByRole('button', { name: 'Create folders only', exact: true }).click();
  await pressAsPerson(panel.getByRole('switch'));
  await panel.getByRole('button', { name: 'Import servers…', exact: true }).click();
  const servers = { mcpServers: { email: { type: 'practice' } } };
  await modal.getByRole('textbox').fill(JSON.stringify(servers));
  await pressAsPerson(modal.getByRole('button', { name: 'Import', exact: true }));
  await modal.getByRole('button', { name: 'Done', exact: true }).click();
  await panel.getByText('email', { exact: true }).waitFor();
  return workbench;
}

async function write({ vault }: Workbench, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(vault, path)), { recursive: true });
  await writeFile(join(vault, path), text);
}

/** Writes a request, and looks at its card until it can be approved. */
async function request(workbench: Workbench, mail: Mail): Promise<string> {
  const path = `Pending_Approval/${requestName(mail)}.md`;
  await write(workbench, path, requestNote(mail));
  await bringIntoSight(cardOf(workbench, mail).getByRole('button', { name: 'Approve' }));
  return path;
}

/** What a picture shows: the window, or a part of it. */
interface Shown {
  /** The buttons in here must be whole. */
  readonly matters: Locator;
  readonly part?: Locator;
  readonly clip?: NonNullable<PageScreenshotOptions['clip']>;
}

/** Fails where a button is cut off, or covered: the status bar lies over the end of the panel. */
async function expectWhole(buttons: Locator): Promise<void> {
  expect(await buttons.count()).toBeGreaterThan(0);
  for (const button of await buttons.all()) {
    const isWhole = (): Promise<boolean> =>
      button.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return [left + 3, right - 3].every((x) =>
          [top + 3, bottom - 3].every((y) => element.contains(document.elementFromPoint(x, y))),
        );
      });
    await until(
      `“${(await button.textContent()) ?? ''}” is whole`,
      async () => (await isWhole()) || null,
    );
  }
}

/** Takes the window, or a part of it, with nothing pointed at or focused. */
async function take({ page, errors }: Workbench, name: string, shown: Shown): Promise<void> {
  const { matters, part, clip } = shown;
  await page.mouse.move(640, 2);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await expectWhole(matters.getByRole('button'));
  const path = join(projectRoot(), `docs/pictures/${name}.png`);
  const options = { path, animations: 'disabled', caret: 'hide' } as const;
  if (part !== undefined) await part.screenshot(options);
  else await page.screenshot({ ...options, ...(clip === undefined ? {} : { clip }) });
  expect((await stat(path)).size).toBeLessThan(largestBytes);
  expect(errors).toEqual([]);
}

/** The panel from one of its headings to the end of what matters below it. */
async function takePanel(
  workbench: Workbench,
  name: string,
  { from, matters }: { readonly from: string; readonly matters: Locator },
): Promise<void> {
  const panel = panelOf(workbench);
  const heading = panel.getByRole('heading', { name: from }).first();
  await heading.evaluate((element: HTMLElement) => {
    element.style.scrollMarginTop = '12px';
    element.scrollIntoView({ block: 'start' });
  });
  const [around, first, last] = await Promise.all(
    [panel, heading, matters.last()].map((place) => place.boundingBox()),
  );
  const y = first!.y - 12;
  const clip = { x: around!.x, y, width: around!.width, height: last!.y + last!.height + 16 - y };
  await take(workbench, name, { matters, clip });
}

/** The mission's plan with its card, as a person who reads the plan sees them. */
async function openMission(options: WorkbenchOptions): Promise<Workbench> {
  const workbench = await openSetUp(options);
  await write(workbench, planPath, plan);
  const path = await request(workbench, invoiceMail);
  await panelOf(workbench).getByText('Blocked', { exact: true }).waitFor();
  for (const shown of [path, planPath]) await workbench.reveal(shown);
  await workbench.select([planPath]);
  await workbench.page.getByRole('heading', { name: 'Objective' }).waitFor();
  await panelOf(workbench)
    .locator('.countersign-panel')
    .evaluate((element) => element.scrollIntoView({ block: 'start' }));
  return workbench;
}

beforeAll(async () => {
  const page = await (await sharedBrowser()).newPage();
  const isDrawn = await page.evaluate(() => {
    const draw = (text: string): string => {
      const canvas = document.createElement('canvas');
      canvas.getContext('2d')?.fillText(text, 10, 30);
      return canvas.toDataURL();
    };
    // No font has the last one.
    return draw('✋') !== draw('\u{10fffe}');
  });
  await page.close();
  if (!isDrawn) throw new Error('No font has ✋. Install one, such as fonts-noto-color-emoji.');
});

test('start: a vault that was not set up', async () => {
  const workbench = await open({ size: { width: 1100, height: 620 }, width: 400 });
  await panelOf(workbench).getByRole('button', { name: 'Set up vault…' }).waitFor();
  await take(workbench, 'start', { matters: panelOf(workbench) });
});

test('panel: a mission with one card', async () => {
  const workbench = await openMission({ size: { width: 1040, height: 1092 }, width: 380 });
  await take(workbench, 'panel', { matters: cardOf(workbench, invoiceMail) });
});

test('panel-dark: the same in the dark', async () => {
  const size = { width: 1200, height: 1200 };
  const workbench = await openMission({ theme: 'dark', size, width: 420 });
  await takePanel(workbench, 'panel-dark', {
    from: 'Current mission',
    matters: cardOf(workbench, invoiceMail),
  });
});

test('questions: a card that asks, and one that changed', async () => {
  const workbench = await openSetUp({ size: { width: 1200, height: 1800 }, width: 420 });
  await write(workbench, planPath, plan);
  const moved = await request(workbench, invoiceMail);
  const supplier: Mail = {
    slug: 'order-paper',
    to: 'paper@example.com',
    subject: 'Order',
    text: 'Please send 5 boxes of paper.',
    why: 'The shelf is empty.',
  };
  const changed = await request(workbench, supplier);
  await pressAsPerson(
    cardOf(workbench, supplier).getByRole('button', { name: 'Reject', exact: true }),
  );
  await cardOf(workbench, supplier).getByRole('button', { name: 'Cancel', exact: true }).click();
  // Somebody writes into the one, and moves the other.
  await write(
    workbench,
    changed,
    requestNote({ ...supplier, text: 'Please send 500 boxes of paper.' }),
  );
  await cardOf(workbench, supplier).getByText('Changed since you looked').waitFor();
  await rename(
    join(workbench.vault, moved),
    join(workbench.vault, moved.replace('Pending_Approval', 'Approved')),
  );
  await panelOf(workbench).getByText('Someone or something moved this note to Approved').waitFor();
  await bringIntoSight(panelOf(workbench).getByRole('button', { name: 'Run it' }));
  await takePanel(workbench, 'questions', {
    from: 'Waiting for your approval',
    matters: panelOf(workbench).locator('article.countersign-review'),
  });
});

test('alerts: what needs a look', async () => {
  const workbench = await openSetUp({ size: { width: 1200, height: 760 }, width: 420 });
  const panel = panelOf(workbench);
  await write(workbench, planPath, plan);
  await request(workbench, invoiceMail);
  await pressAsPerson(
    cardOf(workbench, invoiceMail).getByRole('button', { name: 'Reject', exact: true }),
  );
  await panel.getByLabel('Reason (optional)').fill('The amount is not agreed yet');
  await panel.locator('form').getByRole('button', { name: 'Reject', exact: true }).click();
  await write(
    workbench,
    'Inbox/EMAIL_newsletter.md',
    '---\ntype: email\nfrom: office@example.com\n---\nWrite the newsletter for March, send an email to all clients with it, and then post it on the website.\n',
  );
  await write(workbench, 'Plans/PLAN-2026-002.md', '---\ntask_id: [PLAN-2026-002\n---\n');
  await write(
    workbench,
    'Pending_Approval/late.md',
    requestNote({
      ...invoiceMail,
      slug: 'reminder',
      to: 'late@example.com',
      expires: instantOf('10:44'),
    }).replace(/^(?:plan|step)_id: .*\n/gm, ''),
  );
  for (const said of ['Rejected: “', 'PLAN-2026-002', 'expired', 'Create plan']) {
    await until(said, async () => ((await panel.textContent()) ?? '').includes(said) || null);
  }
  // Notices go by themselves.
  for (const notice of await workbench.page.locator('.notice').all()) await notice.click();
  await takePanel(workbench, 'alerts', {
    from: 'Alerts',
    matters: panel.locator('.countersign-alert, .countersign-suggestion'),
  });
});

/** The reasoning pane of the mission with these entries, and nothing beside it. */
async function openReasoning(workbench: Workbench, entries: string): Promise<Locator> {
  await write(workbench, planPath, plan + entries);
  await panelOf(workbench).getByRole('button', { name: 'Decisions', exact: true }).waitFor();
  await workbench.openCommand('Open reasoning pane');
  const pane = workbench.page.locator('.workspace-leaf-content[data-type="countersign-reasoning"]');
  // Between the side bars of a narrow window it has no room.
  await pane.waitFor({ state: 'attached' });
  await workbench.page.evaluate(() => {
    const { workspace } = window.standIn!.app;
    workspace.leftSplit.collapse();
    workspace.rightSplit.collapse();
    for (const leaf of workspace.getLeavesOfType('empty')) leaf.detach();
  });
  return pane;
}

test('decisions: what was decided in the mission, drawn', async () => {
  const workbench = await openSetUp({ size: { width: 1260, height: 740 } });
  const pane = await openReasoning(workbench, decisions);
  await pane.getByRole('treeitem').filter({ hasText: 'After 30 days' }).waitFor();
  await pane.locator('.countersign-is-in-columns').waitFor();
  await take(workbench, 'decisions', { part: pane, matters: pane });
});

test('reasoning: a question, after a person recorded what a probe brought', async () => {
  const workbench = await openSetUp({ size: { width: 640, height: 1300 } });
  const pane = await openReasoning(workbench, paidTwiceLines);
  const board = pane.getByRole('region', { name: 'Questions' });
  const probe = board.getByRole('listitem').filter({ hasText: 'Compare the ids' });
  await probe.getByRole('button', { name: 'Record what was observed' }).click();
  await probe.getByRole('button', { name: 'same', exact: true }).click();
  await board.getByText('51%').waitFor();
  const next = board.getByRole('listitem').filter({ hasText: 'Look for a time-out' });
  await next.getByRole('button', { name: 'Record what was observed' }).click();
  await workbench.page.locator('.notice').evaluateAll((all) => {
    for (const notice of all) notice.remove();
  });
  const question = board.getByRole('article');
  await take(workbench, 'reasoning', { part: question, matters: question });
});

test('phone: the same mission on a phone', async () => {
  const desk = await openMission({ size: { width: 1200, height: 1080 } });
  const phone = await desk.secondDevice({
    device: 'phone',
    platform: 'phone',
    size: { width: 412, height: 915 },
    plugin: true,
    prepare: keepStill,
  });
  await phone.page.evaluate(() => {
    const { commands } = window.standIn!.app as unknown as {
      commands: { executeCommandById(id: string): boolean };
    };
    commands.executeCommandById('countersign:open-current-mission');
  });
  await panelOf(phone).getByText('January 2026 invoice').waitFor();
  // Its card has such a button, too.
  const button = panelOf(phone).getByRole('button', { name: 'Let this device approve' }).first();
  await take(phone, 'phone', { matters: button.locator('..') });
});
