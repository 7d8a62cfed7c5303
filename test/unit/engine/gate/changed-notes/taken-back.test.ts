import { expect, test } from 'vitest';
import { memoryBridges } from '../../../../support/memory/memory-bridges.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import { settle } from '../../../../support/memory/virtual-clock.js';
import { upToRequest, type World } from '../../../../support/engine/world.js';
import { calledIds, createBench } from '../../../../support/engine/gate-bench.js';

const planPath = 'Plans/PLAN-2026-001.md';

/** What somebody does to an approved note, at its path, with the path it waited at before. */
const takenBack: Record<string, (world: World, approved: string, pending: string) => void> = {
  'moved back': ({ vault }, approved, pending) => vault.outside.move(approved, pending),
  'moved to Rejected': ({ vault }, approved) =>
    vault.outside.move(approved, approved.replace('Approved/', 'Rejected/')),
  edited: (world, approved) =>
    world.vault.outside.write(
      approved,
      world.note(approved).replace('subject: January', 'subject: February'),
    ),
};

test.each(Object.entries(takenBack))(
  'a request that is %s while its plan is read for the last time is not called, and no id is spent [GATE-9]',
  async (_what, takeBack) => {
    let isListed = false;
    let isReread = false;
    let taken = 0;
    const bench = await createBench({
      config: { trustMoves: true },
      ports: ({ vault, server }) => {
        const store = memoryNoteStore(vault);
        const bridges = memoryBridges(server);
        return {
          bridges: {
            ...bridges,
            async inspect(alias) {
              const found = await bridges.inspect(alias);
              isListed = approved !== '';
              return found;
            },
          },
          store: {
            ...store,
            // Told of it, the approval would be taken back before the gate looks.
            watch: (onChange) =>
              store.watch((path) => {
                if (!isReread) onChange(path);
              }),
            async read(path) {
              if (isListed && path.startsWith('Approved/')) isReread = true;
              if (path === planPath && isReread && taken === 0) {
                taken += 1;
                takeBack(bench.world, approved, pending);
              }
              return store.read(path);
            },
          },
        };
      },
    });
    let approved = '';
    const pending = await upToRequest(bench.world, bench.engine);
    approved = pending.replace('Pending_Approval/', 'Approved/');
    bench.world.vault.outside.move(pending, approved);
    await settle();
    await bench.engine.idle();
    expect(taken).toBe(1);
    expect(calledIds(bench.world)).toEqual([]);
    expect(bench.world.records().filter(({ kind }) => kind === 'intent')).toEqual([]);
  },
);
