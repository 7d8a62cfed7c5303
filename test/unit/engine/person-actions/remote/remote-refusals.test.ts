import { expect, test } from 'vitest';
import { sha256Hex } from '../../../../../src/core/digest.js';
import { systemIds } from '../../../../../src/hosts/desktop/system/system-ids.js';
import { Observer } from '../../../../../src/engine/observer.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import { idOf, move, standalone } from '../../../../support/engine/gate-bench.js';
import { everythingIn, folders, quiet, vaultId } from '../../../../support/engine/world.js';
import {
  createPeopleBench,
  press,
  type PeopleBench,
} from '../../../../support/engine/people-bench.js';

/** A device without a ledger, at the vault of a computer that has ended. */
async function atPhone(bench: PeopleBench) {
  const { world, signer } = bench;
  await bench.engine.stop();
  const observer = await Observer.start({
    store: memoryNoteStore(world.vault),
    folders,
    approving: {
      vaultId,
      clock: world.clock,
      ids: systemIds(),
      approver: () => ({ device: 'd-bbbbbbbbbb', signer }),
    },
  });
  await observer.idle();
  if (!observer.personActions) throw new Error('Nobody can approve here');
  return observer.personActions;
}

async function withRequestIn(folder: 'Pending_Approval' | 'Rejected') {
  const bench = await createPeopleBench();
  const path = await standalone(bench);
  const lies = path.replace('Pending_Approval', folder);
  if (lies !== path) await move(bench, path, lies);
  await quiet(bench.engine);
  const people = await atPhone(bench);
  return { bench, people, requestId: idOf(bench.world, lies), text: bench.world.note(lies) };
}

test('what is rejected is neither approved nor rejected on a phone [GATE-16] [GATE-9]', async () => {
  const { bench, people, requestId, text } = await withRequestIn('Rejected');
  const before = everythingIn(bench.world);
  const input = { requestId, shownDigest: sha256Hex(text), checked: [], gesture: press(bench) };
  const refused = { error: { code: 'request_not_open' } };
  expect(await people.approve(input)).toMatchObject(refused);
  expect(await people.reject({ requestId, reason: 'No' })).toMatchObject(refused);
  expect(everythingIn(bench.world)).toEqual(before);
});

test('what does not lie in Approved is not taken back on a phone [GATE-9]', async () => {
  const { bench, people, requestId } = await withRequestIn('Pending_Approval');
  const before = everythingIn(bench.world);
  expect(await people.undo({ requestId })).toMatchObject({ error: { code: 'request_not_open' } });
  expect(everythingIn(bench.world)).toEqual(before);
});

test('what is not there is not decided about on a phone', async () => {
  const { people } = await withRequestIn('Pending_Approval');
  const missing = { error: { code: 'request_missing' } };
  expect(await people.undo({ requestId: 'nobody' })).toMatchObject(missing);
  expect(await people.reject({ requestId: 'nobody', reason: 'No' })).toMatchObject(missing);
});

test('what is typed on a phone and not saved yet is saved before it is compared [GATE-8]', async () => {
  const { bench, people, requestId, text } = await withRequestIn('Pending_Approval');
  const path = bench.world.only('Pending_Approval');
  const typed = `${text}\nTyped just now.\n`;
  const save = async (): Promise<void> => {
    await Promise.resolve();
    bench.world.vault.outside.write(path, typed);
  };
  const input = { requestId, shownDigest: sha256Hex(text), checked: [], gesture: press(bench) };
  expect((await people.approve({ ...input, saved: save() })).ok).toBe(false);
  expect(bench.world.note(path)).toBe(typed);
});
