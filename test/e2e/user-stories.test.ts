import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brief, openDesk, type Desk } from './desk.js';
import { until } from '../support/until.js';

/** The specification's user stories, one after the other in one vault, as a person and an agent live them. */
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ size: { width: 1280, height: 1100 }, width: 420 });
}, 60_000);
afterAll(() => desk.close());

const year = new Date().getFullYear();
const planId = (number: number): string => `PLAN-${year}-${String(number).padStart(3, '0')}`;
const planPath = (number: number): string => `Plans/${planId(number)}.md`;
const hoursAgo = (hours: number): string =>
  `${new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 19)}Z`;

/** The first sentence of the brief. */
const objective = 'Client A asks for the January invoice of $1,500.';

const put = async (path: string, text: string): Promise<void> => {
  await mkdir(join(desk.vault, path, '..'), { recursive: true });
  await writeFile(join(desk.vault, path), text);
};
const holds = (path: string, words: string): Promise<true> =>
  until(`${path} holds: ${words}`, async () =>
    (await desk.text(path).catch(() => '')).includes(words) ? true : null,
  );
/** Takes a picture of the panel from its beginning: to press something may have scrolled it. */
async function picture(name: string): Promise<void> {
  await desk.panel.evaluate((panel) => {
    for (const part of [panel, ...panel.querySelectorAll('*')]) part.scrollTop = 0;
  });
  const file = await desk.screenshot(name);
  expect((await readFile(file)).length).toBeGreaterThan(0);
}
/** Opens a note beside the panel, and takes a picture of both. */
async function pictureWith(note: string, name: string): Promise<void> {
  await desk.page.evaluate(async (path) => {
    const { app } = window.standIn!;
    await app.workspace.openLinkText(path, '', false);
  }, note);
  await desk.page.locator('.workspace-leaf-content[data-type="markdown"]').first().waitFor();
  await picture(name);
}

interface Written {
  readonly number: number;
  readonly objective: string;
  readonly status: 'Active' | 'Blocked' | 'Draft';
  readonly created: string;
  readonly steps: readonly string[];
  readonly log?: readonly string[];
}

/** A plan's note, as an agent with a text editor writes it. */
function planNote({ number, objective, status, created, steps, log = [] }: Written): string {
  const roadmap = steps.map((step, index) => `${index + 1}. ${step}`).join('\n');
  return `---
task_id: ${planId(number)}
source_link: "[[${objective.replace('.', '')}]]"
created_date: ${created}
priority: high
status: ${status}
---

# Objective
${objective}

## Context
Written by an agent.

## Roadmap
${roadmap}

## Reasoning Logs
- [${created}] Agent: Created plan — Complex work detected (keywords: send).
${log.map((line) => `${line}\n`).join('')}`;
}

function mailRequest(id: string, number: number, step: string, to: string): string {
  return `---
type: approval_request
request_id: ${id}
action_type: email
target_recipient: ${to}
approval_required_by: human
plan_id: ${planId(number)}
step_id: ${step}
rationale: The step asks for it.
created_date: ${hoursAgo(0)}
status: pending
---

\`\`\`countersign-action
bridge: email
tool: send_email
arguments:
  to: ${to}
  subject: January invoice
  text: "Dear ${to}, the invoice is attached."
\`\`\`
`;
}

describe('a complex request becomes a plan, a simple one stays a task', () => {
  test('a plan is suggested, with the words that speak for it, and made before anything is sent [US1.1]', async () => {
    await put('Needs_Action/EMAIL_client-a-invoice.md', brief);
    const card = desk.panel.locator('.countersign-suggestion');
    await card.getByText('invoice').first().waitFor();
    await picture('story-1-suggested');
    await desk.press(card.getByRole('button', { name: 'Create plan' }));
    await desk.panel.getByText(planId(1)).first().waitFor();
    const plan = await desk.text(planPath(1));
    expect(plan).toContain('source_link: "[[EMAIL_client-a-invoice]]"');
    expect(plan).toMatch(/^3\. \[ \] ✋ .*client_a@example\.com.*$/m);
    expect(await desk.notes('Pending_Approval')).toEqual([]);
    expect(desk.sink.mails).toEqual([]);
    await pictureWith(planPath(1), 'story-1-plan');
  }, 60_000);

  test('a simple one is kept as a task of one line, and has no plan [US1.2]', async () => {
    await desk.openCommand('New plan');
    const modal = desk.page.locator('.modal');
    await modal
      .getByLabel('What should be done?')
      .fill('Hi Tom,\n\nthe invoice and the payment were fine.\n');
    await modal.getByText('The text doesn’t mention any steps.').waitFor();
    await picture('story-1-no-steps');
    await modal.getByLabel('What should be done?').fill('Read the dashboard');
    await modal.getByText('This looks like a simple task').waitFor();
    await picture('story-1-simple');
    const items = await desk.notes('Needs_Action');
    await modal.getByRole('button', { name: 'Save as a simple task' }).click();
    await desk.page.getByText('Saved as a task: ').waitFor();
    const kept = (await desk.notes('Needs_Action')).filter((name) => !items.includes(name));
    expect(kept).toHaveLength(1);
    expect(await desk.text(`Needs_Action/${kept[0] ?? ''}`)).toMatch(/\n\nRead the dashboard\n$/);
    expect(await desk.panel.locator('.countersign-suggestion').count()).toBe(0);
    expect(await desk.notes('Plans')).toEqual([`${planId(1)}.md`]);
  }, 60_000);

  test('a task is one line with a box: a press files it, and Undo takes that back [US1.2]', async () => {
    await put('Inbox/roof.md', '---\ntask_id: T-aaaaaaaa\n---\n\nPlease look at the roof.\n');
    const box = desk.panel.getByRole('checkbox', { name: /look at the roof/ });
    await box.waitFor();
    await holds('Dashboard.md', '**Tasks**\n\n- [[Inbox/roof|roof]]: Please look at the roof.');
    await picture('story-1-task');
    await box.click();
    await holds('Done/Tasks/roof.md', 'result: done');
    await picture('story-1-task-done');
    await desk.page.getByRole('button', { name: 'Undo', exact: true }).click();
    await box.waitFor();
    expect(await desk.text('Inbox/roof.md')).not.toContain('done');
    await box.click();
    await holds('Done/Tasks/roof.md', 'result: done');
    await box.waitFor({ state: 'detached' });
  }, 60_000);

  test('a similar brief goes on with the plan there is [US1.3]', async () => {
    await desk.openCommand('New plan');
    const modal = desk.page.locator('.modal');
    const words = brief.split('---').at(-1)?.trim() ?? '';
    await modal.getByLabel('What should be done?').fill(`${words} Thanks!`);
    await modal.getByRole('button', { name: 'Create plan' }).click();
    await until('it goes on, or asks', async () => {
      const ask = modal.getByRole('button', { name: `Continue ${planId(1)}` });
      if ((await ask.count()) > 0) {
        await picture('story-1-similar');
        await desk.press(ask);
        return true;
      }
      return (await modal.count()) === 0 ? true : null;
    });
    await holds(planPath(1), 'Resumed plan');
    expect(await desk.notes('Plans')).toEqual([`${planId(1)}.md`]);
  }, 60_000);
});

describe('progress is kept across sessions', () => {
  test('a ticked box is in the note and on the Dashboard at once [US2.2]', async () => {
    await desk.openCommand('Complete the current step');
    const modal = desk.page.locator('.modal');
    await modal.getByLabel('Result').fill('It is the January one, $1,500.');
    await modal.getByRole('button', { name: 'Complete step' }).click();
    await holds(planPath(1), 'Marked step 1 complete — It is the January one, $1,500.');
    await holds('Dashboard.md', 'Step 1 completed');
    await holds('Dashboard.md', '2 of 4');
    // An agent ticks the next one with a text editor.
    const plan = await desk.text(planPath(1));
    await put(planPath(1), plan.replace('2. [ ]', '2. [x]'));
    await desk.panel.getByText('2 of 4', { exact: true }).waitFor();
    await holds('Dashboard.md', '3 of 4');
  }, 60_000);

  test('the next session goes on with the newest plan that is Active, before Blocked and Draft [US2.1] [US2.3]', async () => {
    await put(
      planPath(2),
      planNote({
        ...{ number: 2, objective: 'Renew the licence.', status: 'Draft', created: hoursAgo(0) },
        steps: ['[ ] Find the form'],
      }),
    );
    await put(
      planPath(3),
      planNote({
        ...{ number: 3, objective: 'Tidy the shelf.', status: 'Active', created: hoursAgo(48) },
        steps: ['[x] Empty it', '[ ] Sort the books'],
      }),
    );
    await put(
      planPath(5),
      planNote({
        ...{ number: 5, objective: 'Change the bank.', status: 'Blocked', created: hoursAgo(0) },
        steps: ['[ ] Compare the offers'],
      }),
    );
    await desk.restart();
    await desk.page.getByRole('button', { name: 'Open current mission' }).first().click();
    await desk.panel.getByText(`Resuming plan ${planId(1)}: ${objective}`).waitFor();
    await desk.panel.getByText('Renew the licence.').first().waitFor();
    await desk.panel.getByText('Change the bank.').first().waitFor();
    await picture('story-2-next-session');
    const shown = await desk.panel.innerText();
    const [others = ''] = shown.slice(shown.indexOf('Other plans')).split('Recent activity');
    const places = ['Tidy the shelf.', 'Change the bank.', 'Renew the licence.'].map((other) =>
      others.indexOf(other),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(others).not.toContain(objective);
    await holds('Dashboard.md', `**Current mission**: [[Plans/${planId(1)}|${planId(1)}]]`);
    await holds('Dashboard.md', '**Current step**: 3 of 4 (Send an email');
  }, 60_000);
});

describe('an external action is drafted for approval', () => {
  const client = 'client_a@example.com';

  test('it waits as a note with its draft and reason, and the mission is blocked [US3.1] [US4.2]', async () => {
    await put('Pending_Approval/invoice.md', mailRequest('invoice', 1, 's3', client));
    expect(await desk.text(planPath(1))).toMatch(/^3\. \[ \] ✋ .*\^s3$/m);
    await desk.card(client).waitFor();
    await holds('Dashboard.md', 'Blocked: Awaiting Human Approval');
    await holds(planPath(1), 'status: Blocked');
    await holds(planPath(1), `The note says: “email to ${client}”.`);
    await desk.card(client).getByRole('button', { name: 'Approve', exact: true }).waitFor();
    expect(desk.mailsTo(client)).toBe(0);
    await pictureWith('Pending_Approval/invoice.md', 'story-3-waits');
  }, 60_000);

  test('rejected with a reason it is not sent, the plan says so, and waits for what comes [US3.3]', async () => {
    await desk.press(desk.card(client).getByRole('button', { name: 'Reject' }));
    await desk.card(client).getByLabel('Reason (optional)').fill('The amount is wrong.');
    await desk.press(desk.card(client).getByRole('button', { name: 'Reject' }));
    await holds(planPath(1), '— The amount is wrong');
    await until('it lies in Rejected', async () =>
      (await desk.find(client))?.folder === 'Rejected' ? true : null,
    );
    expect(await desk.text(planPath(1))).toContain('[ ] ✋');
    await holds(planPath(1), 'status: Active');
    await desk.panel.getByRole('button', { name: 'Draft again…' }).waitFor();
    expect(desk.mailsTo(client)).toBe(0);
    await picture('story-3-rejected');
  }, 60_000);

  test('approved it is read again and sent once, and the mission goes on at its next step [US3.2] [US5.1]', async () => {
    await put('Pending_Approval/invoice-2.md', mailRequest('invoice-2', 1, 's3', client));
    await desk.press(desk.card(client).getByRole('button', { name: 'Approve', exact: true }));
    await until('it is filed', async () =>
      (await desk.notes('Done/Actions')).length > 0 ? true : null,
    );
    expect(desk.mailsTo(client)).toBe(1);
    await holds(planPath(1), 'Approved by a person on device');
    await holds(planPath(1), 'Executed step 3');
    await holds(planPath(1), 'status: Active');
    expect(await desk.text(planPath(1))).not.toContain('blocked_reason');
    await holds('Dashboard.md', '**Current step**: 4 of 4 (Log the transaction)');
    await desk.panel.getByText('3 of 4', { exact: true }).waitFor();
    await picture('story-5-goes-on');
  }, 60_000);
});

describe('the Dashboard tells where things are', () => {
  test('objective and current step; what is done is archived, and the next plan is current [US4.1] [US4.3]', async () => {
    await holds('Dashboard.md', `**Current mission**: [[Plans/${planId(1)}|${planId(1)}]]`);
    await holds('Dashboard.md', `**Objective**: ${objective}`);
    await holds('Dashboard.md', '**Status**: Active');
    await pictureWith('Dashboard.md', 'story-4-dashboard');
    await desk.openCommand('Complete the current step');
    const modal = desk.page.locator('.modal');
    await modal.getByLabel('Result').fill('Entered.');
    await modal.getByRole('button', { name: 'Complete step' }).click();
    await until('it is archived', async () =>
      (await desk.notes('Done/Plans')).includes(`${planId(1)}.md`) ? true : null,
    );
    await holds('Dashboard.md', `**Current mission**: [[Plans/${planId(3)}|${planId(3)}]]`);
    await desk.panel.getByText(planId(3)).first().waitFor();
    await pictureWith('Dashboard.md', 'story-4-next');
  }, 60_000);

  test('what waits for more than a day is told with its hours [US5.2]', async () => {
    const since = hoursAgo(26);
    await put(
      planPath(4),
      planNote({
        ...{ number: 4, objective: 'Pay the rent.', status: 'Blocked', created: hoursAgo(30) },
        steps: ['[ ] ✋ Send the payment ^s1'],
        log: [
          `- [${since}] Agent: Blocked at step 1 — Awaiting Human Approval: rent since ${since}.`,
        ],
      }),
    );
    const rent = mailRequest('rent', 4, 's1', 'landlord@example.com');
    await put(
      'Pending_Approval/rent.md',
      rent.replace(/created_date: .*/, `created_date: ${since}`),
    );
    await holds('Dashboard.md', '⚠️ Plan blocked for 26 hours');
    await holds(planPath(4), 'Countersign: Plan blocked for 26 hours');
    await desk.panel.getByText('Approve or reject “Email to landlord@example.com”.').waitFor();
    await desk.card('landlord').getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await pictureWith('Dashboard.md', 'story-5-overdue');
    // An agent's own move into Approved is asked about: nothing is sent.
    await rename(
      join(desk.vault, 'Pending_Approval/rent.md'),
      join(desk.vault, 'Approved/rent.md'),
    );
    await desk.panel
      .getByText('Someone or something moved this note to Approved. Run it?')
      .first()
      .waitFor();
    expect(desk.mailsTo('landlord@example.com')).toBe(0);
    expect(desk.errors).toEqual([]);
  }, 60_000);
});
