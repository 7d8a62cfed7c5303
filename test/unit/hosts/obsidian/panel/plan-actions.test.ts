import { MarkdownView } from 'obsidian';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseRequest } from '../../../../../src/core/request/parse-request.js';
import { requestNote } from '../../../../support/builders/request-note.js';
import type { StepSummary } from '../../../../../src/core/mission/summaries.js';
import type { Review } from '../../../../../src/core/request/review/review.js';
import type { Device } from '../../../../stand-in/open-device.js';
import type { PanelController } from '../../../../../src/hosts/obsidian/panel/panel-controller.js';
import type { Press } from '../../../../../src/ui/actions/panel-actions.js';
import { believePresses } from '../../../../support/obsidian/believe-presses.js';
import { pluginVault, type PluginVault } from '../../../../support/obsidian/plugin-vault.js';
import { plan } from '../../../../support/engine/one-plan.js';
import { runPlugin } from '../../../../support/obsidian/running-plugin.js';

let vault: PluginVault;
let device: Device;
let desk: PanelController;
/** What people's operations were asked, newest last. */
let asked: [string, object][];

/** The plugin where it runs actions, whose people's operations only keep what they are asked. */
beforeEach(async () => {
  // There is no screen here: what a notice says is shown elsewhere.
  vi.stubGlobal('createFragment', () => null);
  vault = await pluginVault();
  device = await vault.start();
  const plugin = await runPlugin(vault, device);
  const { personActions, operations } = (await plugin.executor()).engine;
  asked = [];
  Object.assign(operations, {
    updatePlanStep: (input: object) => {
      asked.push(['updatePlanStep', input]);
      return Promise.resolve({ ok: true, value: {} });
    },
  });
  const decisions = ['doneByHand', 'skipStep', 'confirmTick', 'reopenStep', 'approve', 'bringBack'];
  for (const name of [...decisions, 'confirmUnknown']) {
    Object.assign(personActions, {
      [name]: (input: object) => {
        asked.push([name, input]);
        return Promise.resolve({ ok: true, value: { path: null, withdrawn: [] } });
      },
    });
  }
  ({ controller: desk } = await vault.begun(device));
  believePresses(desk);
}, 60_000);
afterEach(async () => {
  await vault.close();
  vi.unstubAllGlobals();
});

const pressed = (steadyMs: number) => ({ event: {}, control: {}, steadyMs }) as unknown as Press;
const step: StepSummary = {
  ...{ position: 2, id: 's2', text: 'Pay Bob', done: false, gated: true, after: null },
};
/** Long enough for everything that a press leads to here. */
const soon = () => new Promise((resolve) => setTimeout(resolve, 200));

test('ending a step names it as it was shown, whoever puts another in its place', async () => {
  desk.plans.doneByHand('PLAN-2026-001', step, pressed(60_000));
  desk.plans.skipStep({ planId: 'PLAN-2026-001', stepId: 's2', text: 'Pay Bob' }, 'Paid in cash');
  await expect.poll(() => asked).toHaveLength(2);
  const of = { planId: 'PLAN-2026-001', step: 's2', text: 'Pay Bob' };
  expect(asked).toEqual([
    ['doneByHand', of],
    ['skipStep', { ...of, reason: 'Paid in cash' }],
  ]);
});

test('a step that was ticked in its note is reopened as it was shown; that a person did it takes their press', async () => {
  const decided = { planId: 'PLAN-2026-001', stepId: 's2', text: 'Pay Bob' };
  desk.plans.reopenStep(decided, 'r');
  desk.plans.reopenStep(decided, null);
  desk.plans.confirmTick('r', pressed(100));
  desk.plans.confirmTick('r', pressed(60_000));
  await expect.poll(() => asked).toHaveLength(3);
  const of = { planId: 'PLAN-2026-001', step: 's2', text: 'Pay Bob' };
  expect(asked).toEqual([
    ['reopenStep', { ...of, requestId: 'r' }],
    ['reopenStep', of],
    ['confirmTick', { requestId: 'r' }],
  ]);
});

test('a tick names the step as it was shown, too', async () => {
  desk.plans.completeStep('PLAN-2026-001', { ...step, id: null, gated: false });
  await expect.poll(() => asked).toHaveLength(1);
  expect(asked[0]).toMatchObject(['updatePlanStep', { step: 2, text: 'Pay Bob' }]);
});

test('a press on a step that only just came under the pointer ends none', async () => {
  desk.plans.doneByHand('PLAN-2026-001', step, pressed(100));
  await soon();
  expect(asked).toEqual([]);
});

const call = { tool: 'pay', targetRecipient: 'Bob', recipientIsInCall: true };

test('an approval names the step, and what was known of earlier attempts, as its card showed it', async () => {
  const shown = { position: 2, text: 'Pay Bob', shown: 'Pay Bob', before: null };
  const path = 'Pending_Approval/r.md';
  const { request } = parseRequest(requestNote(), path);
  const known = {
    requestId: 'r',
    path,
    shownDigest: 'd',
    blocked: null,
    attempts: [{ id: 'a', outcome: 'unknown', seq: 7 }],
    step: shown,
  };
  const review = { ...known, ...call, request } as unknown as Review;
  desk.requests.readChange(review, pressed(60_000));
  await soon();
  desk.requests.approve(review, [], pressed(60_000));
  await expect.poll(() => asked).toHaveLength(1);
  expect(asked[0]).toMatchObject([
    'approve',
    { requestId: 'r', stepText: 'Pay Bob', observedSeq: 7 },
  ]);
  // Its words came up anew: what was pressed was meant for the other ones.
  desk.requests.approve({ ...review, step: { ...shown, text: 'Pay Eve' } }, [], pressed(60_000));
  await soon();
  expect(asked).toHaveLength(1);
  expect(desk.runner.answer?.problem.message).toContain('button just moved');
});

test('an answer to what may have happened names the step as its card showed it', async () => {
  const shown = { position: 2, text: 'Pay Bob', shown: 'Pay Bob', before: 'Mail Bob' };
  const unknownOutcome = { attemptId: 'r0', changes: null };
  const path = 'Pending_Approval/r.md';
  const { request } = parseRequest(requestNote(), path);
  const known = { requestId: 'r', path, shownDigest: 'd', step: shown, ...call, request };
  desk.requests.confirmUnknown(
    { ...known, unknownOutcome } as unknown as Review,
    true,
    pressed(60_000),
  );
  await expect.poll(() => asked).toHaveLength(1);
  const answer = { requestId: 'r', attemptId: 'r0', happened: true, stepText: 'Pay Bob' };
  expect(asked[0]).toMatchObject(['confirmUnknown', answer]);
});

test('a note is brought back by its id', async () => {
  desk.requests.bringBack('r');
  await expect.poll(() => asked).toEqual([['bringBack', { requestId: 'r' }]]);
});

test('a plan is opened at the step that was pressed, wherever that stands by now', async () => {
  const text = plan();
  const path = 'Plans/PLAN-2026-001.md';
  vault.folder.write(path, text.replace('2. [ ] Write', '2. [ ] Call them\n3. [ ] Write'));
  await expect.poll(() => device.vault.getFileByPath(path)).not.toBeNull();
  desk.views.openStep(path, { ...step, id: null, position: 5, text: 'Close', gated: false });
  const line = text.split('\n').indexOf('5. [ ] Close') + 1;
  const cursor = () =>
    device.app.workspace.getActiveViewOfType(MarkdownView)?.editor.getCursor().line;
  await expect.poll(cursor).toBe(line);
});
