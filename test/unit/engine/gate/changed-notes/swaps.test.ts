import { describe, expect, test } from 'vitest';
import { fail } from '../../../../../src/core/errors.js';
import { sendEmailTool } from '../../../../support/memory/memory-bridges.js';
import { MEMORY_ROOT, memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import { folders, quiet } from '../../../../support/engine/world.js';
import {
  alertsOf,
  approve,
  createBench,
  deafTo,
  idOf,
  inApproved,
  look,
  move,
  planned,
  restart,
  rewrite,
  stamped,
  standalone,
  type Bench,
} from '../../../../support/engine/gate-bench.js';

const plan = 'Plans/PLAN-2026-001.md';
const attachment = 'Invoices/January.md';
const attaching = {
  to: 'a@example.com',
  subject: 'Invoice',
  attachments: [`${MEMORY_ROOT}/${attachment}`],
};
const pendingOf = (path: string): string => path.replace('Approved/', 'Pending_Approval/');

interface Swap {
  /** What happens while the bridge is being asked for its tools. */
  readonly meanwhile: (bench: Bench, path: string) => void | Promise<void>;
  /** Where the note must lie afterwards. */
  readonly in: 'Pending_Approval' | 'Approved' | 'Archive' | 'Rejected' | null;
  readonly says?: RegExp;
}

const swaps: Readonly<Record<string, Swap>> = {
  'the call in the note is rewritten': {
    meanwhile: ({ world }, path) => {
      rewrite(world, path, (text) => text.replace('to: client_a@', 'to: client_b@'));
    },
    in: 'Pending_Approval',
    says: /Just before it ran, the request was changed or taken back/,
  },
  'the note is rewritten beside the call': {
    meanwhile: ({ world }, path) => {
      rewrite(world, path, (text) => text.replace('status: pending', 'status: approved'));
    },
    in: 'Pending_Approval',
    says: /Just before it ran, the request was changed or taken back/,
  },
  'the stamp is taken out of the note': {
    meanwhile: ({ world }, path) => {
      rewrite(world, path, (text) => text.replace(/,"stamp":"[^"]*"/, ''));
    },
    in: 'Pending_Approval',
    says: /Just before it ran, the request was changed or taken back/,
  },
  'the note is pulled back to Pending': {
    meanwhile: ({ world }, path) => {
      world.vault.outside.move(path, pendingOf(path));
    },
    in: 'Pending_Approval',
    says: /taken back after it had been approved/,
  },
  'the note is rejected': {
    meanwhile: ({ world }, path) => {
      world.vault.outside.move(path, path.replace('Approved/', 'Rejected/'));
    },
    in: 'Rejected',
  },
  'the note is deleted': {
    meanwhile: ({ world }, path) => {
      world.vault.outside.remove(path);
    },
    in: null,
  },
  'the note gives way to a link': {
    meanwhile: ({ world }, path) => {
      world.vault.outside.link(path);
    },
    in: 'Approved',
  },
  'its machine line names another ledger': {
    meanwhile: ({ world }, path) => {
      rewrite(world, path, (text) => text.replace(/"epoch":"[^"]*"/, '"epoch":"e-elsewhere"'));
    },
    in: 'Approved',
  },
  'the note is broken': {
    meanwhile: ({ world }, path) => {
      rewrite(world, path, (text) => text.replace('request_id:', 'request_id: ['));
    },
    in: 'Approved',
  },
  'its step loses the ✋': {
    meanwhile: ({ world }) => {
      rewrite(world, plan, (text) => text.replace('✋ ', ''));
    },
    in: 'Pending_Approval',
    says: /no longer has a ✋/,
  },
  'its step is ticked by hand': {
    meanwhile: ({ world }) => {
      rewrite(world, plan, (text) => text.replace('2. [ ]', '2. [x]'));
    },
    in: 'Archive',
    says: /is marked done/,
  },
  'its step loses its id': {
    meanwhile: ({ world }) => {
      rewrite(world, plan, (text) => text.replace(' ^s2', ''));
    },
    in: 'Pending_Approval',
    says: /has no step/,
  },
  'an earlier step is opened again': {
    meanwhile: ({ world }) => {
      rewrite(world, plan, (text) => text.replace('1. [x]', '1. [ ]'));
    },
    in: 'Approved',
  },
  'its plan is cancelled': {
    meanwhile: ({ world }) => {
      rewrite(world, plan, (text) => text.replace(/status: \w+/, 'status: Cancelled'));
    },
    in: 'Archive',
    says: /cancelled/,
  },
  'its plan is put under plan approval': {
    meanwhile: ({ world }) => {
      world.vault.outside.move(plan, 'Plans/pending/PLAN-2026-001.md');
    },
    in: 'Pending_Approval',
    says: /not in progress/,
  },
  'its plan gets a twin': {
    meanwhile: async ({ world, engine }) => {
      world.vault.outside.write('Plans/PLAN-2026-001 copy.md', world.note(plan));
      engine.look('Plans/PLAN-2026-001 copy.md');
      await Promise.resolve();
    },
    in: 'Approved',
  },
  'actions are paused': {
    meanwhile: (bench) => {
      bench.world.config = { ...bench.world.config, paused: true };
    },
    in: 'Approved',
  },
  'the folders are no longer the confirmed ones': {
    meanwhile: (bench) => {
      const renamed = { ...folders, rejected: 'No' };
      bench.world.config = { ...bench.world.config, folders: renamed };
    },
    in: 'Approved',
  },
  'the key is unpinned': {
    meanwhile: (bench) => {
      bench.world.config = { ...bench.world.config, pinnedKeys: [] };
    },
    in: 'Approved',
  },
  'the tool changes its meaning': {
    meanwhile: ({ world }) => {
      world.server.tools = [{ ...sendEmailTool, annotations: { destructiveHint: false } }];
    },
    in: 'Pending_Approval',
    says: /tool has changed/,
  },
  'the tool is offered twice': {
    meanwhile: ({ world }) => {
      world.server.tools = [sendEmailTool, sendEmailTool];
    },
    in: 'Pending_Approval',
    says: /more than once/,
  },
  'the bridge leads elsewhere': {
    meanwhile: ({ world }) => {
      world.server.target = { transport: 'http', url: 'https://example.com', names: [] };
    },
    in: 'Pending_Approval',
    says: /command or address has changed/,
  },
};

describe('nothing is called when, while the bridge is asked,', () => {
  test.each(Object.entries(swaps))('%s [FR-011]', async (_name, swap) => {
    const bench = await createBench();
    const path = await planned(bench);
    bench.world.server.duringInspect = async () => {
      bench.world.server.duringInspect = () => undefined;
      await swap.meanwhile(bench, inApproved(path));
    };
    await approve(bench, path);
    const { world } = bench;
    expect(world.server.calls).toEqual([]);
    expect(world.records().some(({ kind }) => kind === 'intent')).toBe(false);
    const open = ['Pending_Approval', 'Approved', 'Archive', 'Rejected'].flatMap((folder) =>
      world.paths(folder).filter((name) => name.includes('invoice')),
    );
    expect(open.map((name) => name.split('/')[0])).toEqual(swap.in === null ? [] : [swap.in]);
    if (swap.says) expect(world.note(open[0] ?? '')).toMatch(swap.says);
    expect(world.records().filter(({ audit }) => audit.event === 'error')).toEqual([]);
    await restart(bench);
    expect(world.server.calls).toEqual([]);
  });
});

test('an attachment that changes while the bridge is asked is not sent', async () => {
  const bench = await createBench();
  bench.world.vault.outside.write(attachment, '1500');
  const path = await standalone(bench, {
    arguments: attaching,
  });
  bench.world.server.duringInspect = () => {
    bench.world.vault.outside.write(attachment, '9500');
  };
  await approve(bench, path);
  expect(bench.world.server.calls).toEqual([]);
  expect(bench.world.note(bench.world.only('Pending_Approval'))).toContain(
    'attached file is not as it was',
  );
});

test('while an attachment cannot be read an approved request waits, says why, and runs later', async () => {
  let isLocked = false;
  const locked = fail('note_read_failed', 'The file is locked.', 'Close it.');
  const bench = await createBench({
    ports: ({ vault }) => {
      const store = memoryNoteStore(vault);
      const digest: typeof store.digest = async (path) => (isLocked ? locked : store.digest(path));
      return { store: { ...store, digest } };
    },
  });
  bench.world.vault.outside.write(attachment, '1500');
  const path = await standalone(bench, {
    arguments: attaching,
  });
  isLocked = true;
  await approve(bench, path);
  expect(bench.world.server.calls).toEqual([]);
  expect(alertsOf(bench, idOf(bench.world, inApproved(path)))).toMatchObject([
    { kind: 'halted', text: expect.stringContaining('The file is locked.') as string },
  ]);
  isLocked = false;
  await bench.world.clock.advance(61_000);
  await quiet(bench.engine);
  expect(bench.world.server.calls).toHaveLength(1);
});

const changes: Readonly<Record<string, (bench: Bench) => void>> = {
  'the definition of the tool': ({ world }) => {
    world.server.tools = [{ ...sendEmailTool, description: 'Sends a mail to everybody.' }];
  },
  'what the bridge reaches': ({ world }) => {
    world.server.target = { ...world.server.target, names: ['TOKEN'] };
  },
  'the content of an attached file': ({ world }) => {
    world.vault.outside.write(attachment, '9500');
  },
};

test.each(Object.entries(changes))(
  'a request is refused when %s is no longer what was approved [GATE-10]',
  async (_name, change) => {
    const bench = await createBench({ config: { paused: true } });
    bench.world.vault.outside.write(attachment, '1500');
    const path = await standalone(bench, {
      arguments: attaching,
    });
    await approve(bench, path);
    change(bench);
    bench.world.config = { ...bench.world.config, paused: false };
    await look(bench);
    expect(bench.world.server.calls).toEqual([]);
    const back = bench.world.only('Pending_Approval');
    expect(bench.world.note(back)).toMatch(
      /changed since you approved|not as it was when you approved/,
    );
    await approve(bench, back);
    expect(bench.world.server.calls).toHaveLength(1);
  },
);

test.each([
  ['is deleted', (bench: Bench) => bench.world.vault.outside.remove(attachment)],
  ['gives way to a link', (bench: Bench) => bench.world.vault.outside.link(attachment)],
])('a request whose attachment %s is returned', async (_name, change) => {
  const bench = await createBench();
  bench.world.vault.outside.write(attachment, '1500');
  const path = await standalone(bench, {
    arguments: attaching,
  });
  change(bench);
  await approve(bench, path);
  expect(bench.world.server.calls).toEqual([]);
  expect(bench.world.paths('Approved')).toEqual([]);
});

test('an argument that becomes the name of a file only after the approval is not sent', async () => {
  const bench = await createBench();
  const path = await standalone(bench, {
    arguments: attaching,
  });
  const text = await stamped(bench, path);
  bench.world.vault.outside.write(attachment, 'anything');
  bench.world.vault.outside.move(path, inApproved(path));
  bench.world.vault.outside.write(inApproved(path), text);
  await quiet(bench.engine);
  expect(bench.world.server.calls).toEqual([]);
});

test('one stamped note in place of another runs once, under its own id, however often it is looked at', async () => {
  const bench = await createBench();
  const first = await standalone(bench, { arguments: { to: 'a', subject: 'a' } });
  const second = await standalone(bench, { title: 'Second', arguments: { to: 'b', subject: 'b' } });
  const secondId = idOf(bench.world, second);
  const text = await stamped(bench, second);
  bench.world.server.duringInspect = () => {
    bench.world.server.duringInspect = () => undefined;
    bench.world.vault.outside.remove(second);
    bench.world.vault.outside.write(inApproved(first), text);
  };
  await approve(bench, first);
  await look(bench);
  await restart(bench);
  expect(bench.world.server.calls).toMatchObject([{ requestId: secondId, arguments: { to: 'b' } }]);
});

test('a note that took the place of another unnoticed is not run in its stead', async () => {
  const bench = await createBench();
  const first = await standalone(bench, { arguments: { to: 'a', subject: 'a' } });
  const second = await standalone(bench, { title: 'Second', arguments: { to: 'b', subject: 'b' } });
  await move(bench, first);
  await restart(bench, deafTo(inApproved(first))(bench.world));
  const text = await stamped(bench, second);
  bench.world.vault.outside.write(inApproved(first), text);
  await look(bench);
  expect(bench.world.server.calls).toEqual([]);

  bench.world.vault.outside.remove(second);
  bench.engine.look(inApproved(first));
  await quiet(bench.engine);
  expect(bench.world.server.calls).toMatchObject([{ arguments: { to: 'b' } }]);
});

test('a request that somebody withdraws at the very last moment is not called', async () => {
  const bench = await createBench();
  const path = await standalone(bench);
  const requestId = idOf(bench.world, path);
  const { keys } = bench;
  const store = memoryNoteStore(bench.world.vault);
  let looks = 0;
  // What is withdrawn is withdrawn, also while its note still lies there as it was.
  let isHeld = false;
  const held = fail('note_write_failed', 'It is held.', 'Wait.');
  await restart(bench, {
    store: {
      ...store,
      update: async (at, edit) => (isHeld && at !== path ? held : store.update(at, edit)),
      move: async (from, to) => (isHeld ? held : store.move(from, to)),
    },
    keys: {
      async verify(...input) {
        looks += 1;
        if (looks === 2) {
          isHeld = true;
          await bench.engine.operations.withdraw({ requestId, reason: 'No.', actor: 'Human' });
        }
        return keys.verify(...input);
      },
    },
  });
  await approve(bench, path);
  expect(looks).toBe(2);
  expect(bench.world.server.calls).toEqual([]);
  isHeld = false;
  bench.engine.lookAtEverything();
  await quiet(bench.engine);
  expect(bench.world.server.calls).toEqual([]);
  expect(bench.world.paths('Approved')).toEqual([]);
  await move(bench, bench.world.only('Archive'), 'Approved/again.md');
  expect(bench.world.server.calls).toEqual([]);
});

test('what a plugin writes into the note while the bridge is asked changes nothing, and the call is made once', async () => {
  const bench = await createBench();
  const { world } = bench;
  const path = await planned(bench);
  world.server.duringInspect = () => {
    world.server.duringInspect = () => undefined;
    const updated = 'status: pending\nupdated: 2026-02-21';
    rewrite(world, inApproved(path), (text) => text.replace('status: pending', updated));
  };
  await approve(bench, path);
  expect(world.server.calls).toHaveLength(1);
  expect(world.note(world.only('Done/Actions'))).toContain('updated: 2026-02-21');
});
