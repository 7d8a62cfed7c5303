import { expect, test } from 'vitest';
import { ok } from '../../../../../src/core/errors.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  calledIds,
  deafTo,
  startEngine,
  type Bench,
} from '../../../../support/engine/gate-bench.js';
import {
  inPlan,
  mail,
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
  ['is moved to another place before it', rewritten('1. [x] Look\n2. [x] $1\n')],
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

test('a plan that is renamed is one that went, also where the new name is told first [GATE-9]', async () => {
  const scene = await waitingForStep();
  const { desk, outside } = scene;
  outside.write('Plans/Invoice.md', scene.planText);
  await quiet(desk.engine);
  outside.remove(plan);
  await quiet(desk.engine);
  outside.write('Plans/Invoice.md', scene.planText.replace(line, '1. [x] $1\n'));
  expect(await resumed(scene)).toEqual([]);
});

test.each<[string, (text: string) => string]>([
  ['loses a step', (text) => text.replace(line, '')],
  [
    'has another ✋ step of the same words done',
    (text) =>
      text
        .replace(line, '1. [x] $1\n')
        .replace(/^(2\. \[ \] (✋ Send email .*) \^s2)$/mu, '$1\n3. [x] $2 ^s8'),
  ],
])('a plan that %s only while it is read lets nothing run [GATE-11]', async (_what, change) => {
  const scene = await waitingForStep();
  const { desk } = scene;
  await desk.engine.stop();
  const store = memoryNoteStore(desk.world.vault);
  let isSwapped = false;
  const read: typeof store.read = async (path) => {
    const found = await store.read(path);
    return isSwapped && path === plan && found.ok ? ok(change(found.value)) : found;
  };
  desk.engine = await startEngine(desk.world, { signer: desk.signer, store: { ...store, read } });
  await quiet(desk.engine);
  isSwapped = true;
  expect(await resumed(scene)).toEqual([]);
});

/** The plan whose first step is replaced by `steps`. */
const beginning =
  (steps: string) =>
  (text: string): string =>
    text.replace(/^1\. \[x\] Write the invoice.*\n/mu, steps);
const ask = '1. [ ] Ask the lawyer\n';
/** Puts a step behind the ✋ step. */
const behind = (text: string): string => text.replace(/^(2\. .*\n)/mu, `$1${ask}`);
const cut = (text: string): string => text.replace(ask, '');

type Edit = (text: string) => string;
test.each<[string, Edit, Edit]>([
  ['is moved behind', beginning(ask), (text) => behind(cut(text))],
  ['is cut, and one behind reads the same', (text) => behind(beginning(ask)(text)), cut],
  ['is cut, and one that is done reads the same', beginning(`1. [x] Ask the lawyer\n${ask}`), cut],
  [
    'is cut, and another of the same words is done',
    beginning(`${ask}${ask}`),
    (text) => cut(text).replace(ask, '1. [x] Ask the lawyer\n'),
  ],
  [
    'is not what “after 2” means any more',
    (text) =>
      beginning(`1. [x] Look\n${ask}3. [x] Write\n`)(text).replace(mail, '✋ $1 (after 2) ^s2'),
    (text) => text.replace('1. [x] Look\n', ''),
  ],
])(
  'an approval is taken back when a step that comes first %s [GATE-9]',
  async (_what, had, has) => {
    const scene = await waiting(({ world }: Bench) => {
      world.vault.outside.write(plan, had(world.note(plan)));
    });
    const { desk, outside } = scene;
    const text = desk.world.note(plan);
    expect(has(text)).not.toBe(text);
    outside.write(plan, has(text));
    expect(await resumed(scene)).toEqual([]);
    expect(desk.world.note(plan)).toContain('Ask the lawyer” had to be done first, and');
  },
);

test('a step that comes first is the same step when sync writes its letters in two pieces', async () => {
  const scene = await waitingForStep('1. [ ] Call the caf\u00e9\n');
  const text = scene.desk.world.note(plan);
  scene.outside.write(plan, text.replace('[ ] Call the caf\u00e9', '[x] Call the cafe\u0301'));
  expect(await resumed(scene)).toHaveLength(1);
});

test('a step that came first since is known at the next start, and the ledger holds it once', async () => {
  const scene = await waitingForStep();
  const { desk, outside } = scene;
  const before = desk.world.ledgerFile.text?.length ?? 0;
  const long = `1. [ ] ${'Read it again. '.repeat(100)}\n`;
  for (const steps of [long, `${long}${ask}`]) {
    outside.write(plan, scene.planText.replace(line, `${steps}1. [ ] $1\n`));
    await quiet(desk.engine);
  }
  const grown = (desk.world.ledgerFile.text?.length ?? 0) - before;
  expect(grown).toBeGreaterThan(long.length);
  expect(grown).toBeLessThan(2 * long.length + 1_000);
  await desk.engine.stop();
  outside.write(plan, scene.planText.replace(line, '1. [x] Ask the lawyer\n1. [x] $1\n'));
  desk.engine = await startEngine(desk.world, { signer: desk.signer });
  expect(await resumed(scene)).toEqual([]);
});
