import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../../src/core/errors.js';
import type { DeviceConfig } from '../../../../src/core/settings/device-config.js';
import {
  createPeopleBench,
  drag,
  onlyReview,
  type PeopleBench,
} from '../../../support/engine/people-bench.js';
import { quiet } from '../../../support/engine/world.js';
import { move, planned } from '../../../support/engine/gate-bench.js';

const trusted = (holdSeconds?: number): Promise<PeopleBench> =>
  createPeopleBench({
    config: { trustMoves: true, ...(holdSeconds === undefined ? {} : { holdSeconds }) },
    ports: () => ({ hasUndoWindow: true }),
  });

/** It is held so long, not a moment less, and then runs once. */
async function isHeldFor({ world, engine }: PeopleBench, seconds: number): Promise<void> {
  await world.clock.advance(seconds * 1_000 - 1);
  await quiet(engine);
  expect(world.server.calls).toEqual([]);
  await world.clock.advance(1);
  await quiet(engine);
  expect(world.server.calls).toHaveLength(1);
}

describe('the hold time of a device', () => {
  test.each([5, 30, 300])('is how long a trusted move is held: %i s [GATE-23]', async (seconds) => {
    const bench = await trusted(seconds);
    await move(bench, await planned(bench));
    await isHeldFor(bench, seconds);
  });

  test.each([5, 30, 300])('is how long a drag is held: %i s [GATE-23]', async (seconds) => {
    const bench = await createPeopleBench({ config: { holdSeconds: seconds } });
    await planned(bench);
    const { result } = await drag(bench, await onlyReview(bench));
    expect(result).toEqual({
      ok: true,
      value: { untilMs: bench.world.clock.now() + seconds * 1_000 },
    });
    await isHeldFor(bench, seconds);
  });

  // No file that says so is read; whatever else says so is not believed either.
  test.each([0, -5, 4, 7.5, NaN, 1e9])(
    'that cannot be one holds longest, never not at all: %d [GATE-23]',
    async (holdSeconds) => {
      const moved = await trusted(holdSeconds);
      await move(moved, await planned(moved));
      await isHeldFor(moved, 300);

      const dragged = await createPeopleBench({ config: { holdSeconds } });
      await planned(dragged);
      await drag(dragged, await onlyReview(dragged));
      await isHeldFor(dragged, 300);
    },
  );

  test('that is made shorter counts for the next move; what is held keeps the time that was told [GATE-23]', async () => {
    const bench = await trusted(60);
    await move(bench, await planned(bench));
    bench.world.config = { ...bench.world.config, holdSeconds: 5 };
    bench.engine.lookAtEverything();
    await isHeldFor(bench, 60);
  });

  test('that cannot be read lets no drag be held: it stays unsigned, and nothing runs [GATE-21]', async () => {
    const invalid: Problem = {
      code: 'device_state_invalid',
      message: 'holdSeconds must be a whole number.',
      advice: 'Correct that key.',
    };
    let config: DeviceConfig | Problem | null = null;
    const bench = await createPeopleBench({
      ports: (world) => ({ config: () => config ?? world.config }),
    });
    await planned(bench);
    const review = await onlyReview(bench);
    config = invalid;
    const { result } = await drag(bench, review);
    expect(result).toMatchObject({ ok: false });
    await bench.world.clock.advance(600_000);
    await quiet(bench.engine);
    expect(bench.world.server.calls).toEqual([]);
    expect(
      bench.world.paths('').filter((path) => bench.world.note(path).includes('"stamp"')),
    ).toEqual([]);
  });
});
