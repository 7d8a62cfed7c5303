import { describe, expect, test } from 'vitest';
import { fail } from '../../../src/core/errors.js';
import { memoryNoteStore } from '../../memory/memory-note-store.js';
import { forgedAudit, forgedBeginning } from './newcomer.js';
import { approvedOnPhone, createDevices } from '../people/desk-and-phone.js';
import { quiet } from '../world.js';
import {
  alertsOf,
  approve,
  calledIds,
  createBench,
  edit,
  idOf,
  inApproved,
  look,
  stamped,
  standalone,
  startEngine,
  type Bench,
} from './bench.js';

const minuteMs = 60_000;
const plan = 'Plans/PLAN-2026-001.md';

/** A phone approved a request; the desk knows of it, and waits because all actions are paused. */
async function waiting() {
  const devices = await createDevices();
  const { desk } = devices;
  const { path, to, stamped } = await approvedOnPhone(devices);
  desk.world.config = { ...desk.world.config, paused: true };
  const { outside } = desk.world.vault;
  const id = idOf(desk.world, path);
  outside.remove(path);
  outside.write(to, stamped);
  await quiet(desk.engine);
  expect(alertsOf(desk, id)).toMatchObject([{ kind: 'waits' }]);
  return { desk, id, to, stamped, outside, planText: desk.world.note(plan) };
}

/** Somebody puts everything back as it was when it was approved, and actions are resumed. */
async function putBack({ desk, to, stamped, outside, planText }: Scene): Promise<void> {
  for (const folder of ['Approved', 'Pending_Approval', 'Rejected']) {
    for (const path of desk.world.paths(folder)) outside.remove(path);
  }
  for (const path of desk.world.paths('Archive')) {
    if (path.includes('PLAN')) outside.remove(path);
  }
  outside.write(plan, planText);
  outside.write(to, stamped);
  await quiet(desk.engine);
  desk.world.config = { ...desk.world.config, paused: false };
  await look(desk);
  await desk.world.clock.advance(10 * minuteMs);
  await quiet(desk.engine);
}

type Scene = Awaited<ReturnType<typeof waiting>>;

const broken = (text: string): string => `${text}\n\`\`\`\n`;
const events = ({ world }: Bench, from = 0): readonly string[] =>
  world
    .records()
    .slice(from)
    .map(({ audit }) => audit.event);

const moves = [
  ['rejected', 'Rejected'],
  ['taken back', 'Pending_Approval'],
] as const;
const cancelled = (text: string): string => text.replace(/^status: .*$/mu, 'status: Cancelled');
const ticked = (text: string): string => text.replace('2. [ ]', '2. [x]');

describe('what a person takes away holds, although somebody takes the stamp off behind them', () => {
  test.each(['while Countersign runs', 'while it does not run'])('%s', async (when) => {
    const scene = await waiting();
    const { desk, to, stamped, outside } = scene;
    if (when !== 'while Countersign runs') await desk.engine.stop();
    outside.remove(to);
    const bare = stamped.replace(/,"stamp":"[^"]*"/u, '');
    outside.write(to.replace('Approved/', 'Pending_Approval/'), bare);
    if (when !== 'while Countersign runs') desk.engine = await startEngine(desk.world);
    await quiet(desk.engine);
    expect(events(desk)).toContain('taken_back');
    await putBack(scene);
    expect(calledIds(desk.world)).toEqual([]);
  });
});

describe('what a person takes away holds, whatever somebody did to the note before', () => {
  const harms: readonly (readonly [string, (scene: Scene) => void])[] = [
    ['broken', ({ outside, to, stamped }) => outside.write(to, broken(stamped))],
    [
      'nameless',
      ({ outside, to, stamped }) =>
        outside.write(to, stamped.replace(/^request_id: .*$/mu, 'request_id:')),
    ],
    ['copied', ({ outside, to, stamped }) => outside.write(to.replace('.md', ' 2.md'), stamped)],
    [
      'named like a conflict copy',
      ({ outside, to }) =>
        outside.move(to, to.replace('.md', '.sync-conflict-20260221-103000-AAAAAAA.md')),
    ],
  ];
  test.each(harms.flatMap(([how, harm]) => moves.map((move) => [how, ...move, harm] as const)))(
    'a %s note that is %s does not run by the old approval [GATE-7] [GATE-17]',
    async (how, what, folder, harm) => {
      const scene = await waiting();
      const { desk, outside } = scene;
      harm(scene);
      await quiet(desk.engine);
      for (const path of desk.world.paths('Approved')) {
        outside.move(path, path.replace('Approved', folder));
        await quiet(desk.engine);
      }
      // Without its id, nothing tells where it went.
      const end = what === 'rejected' && how !== 'nameless' ? 'rejected' : 'taken_back';
      expect(events(desk)).toContain(end);
      await putBack(scene);
      expect(calledIds(desk.world)).toEqual([]);
    },
  );

  test('a note that was overwritten, and moved after that, does not run by the old approval [GATE-7]', async () => {
    const scene = await waiting();
    const { desk, outside, to } = scene;
    outside.write(to, 'No request any more.\n');
    await quiet(desk.engine);
    outside.move(to, to.replace('Approved', 'Rejected'));
    await quiet(desk.engine);
    expect(events(desk)).toContain('taken_back');
    await putBack(scene);
    expect(calledIds(desk.world)).toEqual([]);
  });
});

describe('a note that names a ledger which somebody made up is left alone, and still', () => {
  const others = (text: string): string =>
    text.replace(/"epoch":"[^"]*"/u, '"epoch":"e-yyyyyyyyyy"');
  async function named() {
    const scene = await waiting();
    scene.outside.write(forgedAudit, forgedBeginning('e-yyyyyyyyyy', 2));
    scene.outside.write(scene.to, others(scene.stamped));
    await quiet(scene.desk.engine);
    expect(alertsOf(scene.desk, scene.id)).toMatchObject([{ kind: 'other_device' }]);
    return scene;
  }

  test.each(moves)(
    'does not run by the old approval once it is %s [GATE-7]',
    async (_what, folder) => {
      const scene = await named();
      scene.outside.move(scene.to, scene.to.replace('Approved', folder));
      await quiet(scene.desk.engine);
      await putBack(scene);
      expect(calledIds(scene.desk.world)).toEqual([]);
    },
  );

  test.each([
    ['its plan is cancelled', cancelled],
    ['its step is ticked', ticked],
  ])('does not run by the old approval once %s [GATE-9]', async (_what, end) => {
    const scene = await named();
    scene.outside.write(plan, end(scene.planText));
    await quiet(scene.desk.engine);
    await putBack(scene);
    expect(calledIds(scene.desk.world)).toEqual([]);
  });
});

test.each([
  ['with a copy that lay in Approved', true],
  ['with one that is put there after it', false],
])(
  'a note that is taken back %s does not run by the old approval [GATE-7]',
  async (_how, isBefore) => {
    const scene = await waiting();
    const { desk, outside, to, stamped } = scene;
    const copy = to.replace('.md', ' 2.md');
    if (isBefore) outside.write(copy, stamped);
    await quiet(desk.engine);
    outside.move(to, to.replace('Approved', 'Pending_Approval'));
    if (!isBefore) outside.write(copy, stamped);
    await quiet(desk.engine);
    await putBack(scene);
    expect(calledIds(desk.world)).toEqual([]);
  },
);

test.each([
  ['has a copy', (path: string) => path.replace('.md', ' 2.md')],
  [
    'is named like a conflict copy',
    (path: string) => path.replace('.md', '.sync-conflict-20260221-103000-AAAAAAA.md'),
  ],
])(
  'an edit of a note that %s keeps an approval from before from running [GATE-7]',
  async (how, other) => {
    const devices = await createDevices();
    const { desk } = devices;
    const { path, to, stamped } = await approvedOnPhone(devices);
    const { outside } = desk.world.vault;
    await desk.world.clock.advance(10 * minuteMs);
    const whole = desk.world.note(path);
    outside.write(other(path), whole);
    if (how.startsWith('is')) outside.remove(path);
    await quiet(desk.engine);
    const edited = how.startsWith('is') ? other(path) : path;
    outside.write(edited, whole.replace(/subject: .*/u, 'subject: Corrected'));
    await quiet(desk.engine);
    await desk.world.clock.advance(minuteMs);
    for (const left of desk.world.paths('Pending_Approval')) outside.remove(left);
    outside.write(to, stamped);
    await quiet(desk.engine);
    expect(calledIds(desk.world)).toEqual([]);
  },
);

test('a plan of which one copy is cancelled has its request asked about again [GATE-9]', async () => {
  const scene = await waiting();
  const { desk, outside, planText } = scene;
  outside.write('Plans/copy.md', planText);
  await quiet(desk.engine);
  outside.write(plan, cancelled(planText));
  await quiet(desk.engine);
  outside.remove('Plans/copy.md');
  await putBack(scene);
  expect(calledIds(desk.world)).toEqual([]);
});

test.each([
  ['in small letters', (text: string) => text.replace(/^status: .*$/mu, 'status: cancelled')],
  ['by a bullet', (text: string) => text.replace('2. [ ]', '- [x]')],
  [
    'as the Tasks plugin ticks it',
    (text: string) => text.replace(/2\. \[ \](.*) \^s2$/mu, '2. [x]$1 ✅ 2026-02-21 ^s2'),
  ],
  [
    'below a code block that is not closed',
    (text: string) => ticked(text).replace('## Context', '```\n## Context'),
  ],
])('a plan that cannot be read ends its request also %s [GATE-9]', async (_how, end) => {
  const scene = await waiting();
  const { desk, outside, planText } = scene;
  const broken = planText.replace(/^priority: .*$/mu, 'priority: x');
  outside.write(plan, broken);
  await quiet(desk.engine);
  outside.write(plan, end(broken));
  await quiet(desk.engine);
  await putBack(scene);
  expect(calledIds(desk.world)).toEqual([]);
});

describe('an edit in Pending that cannot be prepared', () => {
  test.each([
    [
      'is not what the tool takes',
      (text: string) => text.replace(/^( *)subject:/mu, '$1colour: red\n$1subject:'),
    ],
    ['breaks the note', broken],
  ])('because it %s keeps an approval from before from running [GATE-7]', async (_why, edit) => {
    const devices = await createDevices();
    const { desk } = devices;
    const { path, to, stamped } = await approvedOnPhone(devices);
    const { outside } = desk.world.vault;
    await desk.world.clock.advance(10 * minuteMs);
    outside.write(path, edit(desk.world.note(path)));
    await quiet(desk.engine);
    await desk.world.clock.advance(minuteMs);
    outside.remove(path);
    outside.write(to, stamped);
    await quiet(desk.engine);
    expect(calledIds(desk.world)).toEqual([]);
  });
});

describe('a request is withdrawn although', () => {
  const unreadable = (text: string): string => text.replace(/^priority: .*$/mu, 'priority: x');
  test.each([
    ['its note is away while its plan is cancelled', 'note', cancelled],
    ['its note is away while its step is ticked', 'note', ticked],
    ['its plan has a copy, and both are cancelled', 'copy', cancelled],
    ['its plan has a copy, and its step is ticked in both', 'copy', ticked],
    ['its plan cannot be read when it is cancelled', 'broken', cancelled],
    ['its plan cannot be read when its step is ticked', 'broken', ticked],
  ])('%s [GATE-9]', async (_when, harm, end) => {
    const scene = await waiting();
    const { desk, id, outside, to, planText } = scene;
    if (harm === 'note') outside.remove(to);
    if (harm === 'copy') outside.write('Plans/copy.md', planText);
    if (harm === 'broken') outside.write(plan, unreadable(planText));
    await quiet(desk.engine);
    for (const path of desk.world.paths('Plans')) outside.write(path, end(desk.world.note(path)));
    await quiet(desk.engine);
    expect(events(desk)).toContain('withdrawn');
    for (const path of desk.world.paths('Plans')) outside.remove(path);
    await putBack(scene);
    expect(calledIds(desk.world)).toEqual([]);
    expect(desk.world.records().filter(({ kind }) => kind === 'voided')).toMatchObject([{ id }]);
  });
});

test.each([
  ['as it is', (text: string) => text],
  ['without its stamp', (text: string) => text.replace(/,"stamp":"[^"]*"/u, '')],
])(
  'while a returned note is still under its old id, no other note, %s, is taken for it [GATE-9]',
  async (_how, change) => {
    let isFull = false;
    const bench = await createBench({
      config: { paused: true },
      ports: ({ vault }) => {
        const store = memoryNoteStore(vault);
        const full = fail(
          'note_not_a_file',
          'A file is in the place of this folder.',
          'Remove it.',
        );
        return {
          store: {
            ...store,
            move: (from, to) => (isFull ? Promise.resolve(full) : store.move(from, to)),
          },
        };
      },
    });
    const path = await standalone(bench);
    await approve(bench, path);
    const { outside } = bench.world.vault;
    const to = inApproved(path);
    isFull = true;
    outside.write(to, bench.world.note(to).replace(/subject: .*/u, 'subject: Edited'));
    await quiet(bench.engine);
    const [voided] = bench.world.records().filter((one) => one.kind === 'voided');
    const successor = voided?.successor ?? '';
    const evil = bench.world
      .note(to)
      .replace(/^request_id: (.*)$/mu, `request_id: ${successor}\nsupersedes: $1`)
      .replace('subject: Edited', 'subject: Evil');
    outside.write('Pending_Approval/evil.md', change(evil));
    await quiet(bench.engine);
    isFull = false;
    await bench.world.clock.advance(2 * minuteMs);
    await quiet(bench.engine);
    // Two notes have the new id, and a person is asked which it is.
    expect(bench.world.paths('Archive')).toEqual([]);
    expect(alertsOf(bench, successor)).toMatchObject([{ kind: 'duplicate' }]);
  },
);

test('what was edited after it came back is not told as what was approved', async () => {
  const bench = await createBench();
  const path = await standalone(bench);
  bench.world.server.tools = bench.world.server.tools.map((tool) => ({
    ...tool,
    description: `${tool.description ?? ''} And more.`,
  }));
  await approve(bench, path);
  const back = bench.world.only('Pending_Approval');
  const id = idOf(bench.world, back);
  expect(alertsOf(bench, id)[0]?.text).toContain('came back:');
  await edit(bench, back, (text) => text.replace(/subject: .*/u, 'subject: Evil'));
  expect(alertsOf(bench, id)[0]?.text).toContain('was edited after it came back.');
});

const withStamp = (text: string, stamp: string): string =>
  text.replace(/\} %%/u, `,"stamp":"${stamp}"} %%`);

test('nobody is said to have approved what only bears the text of an approval', async () => {
  const bench = await createBench();
  const path = await standalone(bench);
  await edit(bench, path, (text) => withStamp(text, 'x'));
  const told = bench.world
    .records()
    .map(({ audit }) => audit.detail)
    .join('\n');
  expect(told).toContain('has a stamp, which counts only in Approved');
  expect(told).not.toContain('had been approved');
  const other = await standalone(bench, { title: 'other' });
  // Everything is as in a stamp but for the first letters of digest and signature.
  const flip = (letter: string): string => (letter === 'a' ? 'b' : 'a');
  const made = (await stamped(bench, other)).replace(
    /("stamp":"v1~[^~]*~[^~]*~)(.)([^~]*~)(.)/u,
    (_all, head: string, a: string, between: string, b: string) =>
      head + flip(a) + between + flip(b),
  );
  bench.world.vault.outside.remove(other);
  bench.world.vault.outside.write(inApproved(other), made);
  await quiet(bench.engine);
  const last = bench.world
    .records()
    .map(({ audit }) => audit.detail)
    .join('\n');
  expect(last).toContain('Its note has a stamp that is for other content.');
  expect(last).not.toContain('after it was approved');
});

test('of more copies in Pending than are read, one counts as an edit [GATE-7]', async () => {
  const scene = await waiting();
  const { desk, outside, to, stamped } = scene;
  const whole = stamped.replace(/,"stamp":"[^"]*"/u, '');
  for (let copy = 0; copy <= 20; copy += 1) {
    outside.write(to.replace('Approved', 'Pending_Approval').replace('.md', ` ${copy}.md`), whole);
  }
  await quiet(desk.engine);
  await putBack(scene);
  expect(calledIds(desk.world)).toEqual([]);
});
