import { expect, test } from 'vitest';
import { memoryAuditLog } from '../../memory/memory-audit-log.js';
import { MEMORY_ROOT, memoryNoteStore } from '../../memory/memory-note-store.js';
import { readingStopped } from '../../../src/core/note/note-problems.js';
import { approve, createBench, inApproved, standalone } from './bench.js';

const file = 'Invoices/January.pdf';
const mail = { to: 'a@example.com', subject: 'x', attachments: [`${MEMORY_ROOT}/${file}`] };

/** Approves a mail whose attached file somebody swaps at a moment of its dispatch. */
async function swappedAt(moment: 'compared' | 'intent told') {
  let isListed = false;
  const bench = await createBench({
    ports: ({ vault }) => {
      const store = memoryNoteStore(vault);
      const audit = memoryAuditLog(vault);
      const swap = (): void => vault.outside.write(file, 'swapped');
      return {
        store: {
          ...store,
          async digest(path, goesOn) {
            const digest = await store.digest(path, goesOn);
            if (isListed && moment === 'compared') swap();
            return digest;
          },
        },
        auditLog: {
          ...audit,
          async append(path, lines, left) {
            const appended = await audit.append(path, lines, left);
            if (moment === 'intent told' && lines.join('').includes('"intent"')) swap();
            return appended;
          },
        },
      };
    },
  });
  bench.world.vault.outside.write(file, 'approved');
  const path = await standalone(bench, { arguments: mail });
  bench.world.server.duringInspect = () => {
    isListed = true;
  };
  await approve(bench, path);
  return bench.world;
}

test('an attached file that is swapped after it was compared is not sent, and no intent is spent [GATE-10]', async () => {
  const world = await swappedAt('compared');
  expect(world.server.calls).toEqual([]);
  expect(world.records().filter(({ kind }) => kind === 'intent')).toEqual([]);
  expect(world.note(world.only('Pending_Approval'))).toContain('An attached file has changed');
});

test('an attached file that is swapped once the audit log tells of the call is not sent, and that is said [GATE-10]', async () => {
  const world = await swappedAt('intent told');
  expect(world.server.calls).toEqual([]);
  expect(world.note(world.only('Pending_Approval'))).toContain(
    'The call was never sent. An attached file has changed',
  );
});

test('an attached file that cannot be read just now, as during a stop, voids no approval [GATE-10]', async () => {
  let looks = 0;
  const bench = await createBench({
    ports: ({ vault }) => {
      const store = memoryNoteStore(vault);
      return {
        store: {
          ...store,
          digest: async (path) => {
            looks += 1;
            return looks === 3 ? readingStopped(path) : store.digest(path);
          },
        },
      };
    },
  });
  bench.world.vault.outside.write(file, 'approved');
  const path = await standalone(bench, { arguments: mail });
  looks = 1;
  await approve(bench, path);
  expect(bench.world.server.calls).toEqual([]);
  expect(bench.world.paths('Approved')).toEqual([inApproved(path)]);
  expect(bench.world.records().filter(({ kind }) => kind === 'intent')).toEqual([]);
});
