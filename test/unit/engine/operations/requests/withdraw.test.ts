import { describe, expect, test } from 'vitest';
import { everythingIn, quiet, valueOf } from '../../../../support/engine/world.js';
import { planPath, requestId, start } from './one-request.js';

describe('withdraw', () => {
  test('voids the id, archives the note with the reason, and lets the plan go on', async () => {
    const { world, engine } = await start();
    const reason = 'Client A phoned.';
    valueOf(await engine.operations.withdraw({ requestId, reason, actor: 'Human' }));
    await quiet(engine);
    const archived = world.note(world.only('Archive'));
    expect(archived).toContain('status: withdrawn');
    expect(archived).toContain('> [!warning] Countersign: Client A phoned.');
    expect(world.paths('Pending_Approval')).toEqual([]);
    const plan = world.note(planPath);
    expect(plan).toContain('status: Active');
    expect(plan).toContain(`Withdrew request for step 2 — Client A phoned (request ${requestId}).`);
    expect(plan).toContain('Countersign: Block resolved — ');
    expect(plan).toContain('2. [ ] ✋');
    expect(world.records().find(({ kind }) => kind === 'voided')).toMatchObject({
      id: requestId,
      why: 'withdrawn',
      audit: { actor: 'Human', event: 'withdrawn' },
    });
  });

  test.each([
    ['an unknown request', 'nothing', 'because', 'request_missing'],
    ['no reason', requestId, ' ', 'input_invalid'],
  ])('refuses %s and writes nothing', async (_what, id, reason, code) => {
    const { world, engine } = await start();
    const before = everythingIn(world);
    const input = { requestId: id, reason, actor: 'Human' as const };
    expect(await engine.operations.withdraw(input)).toMatchObject({ error: { code } });
    expect(everythingIn(world)).toEqual(before);
  });

  test('names the request that took the place of one that came back', async () => {
    const { world, engine, path } = await start();
    world.server.reachable = false;
    world.vault.outside.move(path, path.replace('Pending_Approval', 'Approved'));
    await quiet(engine);
    await world.clock.advance(120_000);
    await quiet(engine);
    const [waiting] = await engine.reviews(1);
    expect(waiting?.requestId).not.toBe(requestId);
    expect(await engine.personActions.withdraw({ requestId })).toMatchObject({
      error: { message: `${requestId} came back as ${waiting?.requestId}.` },
    });
  });

  test('refuses while two notes carry the id', async () => {
    const { world, engine, path } = await start();
    world.vault.outside.write('Pending_Approval/copy.md', world.note(path));
    await quiet(engine);
    const before = everythingIn(world);
    const result = await engine.operations.withdraw({ requestId, reason: 'x', actor: 'Human' });
    expect(result).toMatchObject({ error: { code: 'request_duplicate' } });
    expect(everythingIn(world)).toEqual(before);
  });

  test('refuses a request whose call is being made', async () => {
    const { world, engine, path } = await start();
    let refused: unknown;
    const { answer } = world.server;
    world.server.answer = async (call) => {
      refused = await engine.operations.withdraw({ requestId, reason: 'x', actor: 'Human' });
      return answer(call);
    };
    world.vault.outside.move(path, path.replace('Pending_Approval', 'Approved'));
    await quiet(engine);
    expect(refused).toMatchObject({ error: { code: 'request_not_open' } });
    expect(world.only('Done/Actions')).toBe(`Done/Actions/${requestId}.md`);
  });

  test('of two at the same moment the first counts, and one end is recorded', async () => {
    const { world, engine } = await start();
    const [first, second] = await Promise.all(
      ['Client A phoned.', 'Not needed.'].map((reason) =>
        engine.operations.withdraw({ requestId, reason, actor: 'Human' }),
      ),
    );
    await quiet(engine);
    expect([first, second]).toMatchObject([{ ok: true }, { ok: true }]);
    const ends = world.records().filter(({ kind }) => kind === 'voided');
    expect(ends).toMatchObject([{ reason: 'Client A phoned.' }]);
    expect(world.note(world.only('Archive'))).toContain('Client A phoned.');
    expect(world.note(planPath)).not.toContain('Not needed.');
  });
});
