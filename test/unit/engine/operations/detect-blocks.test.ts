import { describe, expect, test } from 'vitest';
import {
  createWorld,
  invoiceMission,
  quiet,
  upToRequest,
  valueOf,
} from '../../../support/engine/world.js';

describe('detectBlocks', () => {
  test('tells which plans wait for which requests [FR-015] [R6.6] [SC-005]', async () => {
    const world = await createWorld();
    const engine = await world.start();
    expect(valueOf(await engine.operations.detectBlocks({}))).toEqual([]);
    await engine.operations.initializePlan({ ...invoiceMission, sourceLink: '[[other]]' });
    const path = await upToRequest(world, engine);
    await engine.operations.initializePlan({ ...invoiceMission, sourceLink: '[[third]]' });
    const blocks = valueOf(await engine.operations.detectBlocks({}));
    expect(blocks).toMatchObject([
      { plan: { planId: 'PLAN-2026-001', status: 'Blocked' }, waitingFor: [{ path }] },
    ]);
  });

  test('does not count a request that was answered [FR-015] [R6.6]', async () => {
    const world = await createWorld();
    const engine = await world.start();
    const path = await upToRequest(world, engine);
    world.vault.outside.move(path, path.replace('Pending_Approval', 'Rejected'));
    await quiet(engine);
    const requestId = path.replace(/^.*\/|\.md$/g, '');
    const redrafted = valueOf(await engine.operations.redraft({ requestId, actor: 'Agent' }));
    const [block] = valueOf(await engine.operations.detectBlocks({}));
    expect(world.paths('Rejected')).toHaveLength(1);
    expect(block?.waitingFor.map((request) => request.path)).toEqual([redrafted.path]);
  });

  test('finds a block at once, without waiting for anything else that runs', async () => {
    const world = await createWorld();
    const engine = await world.start();
    const path = await upToRequest(world, engine);
    let answer: (() => void) | undefined;
    const { answer: success } = world.server;
    world.server.answer = async (call) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return success(call);
    };
    world.vault.outside.move(path, path.replace('Pending_Approval', 'Approved'));
    while (!answer) await new Promise((resolve) => setImmediate(resolve));
    expect(valueOf(await engine.operations.detectBlocks({}))).toEqual([]);
    answer();
    await quiet(engine);
    expect(world.paths('Done/Actions')).toHaveLength(1);
  });
});
