import { describe, expect, test } from 'vitest';
import { calledIds, idOf } from '../../../../support/engine/gate-bench.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  approvedOnPhone,
  createDevices,
  type Devices,
} from '../../../../support/engine/desk-and-phone.js';
import { onlyReview } from '../../../../support/engine/people-bench.js';

describe('in whatever order sync brings the move and the stamp, one call [GATE-16] [GATE-2]', () => {
  type Step = (devices: Devices, notes: Awaited<ReturnType<typeof approvedOnPhone>>) => void;
  const write =
    (which: 'to' | 'path', text: 'moved' | 'stamped'): Step =>
    ({ desk }, notes) => {
      desk.world.vault.outside.write(notes[which], notes[text]);
    };
  const remove =
    (which: 'to' | 'path'): Step =>
    ({ desk }, notes) => {
      desk.world.vault.outside.remove(notes[which]);
    };
  const minutes: Step = () => undefined;
  test.each<[string, Step[]]>([
    ['the move, then the stamp', [remove('path'), write('to', 'moved'), write('to', 'stamped')]],
    [
      'the new note, then its stamp, then the deletion',
      [write('to', 'moved'), write('to', 'stamped'), remove('path')],
    ],
    ['all at once in the new note, then the deletion', [write('to', 'stamped'), remove('path')]],
    [
      'the deletion, then much later the stamped note',
      [remove('path'), minutes, write('to', 'stamped')],
    ],
    [
      'the stamped note twice, and gone between',
      [remove('path'), write('to', 'stamped'), remove('to'), write('to', 'stamped')],
    ],
  ])('%s', async (_name, steps) => {
    const devices = await createDevices();
    const { desk } = devices;
    const notes = await approvedOnPhone(devices);
    const id = idOf(desk.world, notes.path);
    for (const step of steps) {
      step(devices, notes);
      await quiet(desk.engine);
      if (step === minutes) await desk.world.clock.advance(10 * 60_000);
    }
    await quiet(desk.engine);
    expect(calledIds(desk.world)).toEqual([id]);
    expect(desk.world.paths('Done/Actions')).toHaveLength(1);
  });

  test('the stamp at the old place: nothing runs, and it asks anew under a new id', async () => {
    const devices = await createDevices();
    const { desk } = devices;
    const { path, to, stamped } = await approvedOnPhone(devices);
    desk.world.vault.outside.write(path, stamped);
    await quiet(desk.engine);
    desk.world.vault.outside.write(to, stamped);
    await quiet(desk.engine);
    expect(calledIds(desk.world)).toEqual([]);
    expect((await onlyReview(desk)).blocked).toBeNull();
    expect(desk.world.paths('Archive')).toHaveLength(1);
  });
});
