import { expect, test } from 'vitest';
import { startEngine } from './bench.js';
import { inNote, notSo, resumed, waiting, type Change } from './waiting-approval.js';

test.each<readonly [string, Change]>([
  ...notSo,
  [
    'its note gives another reason',
    inNote((text) => text.replace(/^Rationale.*$|^rationale: .*$/mu, 'rationale: DO NOT RUN')),
  ],
])(
  'an approval counts no more if, while nothing runs, %s, and that stays so [GATE-7] [GATE-9]',
  async (_what, change) => {
    const scene = await waiting();
    const { desk } = scene;
    await desk.engine.stop();
    change(scene);
    desk.engine = await startEngine(desk.world, { signer: desk.signer });
    expect(await resumed(scene)).toEqual([]);
  },
);

test('an approval counts after a restart if nothing was changed [GATE-7]', async () => {
  const scene = await waiting();
  const { desk } = scene;
  await desk.engine.stop();
  desk.engine = await startEngine(desk.world, { signer: desk.signer });
  expect(await resumed(scene)).toHaveLength(1);
});
