import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../../src/engine/engine.js';
import {
  createWorld,
  everythingIn,
  invoiceMail,
  moveToApproved,
  quiet,
  upToRequest,
  valueOf,
  type World,
} from '../../../support/engine/world.js';

const hour = 3_600_000;
const planPath = 'Plans/PLAN-2026-001.md';
const requestId = '2026-02-21T10-30-00Z_email_client-a-january-invoice';

async function start() {
  const world = await createWorld();
  const engine = await world.start();
  return { world, engine, path: await upToRequest(world, engine) };
}

function takeAway(world: World, path: string): string {
  const text = world.note(path);
  world.vault.outside.remove(path);
  return text;
}

describe('a request whose note is gone', () => {
  test('is said to be missing after a moment, and nothing is given up [GATE-9]', async () => {
    const { world, engine, path } = await start();
    takeAway(world, path);
    await quiet(engine);
    await world.clock.advance(4_999);
    await quiet(engine);
    expect(engine.view().alerts).toEqual([]);
    await world.clock.advance(1);
    await quiet(engine);
    expect(engine.view().alerts).toMatchObject([
      { kind: 'missing', text: `The note for request ${requestId} is missing.` },
    ]);
    expect(world.records().some(({ kind }) => kind === 'voided')).toBe(false);
  });

  test('goes on when sync brings it back, minutes later and in Approved [US3.2] [GATE-9]', async () => {
    const { world, engine, path } = await start();
    const text = takeAway(world, path);
    await quiet(engine);
    await world.clock.advance(10 * 60_000);
    await quiet(engine);
    world.vault.outside.write(path.replace('Pending_Approval', 'Approved'), text);
    await quiet(engine);
    expect(engine.view().alerts).toEqual([]);
    expect(world.server.calls).toHaveLength(1);
    expect(world.only('Done/Actions')).toBe(`Done/Actions/${requestId}.md`);
    expect(world.records().map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['missing', 'found']),
    );
  });

  test('is withdrawn after a day, also over a restart, and the plan goes on [GATE-9]', async () => {
    const { world, engine, path } = await start();
    takeAway(world, path);
    await quiet(engine);
    await world.clock.advance(hour);
    await engine.stop();
    const second = await world.start();
    await quiet(second);
    await world.clock.advance(23 * hour + 5_000 - 1);
    await quiet(second);
    expect(second.view().alerts).toMatchObject([{ kind: 'missing' }]);
    await world.clock.advance(1);
    await quiet(second);
    expect(second.view().alerts).toEqual([]);
    const plan = world.note(planPath);
    expect(plan).toContain('status: Active\n');
    expect(plan).toContain('Withdrew request for step 2 — Its note has been missing for 24 hours');
  });

  test('is withdrawn after a day also where it belongs to no plan [GATE-9]', async () => {
    const world = await createWorld();
    const engine = await world.start();
    const { planId: _plan, step: _step, ...mail } = invoiceMail;
    const { path } = valueOf(await engine.operations.draftExternalAction(mail));
    await quiet(engine);
    const text = takeAway(world, path);
    await quiet(engine);
    for (const ms of [5_000, 24 * hour]) {
      await world.clock.advance(ms);
      await quiet(engine);
    }
    expect(engine.view().alerts).toEqual([]);
    expect(world.records().find(({ kind }) => kind === 'voided')).toMatchObject({
      ...{ why: 'withdrawn', plan: null, step: null },
    });
    world.vault.outside.write(path.replace('Pending_Approval', 'Approved'), text);
    await quiet(engine);
    expect(world.server.calls).toEqual([]);
  });

  test('is not missed where it was never prepared for approval', async () => {
    const world = await createWorld();
    world.server.reachable = false;
    const engine = await world.start();
    const path = await upToRequest(world, engine);
    takeAway(world, path);
    for (const ms of [0, 5_000, 24 * hour]) {
      await quiet(engine);
      await world.clock.advance(ms);
      await quiet(engine);
      expect(engine.view().alerts).toEqual([]);
    }
    const kinds = new Set(world.records().map(({ kind }) => kind));
    expect([...kinds]).toEqual(['epoch', 'event']);
  });

  test('is not missed where it can only not be read: that is said of its path, once', async () => {
    const { world, engine, path } = await start();
    world.vault.outside.write(path, world.note(path).replace('```countersign-action', '```'));
    for (const ms of [0, 5_000, 25 * hour]) {
      await quiet(engine);
      await world.clock.advance(ms);
      await quiet(engine);
      expect(engine.view().alerts).toMatchObject([{ path }]);
    }
    expect(world.records().map(({ kind }) => kind)).not.toContain('missing');
  });

  describe('is not missed after a restart while a note that cannot be read may be it', () => {
    const nameless = (text: string) => text.replace(/^request_id:.*\n/m, '');
    const isMissing = { kind: 'missing', text: `The note for request ${requestId} is missing.` };

    async function broken(write: (world: World, path: string, text: string) => string) {
      const { world, engine, path } = await start();
      await engine.stop();
      const text = world.note(path);
      const at = write(world, path, text);
      const next = await world.start();
      return { world, next, path, text, at };
    }

    async function pass(world: World, engine: Engine, ...times: readonly number[]) {
      for (const ms of [0, ...times]) {
        await quiet(engine);
        await world.clock.advance(ms);
        await quiet(engine);
      }
    }

    const inPlace =
      (change: (text: string) => string) => (world: World, path: string, t: string) => (
        world.vault.outside.write(path, change(t)),
        path
      );
    const elsewhere = (to: string) => (world: World, path: string, text: string) => {
      world.vault.outside.remove(path);
      world.vault.outside.write(to, nameless(text));
      return to;
    };

    test.each([
      ['it names no id', inPlace(nameless)],
      [
        'it names a wrong id',
        inPlace((text) => text.replace(/^request_id:.*$/m, 'request_id: "x')),
      ],
      ['it was moved, too', elsewhere('Approved/Mail.md')],
      ['it was rejected, too', elsewhere('Rejected/Mail.md')],
    ])('%s; it waits as before once it can be read [GATE-9]', async (_what, write) => {
      const { world, next, path, text, at } = await broken(write);
      await pass(world, next, 5_000, hour, 25 * hour);
      expect(next.view().alerts).toMatchObject([{ kind: 'invalid', path: at }]);
      const kinds = world.records().map(({ kind }) => kind);
      expect(kinds).not.toContain('missing');
      expect(kinds).not.toContain('voided');
      world.vault.outside.remove(at);
      world.vault.outside.write(path, text);
      await pass(world, next);
      expect(next.view().alerts).toMatchObject([{ kind: 'blocked_long' }]);
      expect(next.view().waiting.map((request) => request.path)).toEqual([path]);
    });

    test('its 24 hours begin when that note is gone, and again after another one [GATE-9]', async () => {
      const { world, next, at } = await broken(elsewhere('Pending_Approval/Mail.md'));
      await pass(world, next, 25 * hour);
      const unread = world.note(at);
      world.vault.outside.remove(at);
      await pass(world, next, 5_000, 23 * hour);
      expect(next.view().alerts).toMatchObject([isMissing]);
      world.vault.outside.write(at, unread);
      await pass(world, next);
      expect(next.view().alerts).toMatchObject([{ kind: 'invalid', path: at }]);
      await pass(world, next, 2 * hour);
      world.vault.outside.remove(at);
      await pass(world, next, 5_000, 23 * hour);
      expect(next.view().alerts).toMatchObject([isMissing]);
      await pass(world, next, hour);
      expect(world.records().find(({ kind }) => kind === 'voided')).toMatchObject({
        reason: 'Its note has been missing for 24 hours.',
      });
    });

    test('but a note with another id, or of a plan, hides nothing', async () => {
      const { world, next } = await broken((w, path, text) => {
        w.vault.outside.remove(path);
        w.vault.outside.write('Plans/PLAN-2026-009.md', '---\ntype: plan\n---\n');
        const named = text.replace(requestId, 'another').replace('bridge:', 'bridges:');
        w.vault.outside.write('Pending_Approval/Mail.md', named);
        return path;
      });
      await pass(world, next, 5_000);
      expect(next.view().alerts).toContainEqual(expect.objectContaining(isMissing));
    });
  });

  test('does not run when it comes back after it was withdrawn', async () => {
    const { world, engine, path } = await start();
    const text = takeAway(world, path);
    await quiet(engine);
    await world.clock.advance(25 * hour);
    await quiet(engine);
    world.vault.outside.write(path.replace('Pending_Approval', 'Approved'), text);
    await quiet(engine);
    expect(world.server.calls).toEqual([]);
    expect(world.only('Archive')).toContain(requestId);
  });

  test.each([
    ['create before delete', ['write', 'remove']],
    ['delete before create', ['remove', 'write']],
  ])('is only moved when the move arrives as %s', async (_what, order) => {
    const { world, engine, path } = await start();
    const text = world.note(path);
    for (const what of order) {
      if (what === 'write') {
        world.vault.outside.write(path.replace('Pending_Approval', 'Approved'), text);
      } else world.vault.outside.remove(path);
      await quiet(engine);
    }
    await world.clock.advance(60_000);
    await quiet(engine);
    expect(world.server.calls).toHaveLength(1);
    expect(engine.view().alerts).toEqual([]);
    expect(world.note(planPath)).not.toContain('Block resolved');
  });
});

describe('copies of a request', () => {
  test.each([
    ['Approved/note.md', 'a second note'],
    ['Approved/2026 (Conflicted copy phone 2026).md', 'a copy of Obsidian Sync'],
    ['Pending_Approval/2026.sync-conflict-20260221.md', 'a copy of Syncthing'],
  ])('do not run and are not written until one is left: %s, %s [GATE-17]', async (copy) => {
    const { world, engine, path } = await start();
    world.vault.outside.write(copy, world.note(path));
    await quiet(engine);
    await moveToApproved(world, engine, path);
    expect(world.server.calls).toEqual([]);
    const [alert] = engine.view().alerts.filter(({ kind }) => kind === 'duplicate');
    expect(alert?.text).toContain(copy);
    const before = everythingIn(world);
    await world.clock.advance(0);
    await quiet(engine);
    expect(everythingIn(world)).toEqual(before);
    world.vault.outside.remove(copy);
    await quiet(engine);
    expect(world.server.calls).toHaveLength(1);
    expect(engine.view().alerts).toEqual([]);
  });

  test('do not run even when the conflict copy is all that is left [GATE-17]', async () => {
    const { world, engine, path } = await start();
    const text = takeAway(world, path);
    const copy = 'Approved/2026 (Conflicted copy phone).md';
    world.vault.outside.write(copy, text);
    await quiet(engine);
    expect(world.server.calls).toEqual([]);
    expect(engine.view().alerts).toMatchObject([
      { kind: 'duplicate', text: `“${copy}” looks like a conflict copy made by sync.` },
    ]);
  });
});
