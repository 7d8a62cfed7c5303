import { describe, expect, test } from 'vitest';
import { fail } from '../../../../../src/core/errors.js';
import { memoryAuditLog } from '../../../../support/memory/memory-audit-log.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import { settle } from '../../../../support/memory/virtual-clock.js';
import { approvedOnPhone, createDevices } from '../../../../support/engine/desk-and-phone.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  alertsOf,
  approve,
  calledIds,
  createBench,
  edit,
  idOf,
  inApproved,
  stamped,
  standalone,
  startEngine,
} from '../../../../support/engine/gate-bench.js';

import {
  broken,
  cancelled,
  events,
  minuteMs,
  moved,
  putBack,
  resumed,
  ticked,
  waiting,
} from '../../../../support/engine/waiting-approval.js';

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
  test.each([
    ['its note is away while its plan is cancelled', 'note', cancelled],
    ['its note is away while its step is ticked', 'note', ticked],
    ['its plan has a copy, and both are cancelled', 'copy', cancelled],
    ['its plan has a copy, and its step is ticked in both', 'copy', ticked],
  ])('%s [GATE-9]', async (_when, harm, end) => {
    const scene = await waiting();
    const { desk, id, outside, to, planText } = scene;
    if (harm === 'note') outside.remove(to);
    if (harm === 'copy') outside.write('Plans/copy.md', planText);
    await quiet(desk.engine);
    for (const path of desk.world.paths('Plans')) outside.write(path, end(desk.world.note(path)));
    await quiet(desk.engine);
    expect(events(desk)).toContain('withdrawn');
    for (const path of desk.world.paths('Plans')) outside.remove(path);
    putBack(scene);
    expect(await resumed(scene)).toEqual([]);
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
  expect(told).toContain('has a stamp, which is valid only in Approved');
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

test('what is moved back while many lines of another computer are read is not called [GATE-9] [GATE-11]', async () => {
  const scene = await waiting();
  const { desk, outside } = scene;
  const { clock, vault } = desk.world;
  const log = memoryAuditLog(vault);
  const isAbout = () => desk.world.records().at(-1)?.kind === 'intent';
  let rests = 0;
  await desk.engine.stop();
  desk.engine = await startEngine(desk.world, {
    auditLog: {
      ...log,
      read(...args) {
        const lines = '{"event":"intent"}\n'.repeat(isAbout() ? 2_500 : 0);
        if (lines) outside.write('Logs/audit/d-phone22222-2026-02.jsonl', lines);
        return log.read(...args);
      },
    },
    clock: {
      now: () => clock.now(),
      setTimer(delayMs, callback) {
        if (delayMs > 0 || !isAbout()) return clock.setTimer(delayMs, callback);
        rests += 1;
        moved('Pending_Approval')(scene);
        void settle().then(() => {
          putBack(scene);
          callback();
        });
        return () => undefined;
      },
    },
  });
  expect(await resumed(scene)).toEqual([]);
  expect(rests).toBe(1);
});
