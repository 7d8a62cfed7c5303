import { expect, test } from 'vitest';
import { CountersignError, fail } from '../../../../src/core/errors.js';
import { folderUnreadable } from '../../../../src/core/note/note-problems.js';
import type { NoteStore } from '../../../../src/ports/note-store.js';
import { memoryNoteStore } from '../../../support/memory/memory-note-store.js';
import {
  createWorld,
  moveToApproved,
  quiet,
  upToRequest,
  type World,
} from '../../../support/engine/world.js';
import { ann, filed, loop, settle, simple, stages, all } from '../tasks/task-world.js';

const hour = 3_600_000;

/** A store that cannot read some folders; the process that watches them is told so. */
function lockedStore(world: World) {
  const locked = new Set<string>();
  const store = memoryNoteStore(world.vault);
  let say: (folder: string) => void = () => undefined;
  const problemOf = (folder: string) =>
    folderUnreadable(folder, 'access is denied (EACCES)', true).error;
  const isLocked = (path: string): boolean =>
    [...locked].some((folder) => path.startsWith(`${folder}/`));
  const port: NoteStore = {
    ...store,
    async list(folder, onUnreadable) {
      for (const one of locked) {
        if (`${one}/`.startsWith(`${folder}/`)) onUnreadable?.(one, problemOf(one));
      }
      return (await store.list(folder)).filter(({ path }) => !isLocked(path));
    },
    read: (path) =>
      isLocked(path)
        ? Promise.resolve(folderUnreadable(path, 'access is denied (EACCES)', true))
        : store.read(path),
    watch(onChange, onUnreadable) {
      say = (folder) => onUnreadable?.(folder, problemOf(folder));
      return store.watch(onChange);
    },
  };
  const lock = (folder: string): void => {
    locked.add(folder);
    say(folder);
  };
  return { port, locked, lock };
}

const noPending = {
  kind: 'unread_folder',
  text: 'The folder “Pending_Approval” can’t be read: access is denied (EACCES).',
  advice: 'Fix its permissions.',
};

test('a request in a folder that cannot be read is not missing, and is never withdrawn for it [GATE-9]', async () => {
  const world = await createWorld();
  const first = await world.start();
  await upToRequest(world, first);
  await first.stop();
  const { port, locked } = lockedStore(world);
  locked.add('Pending_Approval');
  const engine = await world.start({}, { store: port });
  await quiet(engine);
  await world.clock.advance(26 * hour);
  await quiet(engine);
  expect(engine.view().alerts).toMatchObject([noPending]);
  await engine.flushDashboard();
  expect(world.note('Dashboard.md')).toContain('The folder “Pending_Approval” can’t be read');
  expect(world.records().map(({ kind }) => kind)).not.toContain('missing');
  locked.clear();
  await world.clock.advance(30_000);
  await quiet(engine);
  expect(engine.view().waiting).toHaveLength(1);
  expect(JSON.stringify(engine.view().alerts)).not.toContain('unread_folder');
  expect(world.records().map(({ kind }) => kind)).not.toContain('voided');
});

test('a folder that cannot be read any more is said while it runs', async () => {
  const world = await createWorld();
  const { port, lock, locked } = lockedStore(world);
  const engine = await world.start({}, { store: port });
  await upToRequest(world, engine);
  lock('Pending_Approval');
  await quiet(engine);
  expect(engine.view().alerts).toMatchObject([noPending]);
  locked.clear();
  await world.clock.advance(30_000);
  await quiet(engine);
  expect(engine.view().alerts).toEqual([]);
});

test('an approved request stays where it is while the folder of its plan cannot be read', async () => {
  const world = await createWorld();
  const first = await world.start();
  const path = await upToRequest(world, first);
  await first.stop();
  const { port, locked } = lockedStore(world);
  locked.add('Plans');
  const engine = await world.start({}, { store: port });
  await world.clock.advance(hour);
  await quiet(engine);
  expect(engine.view().alerts).toMatchObject([{ kind: 'unread_folder' }]);
  await moveToApproved(world, engine, path);
  expect(world.server.calls).toEqual([]);
  expect(world.only('Approved')).toBe(path.replace('Pending_Approval', 'Approved'));
  expect(engine.view().alerts).toMatchObject([{ kind: 'unread_folder' }, { kind: 'asks' }]);
});

test('no new ledger begins where the actions that were done cannot be read [GATE-6]', async () => {
  const world = await createWorld();
  const { port, locked } = lockedStore(world);
  locked.add('Done/Actions');
  await expect(world.start({}, { store: port })).rejects.toThrow(CountersignError);
});

test('an approved request waits while it cannot be seen what was done, and runs then [GATE-2]', async () => {
  const world = await createWorld();
  const { port, lock, locked } = lockedStore(world);
  const engine = await world.start({}, { store: port });
  const path = await upToRequest(world, engine);
  lock('Done/Actions');
  await quiet(engine);
  await moveToApproved(world, engine, path);
  expect(world.server.calls).toEqual([]);
  expect(engine.view().alerts).toMatchObject([{ kind: 'unread_folder' }, { kind: 'halted' }]);
  locked.clear();
  await world.clock.advance(30_000);
  await quiet(engine);
  expect(world.server.calls).toHaveLength(1);
  expect(engine.view().alerts).toEqual([]);
});

test('an approved request waits while a note of what was done cannot be read, whatever that is of [GATE-2]', async () => {
  const world = await createWorld();
  const inner = memoryNoteStore(world.vault);
  const odd = 'Done/Actions/letter.md';
  let isOdd = true;
  const store: NoteStore = {
    ...inner,
    read: (path) =>
      path === odd && isOdd
        ? Promise.resolve(fail('note_not_text', 'It is not UTF-8.', 'Save it as UTF-8.'))
        : inner.read(path),
  };
  const engine = await world.start({}, { store });
  world.vault.outside.write(odd, 'Anything.\n');
  const path = await upToRequest(world, engine);
  await moveToApproved(world, engine, path);
  expect(world.server.calls).toEqual([]);
  expect(engine.view().alerts[0]?.text).toContain(`“${odd}” can’t be read`);
  isOdd = false;
  await world.clock.advance(60_000);
  await quiet(engine);
  expect(world.server.calls).toHaveLength(1);
});

test('a task’s note is not called gone while it may be among those that are over, whose folder cannot be read', async () => {
  const world = await createWorld();
  const { port, locked } = lockedStore(world);
  const engine = await world.start({}, { ...loop(), store: port });
  world.vault.outside.write(ann, simple);
  await settle(world, engine);
  locked.add('Done/Tasks');
  world.vault.outside.move(ann, filed.replace('ann', 'ann (done)'));
  await settle(world, engine, 61_000);
  await settle(world, engine, 61_000);
  expect(engine.view().alerts.map(({ text }) => text)).toEqual([
    'The folder “Done/Tasks” can’t be read: access is denied (EACCES).',
  ]);
  locked.clear();
  await settle(world, engine, 30_000);
  expect(engine.view().alerts).toEqual([]);
  expect(Object.values(stages(world))).toEqual([all]);
});
