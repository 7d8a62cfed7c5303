import { expect, test } from 'vitest';
import { approvedOnPhone, createDevices } from '../../../../support/engine/desk-and-phone.js';
import { quiet } from '../../../../support/engine/world.js';
import { planned, standalone, startEngine } from '../../../../support/engine/gate-bench.js';
import {
  inNote,
  notSo,
  plan,
  putBack,
  resumed,
  status,
  waiting,
  type Change,
  type Scene,
} from '../../../../support/engine/waiting-approval.js';

const reworded = inNote((text) => text.replace(/^rationale: .*$/mu, 'rationale: DO NOT RUN'));
const changes: readonly (readonly [string, Change])[] = [
  ...notSo,
  ['its note gives another reason', reworded],
];
const ofPlan = notSo.filter(([what]) => /plan|step/u.test(what));
const ofNote = changes.filter(([what]) => what.includes('its note'));

/** Nothing keeps it waiting any more at the next start. */
async function startResumed(scene: Scene): Promise<readonly string[]> {
  scene.desk.world.config = { ...scene.desk.world.config, paused: false };
  await startAgain(scene);
  return resumed(scene);
}

test.each([
  ...changes.map((change) => [...change, planned] as const),
  ...ofNote.map(([what, change]) => [`${what}, of no plan`, change, standalone] as const),
])(
  'an approval counts no more if, while nothing runs, %s [GATE-7] [GATE-9]',
  async (_what, change, draft) => {
    const scene = await waiting(undefined, draft);
    await scene.desk.engine.stop();
    change(scene);
    expect(await startResumed(scene)).toEqual([]);
  },
);

test('an approval counts after a restart if nothing was changed [GATE-7]', async () => {
  const scene = await waiting();
  const { desk } = scene;
  await desk.engine.stop();
  desk.engine = await startEngine(desk.world, { signer: desk.signer });
  expect(await resumed(scene)).toHaveLength(1);
});

/** A phone approved a request; the desk, which does not know that yet, ends. */
async function onItsWay(
  before: (desk: Scene['desk']) => Promise<void> = async () => undefined,
): Promise<Scene> {
  const devices = await createDevices();
  const { desk } = devices;
  const drafted = await planned(desk);
  await before(desk);
  const { path, to, stamped } = await approvedOnPhone(devices, drafted);
  await desk.engine.stop();
  const { outside } = desk.world.vault;
  return { desk, id: '', path, to, stamped, outside, planText: desk.world.note(plan) };
}

async function startAgain({ desk }: Scene): Promise<void> {
  desk.engine = await startEngine(desk.world, { signer: desk.signer });
  await quiet(desk.engine);
}

test.each(ofPlan)(
  'an approval on its way counts no more if a start finds that %s [GATE-7] [GATE-9]',
  async (_what, change) => {
    const scene = await onItsWay();
    change(scene);
    await startAgain(scene);
    putBack(scene);
    expect(await resumed(scene)).toEqual([]);
  },
);

test('an approval on its way counts after a restart, and after one that found nothing new [GATE-7]', async () => {
  const scene = await onItsWay();
  await startAgain(scene);
  await scene.desk.engine.stop();
  await startAgain(scene);
  putBack(scene);
  expect(await resumed(scene)).toHaveLength(1);
});

/** Somebody edits the plan, and edits it back, while the desk runs. */
const thereAndBack = (change: Change) => async (desk: Scene['desk']) => {
  const { outside } = desk.world.vault;
  const planText = desk.world.note(plan);
  change({ desk, id: '', path: '', to: '', stamped: '', outside, planText });
  await quiet(desk.engine);
  outside.write(plan, planText);
  await quiet(desk.engine);
};

const twice = /is a draft|blocked by somebody|reads like it/u;

test.each(notSo.filter(([what]) => twice.test(what)))(
  'that is so too if it was like that before, while something ran: %s [GATE-9]',
  async (_what, change) => {
    const scene = await onItsWay(thereAndBack(change));
    change(scene);
    await startAgain(scene);
    putBack(scene);
    expect(await resumed(scene)).toEqual([]);
  },
);

const toDraft: Change = ({ outside, planText }) => {
  outside.write(plan, status('Draft')(planText));
};

test.each<readonly [string, Change]>([
  ['the plan of what lies in Pending is a draft', toDraft],
  [
    'the plan of what lies in Approved is a draft',
    (scene) => {
      scene.outside.move(scene.path, scene.to);
      toDraft(scene);
    },
  ],
  [
    'a note in Approved cannot be read',
    ({ outside, path, to }) => {
      outside.write(to, `${outside.read(path) ?? ''}\n\`\`\`\n`);
    },
  ],
  [
    'there is a copy in Rejected',
    ({ outside, path }) => {
      outside.write(path.replace('Pending_Approval', 'Rejected'), outside.read(path) ?? '');
    },
  ],
])('that %s is recorded at one start, and not at each', async (_place, move) => {
  const scene = await onItsWay();
  const { desk } = scene;
  move(scene);
  await startAgain(scene);
  const asItWas = () => ({
    notes: [scene.path, scene.to].map((path) => scene.outside.read(path)),
    records: desk.world.records().filter(({ audit }) => audit.request_id !== undefined),
  });
  const before = asItWas();
  await desk.engine.stop();
  await startAgain(scene);
  expect(asItWas()).toEqual(before);
});
