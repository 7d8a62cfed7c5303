import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import type { Locator } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { openDesk, type Desk } from './desk.js';
import { bringIntoSight, pressAsPerson } from '../support/press-as-person.js';
import { until } from '../support/until.js';
import type { Workbench } from '../support/workbench.js';

/** Where a path leads: whose window is looked at, and what of it. */
interface End {
  readonly window: Workbench;
  readonly panel: Locator;
}

/** What went otherwise than a person wished, and what the panel says then. */
interface UnhappyPath {
  readonly reach: (desk: Desk) => Promise<End>;
  readonly says: readonly (string | RegExp)[];
  /** What the person can press. */
  readonly offers: readonly string[];
  /** What comes of one of them. */
  readonly then?: (panel: Locator) => Promise<void>;
}

const client = 'client_a@example.com';
const requestPath = 'Pending_Approval/january-invoice.md';
const planPath = 'Plans/PLAN-2026-001.md';
const view = '.workspace-leaf-content[data-type="countersign-current-mission"]';

let folder: string;
let desk: Desk;
afterEach(async () => {
  await desk.close();
  await rm(folder, { recursive: true });
});

const toldFile = (): string => join(folder, 'told.json');
/** What the mail server does from now on. */
const tell = (told: {
  readonly description?: string;
  readonly header?: string;
  readonly error?: object;
}): Promise<void> =>
  writeFile(toldFile(), JSON.stringify({ description: 'Sends a mail.', ...told }));

async function openWithMail(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'told-'));
  await tell({});
  const email = {
    command: process.execPath,
    args: [resolve('test/support/servers/told-server.mjs')],
    env: { TOLD_FILE: toldFile() },
  };
  const size = { width: 1100, height: 1150 };
  desk = await openDesk({ servers: { mcpServers: { email } }, size, width: 400 });
}

const instant = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
const write = (path: string, text: string): Promise<void> =>
  writeFile(join(desk.vault, path), text);
const change = async (path: string, from: string, to: string): Promise<void> =>
  write(path, (await desk.text(path)).replace(from, to));

function planNote(): string {
  const now = instant(Date.now());
  return `---
task_id: PLAN-2026-001
source_link: "[[Client A]]"
created_date: ${now}
priority: high
status: Active
---

# Objective
Send the January invoice to Client A.

## Context
Client A asked for it by mail.

## Roadmap
1. [ ] Write the invoice
2. [ ] ✋ Send email to ${client} ^s2

## Reasoning Logs
- [${now}] Agent: Created plan — Complex work detected (keywords: invoice, send).
`;
}

interface Mail {
  readonly id?: string;
  readonly to?: string;
  readonly ofPlan?: boolean;
  readonly expires?: string;
}

function mailNote({ id = 'january-invoice', to = client, ofPlan, expires }: Mail): string {
  return `---
type: approval_request
request_id: ${id}
action_type: email
target_recipient: ${to}
approval_required_by: human
${ofPlan ? 'plan_id: PLAN-2026-001\nstep_id: s2\n' : ''}rationale: The invoice is ready, and Client A asked for it.
created_date: ${instant(Date.now())}
${expires === undefined ? '' : `expires: ${expires}\n`}status: pending
---

\`\`\`countersign-action
bridge: email
tool: send_email
arguments:
  to: ${to}
  subject: January invoice
  text: "Dear Client A, the invoice for January is $1,500."
\`\`\`
`;
}

const approve = (address = client): Locator =>
  desk.card(address).getByRole('button', { name: 'Approve', exact: true });

/** A mail that waits, and can be approved. */
async function mailWaits(): Promise<void> {
  await write(requestPath, mailNote({}));
  await bringIntoSight(approve());
}

/** A mission's mail that was approved before its turn: step 1 is open. */
async function approvedEarly(): Promise<string> {
  await write(planPath, planNote());
  await write(requestPath, mailNote({ ofPlan: true }));
  await desk.press(approve());
  await desk.panel.getByText('waiting for step 1').first().waitFor();
  return desk.only('Approved');
}

const atDesk = (): End => ({ window: desk, panel: desk.panel });

async function onOther(platform: 'desktop' | 'phone'): Promise<End> {
  await mailWaits();
  const other = await desk.secondDevice({
    device: platform,
    platform,
    plugin: true,
    ...(platform === 'desktop' ? { size: { width: 1100, height: 1150 }, width: 400 } : {}),
  });
  await other.page.evaluate(() => {
    const { commands } = window.standIn!.app as unknown as {
      commands: { executeCommandById(id: string): boolean };
    };
    commands.executeCommandById('countersign:open-current-mission');
  });
  return { window: other, panel: other.page.locator(view) };
}

const paths: Readonly<Record<string, UnhappyPath>> = {
  'outside-move': {
    async reach() {
      await mailWaits();
      const to = requestPath.replace('Pending_Approval', 'Approved');
      await rename(join(desk.vault, requestPath), join(desk.vault, to));
      return atDesk();
    },
    says: ['Someone or something moved this note to Approved. Run it?', 'Nothing was sent.'],
    offers: ['Run it', 'Move back', 'Reject'],
    async then(panel) {
      await bringIntoSight(panel.getByRole('button', { name: 'Reject', exact: true }));
      await desk.press(panel.getByRole('button', { name: 'Reject', exact: true }));
      await desk.press(
        panel.locator('.countersign-reject').getByRole('button', { name: 'Reject' }),
      );
      await panel.getByText(/^Rejected \d\d:\d\d, not sent/).waitFor();
      await until('its note says so', async () =>
        (await desk.find('client_a@example.com'))?.text.includes('status: rejected') ? true : null,
      );
      expect(desk.sink.mails).toEqual([]);
    },
  },
  'waiting-for-its-turn': {
    async reach() {
      await approvedEarly();
      return atDesk();
    },
    says: [
      'is approved and waiting for step 1 (“Write the invoice”).',
      'It runs automatically once',
    ],
    offers: ['Take back approval'],
  },
  'edited-after-approval': {
    async reach() {
      await change(await approvedEarly(), '$1,500', '$15,000');
      return atDesk();
    },
    says: ['This changed after you approved it, so it wasn’t sent', '$15,000'],
    offers: ['I have read the change', 'Reject'],
    async then() {
      // The notice of that takes the place of the one that said that it was approved.
      const notices = desk.page.locator('.notice').filter({ hasText: client });
      await notices.getByText('Not sent. It’s waiting for you again.').waitFor();
      expect(await notices.count()).toBe(1);
    },
  },
  'changed-tool': {
    async reach() {
      await approvedEarly();
      await tell({ description: 'Sends a mail, and a copy to the archive.' });
      await change(planPath, '1. [ ]', '1. [x]');
      return atDesk();
    },
    says: [
      'The tool changed after you approved this, so it wasn’t sent',
      'What would be sent hasn’t changed.',
      'The tool’s description or inputs',
      'Sends a mail, and a copy to the archive.',
    ],
    offers: ['I have read the change', 'Reject'],
  },
  'changed-endpoint': {
    async reach() {
      await approvedEarly();
      const { page } = desk;
      await page.getByLabel('Settings').first().click();
      await page.getByRole('button', { name: 'Countersign', exact: true }).click();
      await page.locator('.setting-item.mod-clickable', { hasText: 'Servers' }).first().click();
      await page.getByRole('button', { name: 'Edit… email' }).click();
      const args = page.getByLabel('Arguments, one per line');
      await args.fill(`${await args.inputValue()}\n--account=other`);
      await pressAsPerson(page.getByRole('button', { name: 'Save', exact: true }).last());
      await until('the settings are closed', async () => {
        if ((await page.locator('.modal').count()) === 0) return true;
        await page.keyboard.press('Escape');
        return null;
      });
      await change(planPath, '1. [ ]', '1. [x]');
      return atDesk();
    },
    says: [
      'The server changed after you approved this, so it wasn’t sent',
      'The server’s command or address',
      '--account=other',
    ],
    offers: ['I have read the change', 'Reject'],
  },
  expired: {
    async reach() {
      await write(requestPath, mailNote({ expires: instant(Date.now() - 60_000) }));
      return atDesk();
    },
    says: [`The request “Email to ${client}” expired. Nothing ran.`],
    offers: ['Draft again…', 'Withdraw'],
  },
  'over-budget': {
    async reach() {
      for (const name of ['anna', 'ben', 'cora']) {
        const to = `${name}@example.com`;
        await write(`Pending_Approval/${name}.md`, mailNote({ id: name, to }));
        await desk.press(approve(to));
        await until('it is filed', async () =>
          (await desk.find(to))?.folder === 'Done/Actions' ? true : null,
        );
      }
      await mailWaits();
      await desk.press(approve());
      return atDesk();
    },
    says: [
      'has reached its limit of 3 send_email calls per hour.',
      // By the clock of this device; with the day where that is tomorrow.
      /It runs at (.+, )?\d\d?:\d\d\./,
    ],
    offers: ['Open settings', 'Take back approval'],
    async then(panel) {
      await panel.getByRole('button', { name: 'Open settings' }).click();
      const tab = desk.page.locator('.mod-settings .vertical-tab-nav-item.is-active');
      expect(await tab.innerText()).toBe('Countersign');
      await desk.page.keyboard.press('Escape');

      await desk.page.evaluate(() => Object.assign(window.standIn!.host, { setting: undefined }));
      await panel.getByRole('button', { name: 'Open settings' }).click();
      await desk.page.getByText('Open the settings and choose Countersign.').waitFor();
    },
  },
  unknown: {
    async reach() {
      await tell({ error: { code: -32603, message: 'mailbox is locked' } });
      await mailWaits();
      await desk.press(approve());
      return atDesk();
    },
    says: [
      'We don’t know whether this was sent',
      'mailbox is locked',
      'You can then approve it again.',
    ],
    offers: ['Yes, it was sent', 'No, it wasn’t sent'],
    async then(panel) {
      await panel.getByText('Details', { exact: true }).click();
      await panel.getByText('The server answered with error -32603.').first().waitFor();
    },
  },
  'not-executed': {
    async reach() {
      // A call that cannot be put into headers is never sent.
      await tell({ header: 'no name of a header' });
      await mailWaits();
      await desk.press(approve());
      return atDesk();
    },
    says: ['Not sent', 'The server could not be called. '],
    offers: ['Test the server', 'Approve', 'Reject'],
    async then(panel) {
      await panel.getByRole('button', { name: 'Test the server' }).click();
      const test = desk.page.locator('.modal');
      await test.getByText('Test result for “email”').waitFor();
      await test.getByText('It responded, and has 1 tool.').waitFor();
    },
  },
  'second-device': {
    reach: () => onOther('desktop'),
    says: [
      'This device isn’t set up to approve requests yet',
      'You can set up this device to approve requests. The computer that runs actions then runs what you approve here.',
    ],
    offers: ['Let this device approve'],
  },
  phone: {
    reach: () => onOther('phone'),
    says: ['Phones and tablets show plans; actions run on a computer.'],
    offers: ['Let this device approve'],
  },
};

test.each(Object.entries(paths))(
  '%s: the panel says what happened, and offers what a person can do',
  async (name, { reach, says, offers, then }) => {
    await openWithMail();
    const { window, panel } = await reach(desk);
    for (const words of says) await panel.getByText(words).first().waitFor();
    for (const control of offers) {
      const button = panel.getByRole('button', { name: control, exact: true });
      // On a busy machine a server may start too late for its bridge, which is tried again in a minute.
      await until(`there is ${control}`, async () => ((await button.count()) > 0 ? true : null), {
        limitMs: 80_000,
      }).catch(async (error: unknown) => {
        throw new Error(`${String(error)}\n${await panel.innerText()}`);
      });
    }
    // Not while a card has only just come up: its buttons wait for a person to have read it.
    for (const decides of offers.filter((control) => ['Approve', 'Run it'].includes(control)))
      await bringIntoSight(panel.getByRole('button', { name: decides, exact: true }));
    await panel.locator('.countersign-panel').evaluate((element) => element.scrollIntoView());
    const picture = await window.screenshot(`unhappy-${name}`);
    expect((await readFile(picture)).length).toBeGreaterThan(0);
    await then?.(panel);
    expect(window.errors).toEqual([]);
  },
  150_000,
);
