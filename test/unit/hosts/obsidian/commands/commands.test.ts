import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Device } from '../../../../stand-in/open-device.js';
import { pluginVault, type PluginVault } from '../../../../support/obsidian/plugin-vault.js';
import { runPlugin } from '../../../../support/obsidian/running-plugin.js';

let vault: PluginVault;
let device: Device;
beforeEach(async () => {
  vault = await pluginVault();
  device = await vault.start();
});
afterEach(() => vault.close());

const prefix = 'Countersign: ';
const all = () =>
  Object.values(device.host.commands.commands).filter(({ id }) => id.startsWith('countersign:'));
const offered = () =>
  device.host.commands
    .listCommands()
    .filter(({ id }) => id.startsWith('countersign:'))
    .map(({ id }) => id.replace('countersign:', ''))
    .sort();

/** Where a command can do something: `idle` runs actions without a mission, `step` and `gated` work one. */
const places = ['new', 'shown', 'idle', 'step', 'gated', 'asked', 'paused'] as const;
const anywhere = places.slice(1);
const running = places.slice(2);
const working = ['step', 'gated', 'asked', 'paused'] as const;

const table: readonly [id: string, name: string, where: readonly (typeof places)[number][]][] = [
  ['open-current-mission', 'Open Current Mission', places],
  ['open-start-page', 'Open start page', places],
  ['open-reasoning', 'Open reasoning pane', places],
  ['new-mission', 'New plan…', running],
  ['draft-action', 'Draft request for the current step…', ['gated']],
  ['review-requests', 'Review requests', ['asked', 'paused']],
  ['complete-step', 'Complete the current step…', working],
  ['skip-step', 'Skip the current step…', working],
  ['add-step', 'Add step to the current plan…', working],
  ['record-decision', 'Record a decision…', working],
  ['show-decisions', 'Show the decisions of the current plan', working],
  ['export-decisions', 'Export the decisions of the current plan…', working],
  ['resume-mission', 'Go to the current plan', working],
  ['cancel-plan', 'Cancel the current plan…', working],
  ['regenerate-dashboard', 'Regenerate Dashboard', running],
  ['create-bases-views', 'Create Bases views…', anywhere],
  ['verify-audit-log', 'Verify audit log', anywhere],
  ['who-runs-actions', 'Show this device’s settings', anywhere],
  ['connect-agent', 'Connect your agent…', anywhere],
  ['import-servers', 'Import servers…', running],
  ['set-up-vault', 'Set up vault…', ['new']],
  ['pause-all-actions', 'Pause all actions', ['idle', 'step', 'gated', 'asked']],
  ['resume-all-actions', 'Resume all actions (opens current mission)', ['paused']],
];

test('each command has its name, in sentence case and without ours, and no hotkey', () => {
  expect(
    all()
      .map(({ id, name }) => [id.replace('countersign:', ''), name.slice(prefix.length)])
      .sort(),
  ).toEqual(table.map(([id, name]) => [id, name]).sort());
  for (const { name, hotkeys } of all()) {
    expect(hotkeys).toBeUndefined();
    expect(name.slice(prefix.length)).not.toMatch(/countersign/i);
  }
  const proper = ['Open Current Mission', 'Regenerate Dashboard', 'Create Bases views…'];
  for (const [, name] of table.filter(([, one]) => !proper.includes(one))) {
    expect(name.slice(1)).toBe(name.slice(1).toLowerCase());
  }
});

test('each command is offered where it does something, and nowhere else', async () => {
  const expected = (place: (typeof places)[number]) =>
    table
      .filter(([, , where]) => where.includes(place))
      .map(([id]) => id)
      .sort();
  const { session } = await vault.begun(device);
  expect(offered()).toEqual(expected('new'));
  await session.setUp('');
  expect(offered()).toEqual(expected('shown'));

  const plugin = await runPlugin(vault, device);
  expect(offered()).toEqual(expected('idle'));

  const { engine } = await plugin.executor();
  await engine.operations.initializePlan({
    objective: 'Pay Bob.',
    context: 'He asked.',
    sourceLink: 'mail:1',
    steps: [{ text: 'Look up his account' }, { text: 'Pay Bob' }],
    actor: 'Human',
  });
  await engine.idle();
  expect(offered()).toEqual(expected('step'));

  const [planId] = engine.view().missions.map((plan) => plan.planId);
  if (planId === undefined) throw new Error('There is no plan.');
  const ticked = { planId, step: 1, rationale: 'Found.', actor: 'Human' } as const;
  expect(await engine.operations.updatePlanStep(ticked)).toMatchObject({ ok: true });
  await engine.idle();
  expect(offered()).toEqual(expected('gated'));

  const drafted = await engine.operations.draftExternalAction({
    planId,
    step: 2,
    actionType: 'payment',
    targetRecipient: 'Bob',
    title: 'pay Bob',
    rationale: 'It is due.',
    bridge: 'practice',
    tool: 'send_email',
    arguments: { to: 'bob@example.com', subject: 'Money' },
    actor: 'Human',
  });
  expect(drafted).toMatchObject({ ok: true });
  await expect.poll(offered).toEqual(expected('asked'));

  device.host.commands.executeCommandById('countersign:pause-all-actions');
  await expect.poll(offered).toEqual(expected('paused'));

  // Approved, it waits for a person no more, and its step still has it.
  await expect.poll(async () => (await engine.reviews(1))[0]?.blocked).toBeNull();
  const [review] = await engine.reviews(1);
  if (!review) throw new Error('Nothing waits.');
  expect(await plugin.approve(review)).toMatchObject({ ok: true });
  await engine.idle();
  const without = expected('paused').filter((id) => id !== 'review-requests');
  await expect.poll(offered).toEqual(without);
  const { requestId } = review;
  expect(engine.requestsOf(planId)).toMatchObject([{ requestId, wasCalled: false }]);
}, 60_000);

test('a phone has no status bar, and no command that needs a computer', async () => {
  const phone = await vault.start({ platform: 'phone' });
  const { session } = await vault.begun(phone);
  await session.setUp('');
  expect(phone.host.registries.statusBar.values()).toHaveLength(0);
  const ids = phone.host.commands.listCommands().map(({ id }) => id.replace('countersign:', ''));
  expect(ids.sort()).toEqual([
    'connect-agent',
    'create-bases-views',
    'open-current-mission',
    'open-reasoning',
    'open-start-page',
    'who-runs-actions',
  ]);
});
