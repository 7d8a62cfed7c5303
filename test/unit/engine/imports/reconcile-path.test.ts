import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../../src/engine/engine.js';
import {
  createWorld,
  everythingIn,
  invoiceMission,
  moveToApproved,
  quiet,
  upToRequest,
  valueOf,
} from '../../../support/engine/world.js';

const item = 'Inbox/EMAIL_client-a-invoice.md';
const complexBrief = 'Generate an invoice, send it to the client and log the payment.';

function kinds(engine: Engine): string[] {
  return engine.view().alerts.map(({ kind }) => kind);
}

describe('an item', () => {
  test('that looks complex is suggested for a plan, with the words that matched [US1.1]', async () => {
    const world = await createWorld();
    const engine = await world.start();
    world.vault.outside.write(item, complexBrief);
    await quiet(engine);
    const [alert] = engine.view().alerts;
    expect(alert).toMatchObject({ kind: 'suggestion', path: item });
    expect(alert?.text).toMatch(/^“EMAIL_client-a-invoice” could use a plan \(.*invoice.*\)\.$/);
    expect(world.note(item)).toBe(complexBrief);
  });

  test('is suggested with its title and the reasons; hidden characters in it are made visible', async () => {
    const world = await createWorld();
    const engine = await world.start();
    world.vault.outside.write(item, `---\nfrom: a\n---\n# Invoice\u202e for A\n${complexBrief}`);
    await quiet(engine);
    const [alert] = engine.view().alerts;
    expect(alert?.suggests?.title).toBe('Invoice‹U+202E› for A');
    expect(alert?.suggests?.reasons.join()).toMatch(/Suggested because it mentions .*“send”/);

    world.vault.outside.write(item, `# Another\n${complexBrief}`);
    await quiet(engine);
    expect(engine.view().alerts[0]?.suggests?.title).toBe('Another');
  });

  test('that a person ignored is suggested no more, until they want it again', async () => {
    const world = await createWorld();
    const engine = await world.start();
    world.vault.outside.write(item, complexBrief);
    await quiet(engine);
    expect(kinds(engine)).toEqual(['suggestion']);
    world.config = { ...world.config, ignoredItems: [item] };
    engine.lookAtEverything();
    await quiet(engine);
    expect(kinds(engine)).toEqual([]);
    world.vault.outside.write(item, `${complexBrief} Then call the manager.`);
    await quiet(engine);
    expect(kinds(engine)).toEqual([]);
    world.config = { ...world.config, ignoredItems: [] };
    engine.lookAtEverything();
    await quiet(engine);
    expect(kinds(engine)).toEqual(['suggestion']);
  });

  test('that looks simple is not [US1.2]', async () => {
    const world = await createWorld();
    const engine = await world.start();
    world.vault.outside.write(item, 'Read the memo.');
    await quiet(engine);
    expect(engine.view().alerts).toEqual([]);
    world.vault.outside.write(item, complexBrief);
    await quiet(engine);
    expect(kinds(engine)).toEqual(['suggestion']);
    world.vault.outside.write(item, 'Read the memo.');
    await quiet(engine);
    expect(engine.view().alerts).toEqual([]);
  });

  test('is suggested no more once it has a plan, nor when the plan is finished', async () => {
    const world = await createWorld();
    world.vault.outside.write(item, complexBrief);
    const engine = await world.start();
    await quiet(engine);
    const path = await upToRequest(world, engine);
    expect(kinds(engine)).toEqual([]);
    await moveToApproved(world, engine, path);
    const last = { planId: 'PLAN-2026-001', step: 3, rationale: 'x', actor: 'Agent' as const };
    valueOf(await engine.operations.updatePlanStep(last));
    await quiet(engine);
    expect(world.paths('Plans')).toEqual([]);
    expect(kinds(engine)).toEqual([]);
    await engine.stop();
    const again = await world.start();
    await quiet(again);
    expect(kinds(again)).toEqual([]);
  });

  test('that is deleted is suggested no more', async () => {
    const world = await createWorld();
    world.vault.outside.write(item, complexBrief);
    const engine = await world.start();
    world.vault.outside.remove(item);
    await quiet(engine);
    expect(engine.view().alerts).toEqual([]);
  });
});

describe('a note that is no request', () => {
  test('is left alone in Approved and listed once', async () => {
    const world = await createWorld();
    const engine = await world.start();
    world.vault.outside.write('Approved/mail.md', 'From: a\n\nHello');
    const before = everythingIn(world);
    await quiet(engine);
    expect(engine.view().alerts).toMatchObject([
      {
        kind: 'not_a_request',
        text: '“Approved/mail.md” is not a request.',
        path: 'Approved/mail.md',
      },
    ]);
    expect(world.notices).toHaveLength(1);
    expect(everythingIn(world)).toEqual(before);
  });

  test('is counted where others lie in Pending, and told once', async () => {
    const world = await createWorld();
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      world.vault.outside.write(`Pending_Approval/${name}.md`, 'Hello');
    }
    const engine = await world.start();
    await quiet(engine);
    const text = 'notes in Pending_Approval are not requests: a.md, b.md, c.md and';
    expect(engine.view().alerts).toMatchObject([{ text: `5 ${text} 2 more.` }]);
    world.vault.outside.write('Pending_Approval/f.md', 'Hello');
    await quiet(engine);
    expect(engine.view().alerts).toMatchObject([{ text: `6 ${text} 3 more.` }]);
    expect(world.notices).toHaveLength(1);
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      world.vault.outside.remove(`Pending_Approval/${name}.md`);
    }
    await quiet(engine);
    expect(engine.view().alerts).toEqual([]);
  });

  test.each(['Rejected', 'Plans'])('is nobody’s business in %s', async (folder) => {
    const world = await createWorld();
    const engine = await world.start();
    world.vault.outside.write(`${folder}/note.md`, 'Hello');
    await quiet(engine);
    expect(engine.view().alerts).toEqual([]);
  });
});

describe('a place where something else than a note lies', () => {
  test.each([
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00, 0xd8])],
    ['a note of more than 16 MiB', 'x'.repeat(16 * 1024 * 1024 + 1)],
  ])('is reported by its path and never written: %s', async (_what, content) => {
    const world = await createWorld();
    const engine = await world.start();
    world.vault.outside.write('Approved/odd.md', content);
    const bytes = world.vault.entries.get('Approved/odd.md');
    await quiet(engine);
    expect(engine.view().alerts).toMatchObject([{ kind: 'invalid', path: 'Approved/odd.md' }]);
    valueOf(await engine.operations.initializePlan(invoiceMission));
    await quiet(engine);
    expect(world.vault.entries.get('Approved/odd.md')).toBe(bytes);
    world.vault.outside.remove('Approved/odd.md');
    await quiet(engine);
    expect(engine.view().alerts).toEqual([]);
  });

  test('is reported when it is a link, which is not followed', async () => {
    const world = await createWorld();
    const engine = await world.start();
    world.vault.outside.link('Plans/PLAN-2026-001.md');
    await quiet(engine);
    expect(engine.view().alerts).toMatchObject([
      { kind: 'invalid', path: 'Plans/PLAN-2026-001.md' },
    ]);
  });
});
