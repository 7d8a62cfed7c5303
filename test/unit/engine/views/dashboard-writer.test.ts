import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../../src/core/errors.js';
import { settingsGone, type DeviceConfig } from '../../../../src/core/settings/device-config.js';
import {
  createWorld,
  invoiceMission,
  moveToApproved,
  quiet,
  upToRequest,
  valueOf,
  type World,
} from '../../../support/engine/world.js';
import { ACTION, machineLine, requestNote } from '../../../support/builders/request-note.js';

const begin = '%% countersign:begin %%\n';
const end = '%% countersign:end %%\n';

/** Counts the writes of the Dashboard. */
async function start(dashboard?: string) {
  const world = await createWorld();
  if (dashboard !== undefined) world.vault.outside.write('Dashboard.md', dashboard);
  const writes = { count: 0 };
  const afterWrite = (what: string): void => {
    if (what.endsWith('Dashboard.md')) writes.count += 1;
  };
  const engine = await world.start({ afterWrite });
  await engine.flushDashboard();
  writes.count = 0;
  return { world, engine, writes };
}

function generated(world: World): string {
  return world.note('Dashboard.md').split(begin)[1]?.split(end)[0] ?? '';
}

describe('the Dashboard', () => {
  test('follows a change after one second, never at once and never later than three [FR-012] [SC-004] [R5.2]', async () => {
    const { world, engine, writes } = await start();
    await engine.operations.initializePlan(invoiceMission);
    await quiet(engine);
    await world.clock.advance(999);
    expect(writes.count).toBe(0);
    await world.clock.advance(2_001);
    expect(writes.count).toBe(1);
    expect(generated(world)).toContain(
      '**Current mission**: [[Plans/PLAN-2026-001|PLAN-2026-001]]',
    );
  });

  test('is written only once the settings of this device were read, and only where they have its name', async () => {
    const world = await createWorld();
    const mine = world.note('Dashboard.md');
    let config: DeviceConfig | Problem = settingsGone();
    const engine = await world.start({}, { config: () => config });
    await engine.flushDashboard();
    expect(world.note('Dashboard.md')).toBe(mine);
    config = { ...world.config, dashboard: 'Other.md' };
    engine.lookAtEverything();
    await engine.flushDashboard();
    expect(world.note('Dashboard.md')).toBe(mine);
    config = world.config;
    engine.lookAtEverything();
    await engine.flushDashboard();
    expect(world.note('Dashboard.md')).not.toBe(mine);
  });

  test('shows a ticked box and the next step [US2.2] [US4.1] [FR-012] [FR-013]', async () => {
    const { world, engine } = await start();
    await engine.operations.initializePlan(invoiceMission);
    const tick = {
      planId: 'PLAN-2026-001',
      step: 1,
      rationale: 'Written',
      actor: 'Agent' as const,
    };
    valueOf(await engine.operations.updatePlanStep(tick));
    await quiet(engine);
    await world.clock.advance(3_000);
    expect(world.note('Plans/PLAN-2026-001.md')).toContain('1. [x] Write the invoice\n');
    expect(generated(world)).toContain(`**Current mission**: [[Plans/PLAN-2026-001|PLAN-2026-001]]

- **Objective**: Generate and send the January invoice to Client A for $1,500.
- **Status**: Active
- **Current step**: 2 of 3 (Send email to client_a@example.com)
`);
    expect(generated(world)).toContain('- **Steps completed**: 1 of 3\n');
    expect(generated(world)).toContain('PLAN-2026-001: Step 1 completed (“Write the invoice”)\n');
  });

  test('lists the gravest alerts first, however many notes are broken and items suggested', async () => {
    const { world, engine } = await start();
    const path = await upToRequest(world, engine);
    for (let at = 10; at < 40; at += 1) {
      world.vault.outside.write(`Plans/a${at}.md`, '---\ntask_id: PLAN-2026-x\n---\n');
      world.vault.outside.write(`Pending_Approval/a${at}.md`, '---\nrequest_id: x\n---\n');
    }
    world.vault.outside.move(path, path.replace('Pending_Approval/', 'Rejected/'));
    await quiet(engine);
    await world.clock.advance(3_000);
    expect(engine.view().alerts.length).toBeGreaterThan(30);
    const [first, ...others] = engine.view().alerts.map(({ kind }) => kind);
    expect(first).toBe('rejected');
    expect(others).not.toContain('rejected');
    expect(generated(world)).toContain('## 🚨 Alerts\n\n- ⚠️ Rejected: “');
  });

  test('lists what may have been paid, changed or approved by others before any number of made-up notes', async () => {
    const world = await createWorld({ trustMoves: false });
    const engine = await world.start();
    const path = await upToRequest(world, engine);
    for (let at = 10; at < 40; at += 1) {
      const own = { request_id: `a-${at}`, plan_id: null, step_id: null };
      world.vault.outside.write(
        `Pending_Approval/a${at}.md`,
        requestNote(own, ACTION, machineLine()),
      );
    }
    await moveToApproved(world, engine, path);
    await world.clock.advance(3_000);
    const kinds = engine.view().alerts.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'other_device')).toHaveLength(30);
    expect(kinds[0]).toBe('asks');
    expect(generated(world)).toMatch(/## 🚨 Alerts\n\n- ⚠️ .*moved/iu);
  });

  test('shows what a blocked mission waits for [US4.2] [R5.1]', async () => {
    const { world, engine } = await start();
    await upToRequest(world, engine);
    await world.clock.advance(3_000);
    const name = '2026-02-21T10-30-00Z_email_client-a-january-invoice';
    const text = generated(world);
    expect(text).toContain(`- **Status**: Blocked: Awaiting Human Approval\n`);
    expect(text).toContain(`- **Waiting for**: [[Pending_Approval/${name}|${name}]]\n`);
    expect(text).toContain('- **Waiting for your approval**: 1 request\n');
    expect(text.match(/^## .*/gm)).toEqual([
      '## ⚡ Current Missions',
      '## 📊 Plan Statistics',
      '## 🚨 Alerts',
      '## 🕐 Recent Activity',
    ]);
  });

  test('is written once for a hundred changes', async () => {
    const { world, engine, writes } = await start();
    for (let number = 0; number < 100; number += 1) {
      world.vault.outside.write(`Plans/PLAN-2026-${number}.md`, 'no plan');
      await quiet(engine);
      await world.clock.advance(9);
    }
    await world.clock.advance(1_000);
    expect(writes.count).toBe(1);
    expect(generated(world)).toContain('(and 99 more notes like this)\n');
  });

  test('is not written when its text stays the same', async () => {
    const { world, engine, writes } = await start();
    world.vault.outside.write('Inbox/note.md', 'Read the memo.');
    await quiet(engine);
    await world.clock.advance(60_000);
    expect(writes.count).toBe(0);
    world.vault.outside.remove('Inbox/note.md');
    await quiet(engine);
    await world.clock.advance(60_000);
    expect(writes.count).toBe(0);
  });

  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ])('leaves every byte outside its markers as it is, with %s', async (_what, eol) => {
    const before = `\ufeff---${eol}cssclasses: wide # mine${eol}---${eol}My page ✨  ${eol}`;
    const after = `${eol}\tkept${eol}${eol}no end`;
    const markers = `${begin}old${end}`.replace('old', 'old\n').replaceAll('\n', eol);
    const { world, engine } = await start(`${before}${markers}${after}`);
    await engine.operations.initializePlan(invoiceMission);
    await quiet(engine);
    await world.clock.advance(3_000);
    const text = world.note('Dashboard.md');
    expect(text.startsWith(`${before}%% countersign:begin %%${eol}## ⚡`)).toBe(true);
    expect(text.endsWith(`${eol}%% countersign:end %%${eol}${after}`)).toBe(true);
    if (eol === '\r\n') expect(text.replaceAll('\r\n', '').includes('\n')).toBe(false);
    expect(text).toContain('PLAN-2026-001');
  });

  test('is appended once to a note without markers', async () => {
    const { world, engine, writes } = await start('# My page\nHello');
    await engine.operations.initializePlan(invoiceMission);
    await quiet(engine);
    await world.clock.advance(3_000);
    await engine.operations.initializePlan({
      ...invoiceMission,
      sourceLink: '[[other]]',
      evenIfSimilar: true,
    });
    await quiet(engine);
    await world.clock.advance(3_000);
    const text = world.note('Dashboard.md');
    expect(text.startsWith('# My page\nHello\n\n%% countersign:begin %%\n')).toBe(true);
    expect(text.match(/countersign:begin/g)).toHaveLength(1);
    expect(writes.count).toBe(2);
  });

  test('is made anew when somebody deleted it', async () => {
    const { world, engine } = await start();
    world.vault.outside.remove('Dashboard.md');
    await engine.operations.initializePlan(invoiceMission);
    await quiet(engine);
    await world.clock.advance(3_000);
    expect(world.note('Dashboard.md')).toMatch(/^# Dashboard\n\n%% countersign:begin %%\n/);
  });

  test.each([
    ['only a begin', `${begin}mine\n`],
    ['only an end', `mine\n${end}`],
    ['two pairs', `${begin}${end}${begin}${end}`],
    ['an open fence', '```\nmine\n'],
  ])('is left alone and reported while its markers are broken: %s', async (_what, text) => {
    const { world, engine, writes } = await start(text);
    await engine.operations.initializePlan(invoiceMission);
    await quiet(engine);
    await world.clock.advance(3_000);
    expect(world.note('Dashboard.md')).toBe(text);
    expect(writes.count).toBe(0);
    expect(engine.view().alerts).toMatchObject([
      { subject: { kind: 'dashboard' }, kind: 'invalid' },
    ]);

    world.vault.outside.write('Dashboard.md', `${begin}${end}`);
    await engine.operations.initializePlan({
      ...invoiceMission,
      sourceLink: '[[other]]',
      evenIfSimilar: true,
    });
    await quiet(engine);
    await world.clock.advance(3_000);
    expect(engine.view().alerts).toEqual([]);
    expect(generated(world)).toContain('No alerts.');
  });

  test('is true when the engine stops, and no timer is left behind', async () => {
    const { world, engine, writes } = await start();
    await upToRequest(world, engine);
    await engine.stop();
    expect(writes.count).toBe(1);
    expect(generated(world)).toContain('Blocked');
    expect(world.clock.waiting).toBe(0);
  });
});
