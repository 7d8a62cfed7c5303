import { describe, expect, test } from 'vitest';
import { everythingIn, quiet, valueOf } from '../../../../support/engine/world.js';
import { planPath, requestId, start } from './one-request.js';

describe('redraft', () => {
  test('takes the place of a pending request under a new id that names the old one', async () => {
    const { world, engine } = await start();
    const drafted = valueOf(
      await engine.operations.redraft({
        requestId,
        arguments: { subject: 'Invoice 01/2026' },
        actor: 'Agent',
      }),
    );
    await quiet(engine);
    expect(drafted.requestId).toBe(`${requestId}-2`);
    const note = world.note(world.only('Pending_Approval'));
    expect(note).toContain(`request_id: ${requestId}-2`);
    expect(note).toContain(`supersedes: ${requestId}\n`);
    expect(note).toContain('  to: client_a@example.com\n  subject: Invoice 01/2026\n');
    expect(world.note(world.only('Archive'))).toContain('status: withdrawn');
    expect(world.note(planPath)).toContain(
      `blocked_reason: "Awaiting Human Approval: ${requestId}-2 since`,
    );
    expect(world.server.calls).toEqual([]);
  });

  test('leaves a rejected request where the person put it, and ends its alert', async () => {
    const { world, engine, path } = await start();
    const rejected = path.replace('Pending_Approval', 'Rejected');
    world.vault.outside.move(path, rejected);
    await quiet(engine);
    expect(engine.view().alerts.map(({ kind }) => kind)).toContain('rejected');
    valueOf(await engine.operations.redraft({ requestId, actor: 'Agent' }));
    await quiet(engine);
    expect(world.note(rejected)).toContain('status: rejected');
    expect(world.only('Pending_Approval')).toBe(`Pending_Approval/${requestId}-2.md`);
    expect(engine.view().alerts.map(({ kind }) => kind)).not.toContain('rejected');
  });

  test('writes nothing when the new draft is refused', async () => {
    const { world, engine } = await start();
    const before = everythingIn(world);
    const bad = JSON.parse('{"__proto__":1}') as Record<string, never>;
    const result = await engine.operations.redraft({ requestId, arguments: bad, actor: 'Agent' });
    expect(result).toMatchObject({ error: { code: 'input_invalid' } });
    expect(everythingIn(world)).toEqual(before);
  });

  test('refuses an unknown request', async () => {
    const { engine } = await start();
    expect(await engine.operations.redraft({ requestId: 'no', actor: 'Agent' })).toMatchObject({
      error: { code: 'request_missing' },
    });
  });
});
