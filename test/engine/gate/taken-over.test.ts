import { describe, expect, test } from 'vitest';
import { createPeopleBench, press } from '../people/people-bench.js';
import { quiet } from '../world.js';
import { edit, idOf, requestIn, standalone } from './bench.js';

describe('after a person took over from a ledger of which nothing is known', () => {
  const epoch = 'e-elsewhere';
  const asOf = (text: string) => text.replace(/"epoch":"[^"]*"/, `"epoch":"${epoch}"`);

  test('what it had prepared comes back from another device, and asks [GATE-11]', async () => {
    const bench = await createPeopleBench();
    const path = await standalone(bench);
    const note = asOf(bench.world.note(path)).replace(/request_id: .*/, 'request_id: r-1');
    bench.world.vault.outside.write('Pending_Approval/r-1.md', note);
    await quiet(bench.engine);
    const taken = await bench.engine.people.takeOver({ epoch, gesture: press(bench) });
    expect(taken).toMatchObject({ ok: true });
    await quiet(bench.engine);
    const back = bench.world
      .paths('Pending_Approval')
      .map((name) => requestIn(bench.world, name))
      .find(({ supersedes }) => supersedes === 'r-1');
    expect(back?.text).toContain('It was taken over from another device');
    expect(bench.world.server.calls).toEqual([]);
  });

  test('what this one prepared stays its own, whatever its note says [GATE-11]', async () => {
    const bench = await createPeopleBench();
    const path = await standalone(bench);
    const id = idOf(bench.world, path);
    await bench.engine.people.takeOver({ epoch, gesture: press(bench) });
    await edit(bench, path, asOf);
    expect(idOf(bench.world, path)).toBe(id);
    expect(requestIn(bench.world, path).machine.completion?.epoch).not.toBe(epoch);
    expect(bench.world.records().filter(({ kind }) => kind === 'voided')).toEqual([]);
  });
});
