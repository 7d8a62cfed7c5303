import { expect, test } from 'vitest';
import { quiet } from '../../../../support/engine/world.js';
import {
  calledIds,
  deafTo,
  startEngine,
  type Bench,
} from '../../../../support/engine/gate-bench.js';
import {
  inPlan,
  plan,
  putBack,
  resumed,
  waiting,
  type Change,
} from '../../../../support/engine/waiting-approval.js';

const line = /^1\. \[ \] (Write the invoice.*)\n/mu;
const rewritten = (to: string): Change => inPlan((text) => text.replace(line, to));

/** The step before the ✋ step is open again, and an approval waits for it. */
const waitingForStep = (reads = '1. [ ] $1\n') =>
  waiting(({ world }: Bench) => {
    const text = world.note(plan).replace(/^1\. \[x\] (Write the invoice.*)\n/mu, reads);
    world.vault.outside.write(plan, text);
  });

const lost: readonly (readonly [string, Change])[] = [
  ['is indented below one that is done', rewritten('1. [x] Begun\n\t1. [ ] $1\n')],
  ['gets a mark of two characters', rewritten('1. [⏸️] $1\n')],
  ['gets a word as its mark', rewritten('1. [wait] $1\n')],
  ['loses its box', rewritten('1. $1\n')],
  ['is quoted', rewritten('> 1. [ ] $1\n')],
  ['is cut', rewritten('')],
];

test.each(lost)(
  'an approval is taken back when an open step that comes before %s [GATE-9]',
  async (_what, change) => {
    const scene = await waitingForStep();
    change(scene);
    expect(await resumed(scene)).toEqual([]);
    putBack(scene);
    scene.outside.write(plan, scene.planText.replace(line, '1. [x] $1\n'));
    expect(await resumed(scene)).toEqual([]);
  },
);

test.each(lost)('also when it %s while nothing runs [GATE-7] [GATE-9]', async (_what, change) => {
  const scene = await waitingForStep();
  await scene.desk.engine.stop();
  change(scene);
  scene.desk.engine = await startEngine(scene.desk.world, { signer: scene.desk.signer });
  expect(await resumed(scene)).toEqual([]);
});

test.each<[string, Change]>([
  ['is ticked', rewritten('1. [x] $1\n')],
  ['is reworded under its id, and ticked', rewritten('1. [x] Write it ^s1\n')],
  [
    'is moved behind',
    inPlan((text) =>
      text.replace(line, '').replace(/^(2\. .*)\n/mu, '$1\n3. [ ] Write the invoice ^s1\n'),
    ),
  ],
])('an approval stands when a step that comes before %s', async (_what, change) => {
  const scene = await waitingForStep('1. [ ] Write the invoice ^s1\n');
  change(scene);
  expect(await resumed(scene)).toHaveLength(1);
});

test('a step that comes before may get an id', async () => {
  const scene = await waitingForStep();
  rewritten('1. [ ] $1 ^s1\n')(scene);
  await quiet(scene.desk.engine);
  expect(calledIds(scene.desk.world)).toEqual([]);
  scene.outside.write(plan, scene.planText.replace(line, '1. [x] $1 ^s1\n'));
  expect(await resumed(scene)).toHaveLength(1);
});

test('the plan is read once more before the call, whoever told of its change [GATE-11]', async () => {
  const scene = await waitingForStep();
  const { desk } = scene;
  await desk.engine.stop();
  desk.engine = await startEngine(desk.world, {
    signer: desk.signer,
    ...deafTo(plan)(desk.world),
  });
  await quiet(desk.engine);
  rewritten('')(scene);
  expect(await resumed(scene)).toEqual([]);
});
