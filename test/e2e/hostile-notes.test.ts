import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, type Desk } from './desk.js';
import { expectOnlyText, hostileText, longWord, spelledOut } from './hostile-texts.js';
import { screenFaults } from './screen-faults.js';

const address = 'client@example.com';

const plan = `---
task_id: PLAN-2026-001
source_link: "[[brief]]"
created_date: 2026-02-21T10:30:00Z
priority: high
status: Active
---

# Objective
Answer ${hostileText}

## Context
${longWord}

## Roadmap
1. [ ] ✋ Send ${hostileText}
2. [ ] ${longWord}

## Reasoning Logs
- [2026-02-21T10:30:00Z] Agent: Created plan — ${hostileText}
- [2026-02-21T10:31:00Z] ${hostileText.replaceAll(':', '')}: Decision — ${hostileText} ^d-aaaaaa
- [2026-02-21T10:31:00Z] Agent: Option for [[#^d-aaaaaa]] — ${'y'.repeat(10_000)} ^o-aaaaaa
- [2026-02-21T10:31:00Z] Agent: Rejected [[#^o-aaaaaa]] — ${hostileText}
`;

const request = `---
type: approval_request
request_id: hostile
action_type: email
target_recipient: ${spelledOut(`${address} ${hostileText}`)}
approval_required_by: human
rationale: ${spelledOut(hostileText)}
created_date: 2026-02-21T10:40:00Z
status: pending
---

\`\`\`countersign-action
bridge: email
tool: send_email
arguments:
  to: ${address}
  subject: ${spelledOut(hostileText)}
  text: ${spelledOut(longWord)}
\`\`\`
`;

let desk: Desk;
/** Addresses outside this computer that the page asked for. */
const asked: string[] = [];
beforeAll(async () => {
  desk = await openDesk({ notes: { 'Secret.md': 'The secret of the vault.\n' } });
  desk.page.on('request', (one) => {
    if (one.url().includes('evil.example')) asked.push(one.url());
  });
  await writeFile(join(desk.vault, 'Plans/PLAN-2026-001.md'), plan);
  await writeFile(join(desk.vault, 'Pending_Approval/hostile.md'), request);
  await writeFile(
    join(desk.vault, 'Inbox/EMAIL_hostile.md'),
    `---\ntype: email\nfrom: ${JSON.stringify(hostileText)}\n---\nWrite the report, send an email to all clients with it, then post it. ${hostileText} ${longWord}\n`,
  );
  await desk.card(address).waitFor();
}, 90_000);
afterAll(() => desk.close());

const runCommand = (id: string): Promise<unknown> =>
  desk.page.evaluate((command) => {
    const { commands } = window.standIn!.app as unknown as {
      commands: { executeCommandById(id: string): boolean };
    };
    return commands.executeCommandById(`countersign:${command}`);
  }, id);
const modal = (): Locator => desk.page.locator('.modal');

async function expectNothingDone(): Promise<void> {
  expect(await desk.page.evaluate(() => 'taken' in window)).toBe(false);
  expect(asked).toEqual([]);
  expect(desk.errors).toEqual([]);
}

test('the panel shows it as text, with what is hidden made visible, and stays in its place', async () => {
  const panel = desk.panel.locator('.countersign-panel');
  await panel.getByText('Create plan').first().waitFor();
  await expectOnlyText(panel);
  await expectNothingDone();
  expect(await panel.evaluate(screenFaults)).toEqual([]);
});

test('the card in the request’s own note does, too', async () => {
  await desk.page.evaluate(async () => {
    const { vault, workspace } = window.standIn!.app;
    await workspace.getLeaf(false).openFile(vault.getFileByPath('Pending_Approval/hostile.md')!);
  });
  const card = desk.page.locator('[data-type="markdown"] article.countersign-review').first();
  await card.waitFor();
  await expectOnlyText(card);
  await expectNothingDone();
  expect(await card.evaluate(screenFaults)).toEqual([]);
});

test('the drawing of decisions does, too', async () => {
  await runCommand('open-reasoning');
  const pane = desk.page.locator('[data-type="countersign-reasoning"] .countersign-reasoning');
  await pane.getByRole('treeitem').filter({ hasText: 'Rejected' }).waitFor();
  await expectOnlyText(pane);
  await expectNothingDone();
  expect(await pane.evaluate(screenFaults)).toEqual([]);
});

test('the review of many does, too', async () => {
  await runCommand('review-requests');
  await modal().locator('article').waitFor();
  await expectOnlyText(modal());
  await expectNothingDone();
  expect(await modal().evaluate(screenFaults)).toEqual([]);
  await desk.page.keyboard.press('Escape');
});

test('the window for a new mission does', async () => {
  await runCommand('new-mission');
  await modal().getByLabel('What should be done?').fill(`Write and send: ${hostileText}`);
  await modal().getByText('Suggested because').first().waitFor();
  expect(await modal().locator('img, script, a[href]').count()).toBe(0);
  expect(await modal().evaluate(screenFaults)).toEqual([]);
  await desk.page.keyboard.press('Escape');
  await expect.poll(() => modal().count()).toBe(0);
  await expectNothingDone();
});

test('the start page, too, shows no more than text', async () => {
  await runCommand('open-start-page');
  const start = desk.page.locator('.workspace-leaf-content[data-type="countersign-start"]');
  await start.getByRole('region').first().waitFor();
  expect(await start.locator('img, script, .internal-embed').count()).toBe(0);
  expect(await start.evaluate(screenFaults)).toEqual([]);
  await expectNothingDone();
});
