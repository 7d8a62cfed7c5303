import { expect, test } from 'vitest';
import { memoryAuditLog } from '../../../../support/memory/memory-audit-log.js';
import { MEMORY_ROOT, memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import { readingStopped } from '../../../../../src/core/note/note-problems.js';
import {
  onlyReview,
  createPeopleBench,
  pressApprove,
} from '../../../../support/engine/people-bench.js';
import { letterRequest } from '../../../../support/builders/letter-request.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  alertsOf,
  approve,
  createBench,
  inApproved,
  look,
  move,
  planned,
  standalone,
} from '../../../../support/engine/gate-bench.js';

const file = 'Invoices/January.pdf';
const mail = { to: 'a@example.com', subject: 'x', attachments: [`${MEMORY_ROOT}/${file}`] };

/** Approves a mail whose attached file somebody swaps at a moment of its dispatch. */
async function swappedAt(moment: 'compared' | 'intent told' | 'connected') {
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
  bench.world.server.duringConnect = () => {
    if (moment === 'connected') bench.world.vault.outside.write(file, 'swapped');
  };
  await approve(bench, path);
  return bench.world;
}

test('an attached file that is swapped after it was compared is not sent, and no intent is spent [GATE-10]', async () => {
  const world = await swappedAt('compared');
  expect(world.server.calls).toEqual([]);
  expect(world.records().filter(({ kind }) => kind === 'intent')).toEqual([]);
  expect(world.note(world.only('Pending_Approval'))).toContain('An attached file is not as it was');
});

test.each([
  ['once the audit log tells of the call', 'intent told'],
  ['while the connection is made', 'connected'],
] as const)(
  'an attached file that is swapped %s is not sent, and that is said [GATE-10]',
  async (_what, moment) => {
    const world = await swappedAt(moment);
    expect(world.server.calls).toEqual([]);
    expect(world.note(world.only('Pending_Approval'))).toContain(
      'The call was not made. An attached file is not as it was',
    );
  },
);

test.each([2, 3, 4])(
  'a plan that is cancelled while its attached file is read for time %i is not carried on with [GATE-11]',
  async (time) => {
    let reads = 0;
    const plan = 'Plans/PLAN-2026-001.md';
    const bench = await createBench({
      ports({ vault }) {
        const store = memoryNoteStore(vault);
        return {
          store: {
            ...store,
            async digest(path, goesOn) {
              const digest = await store.digest(path, goesOn);
              reads += 1;
              const text = (await store.read(plan)) as { value: string };
              if (reads === time)
                vault.outside.write(plan, text.value.replace(/^status: .+$/m, 'status: Cancelled'));
              return digest;
            },
          },
        };
      },
    });
    bench.world.vault.outside.write(file, 'approved');
    await approve(bench, await planned(bench, { arguments: mail }));
    expect(reads).toBeGreaterThanOrEqual(time);
    expect(bench.world.server.calls).toEqual([]);
    const intents = bench.world.records().filter(({ kind }) => kind === 'intent');
    expect(intents).toHaveLength(time === 4 ? 1 : 0);
  },
);

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

test('an attached file that was another one while the request waited is not sent, though it is the same again [GATE-10]', async () => {
  const bench = await createBench();
  const { world } = bench;
  world.vault.outside.write(file, 'bad');
  const path = await standalone(bench, { arguments: mail });
  world.vault.outside.write(file, 'good, for whoever looks at it');
  world.vault.outside.write(file, 'bad');
  await approve(bench, path);
  expect(world.server.calls).toEqual([]);
  expect(world.note(world.only('Pending_Approval'))).toContain('An attached file is not as it was');
});

test('a press is refused where an attached file changed since it was prepared, and counts once it is prepared again [GATE-10]', async () => {
  const bench = await createPeopleBench();
  const { world } = bench;
  world.vault.outside.write(file, 'first');
  await standalone(bench, { arguments: mail });
  const before = await onlyReview(bench);
  world.vault.outside.write(file, 'second');
  // It cannot be prepared again yet.
  world.server.reachable = false;
  const refused = await pressApprove(bench, before);
  expect(refused.ok ? '' : refused.error.message).toContain('An attached file was changed');
  world.server.reachable = true;
  await look(bench);
  const after = await onlyReview(bench);
  expect(after.shownDigest, 'its digest is in the note').not.toBe(before.shownDigest);
  expect((await pressApprove(bench, after)).ok).toBe(true);
  expect(world.server.calls).toHaveLength(1);
});

test('a press is refused in Approved, too, and says how the request is prepared again', async () => {
  const bench = await createPeopleBench();
  const { world } = bench;
  world.vault.outside.write(file, 'first');
  await move(bench, await standalone(bench, { arguments: mail }));
  world.vault.outside.write(file, 'second');
  const review = await onlyReview(bench);
  expect(review).toMatchObject({ folder: 'approved', asks: true });
  const refused = await pressApprove(bench, review);
  expect(refused.ok ? '' : refused.error.advice).toContain('Press Move back');
  await move(bench, review.path, review.path.replace('Approved/', 'Pending_Approval/'));
  expect(await pressApprove(bench, await onlyReview(bench))).toMatchObject({ ok: true });
  expect(world.server.calls).toHaveLength(1);
});

test('a request whose attached file changed is prepared again when it is looked at', async () => {
  const bench = await createPeopleBench();
  bench.world.vault.outside.write(file, 'first');
  await standalone(bench, { arguments: mail });
  const before = await onlyReview(bench);
  bench.world.vault.outside.write(file, 'second');
  await look(bench);
  expect((await onlyReview(bench)).shownDigest).not.toBe(before.shownDigest);
});

test.each([
  ['prepared', 0],
  ['compared before the intent', 1],
  ['compared before the call', 2],
])(
  'a file that changes while a later one is read to be %s is not sent [GATE-10]',
  async (_moment, round) => {
    const other = 'Invoices/Zebra.pdf';
    let reads = 0;
    let at = Number.POSITIVE_INFINITY;
    const bench = await createBench({
      ports: ({ vault }) => {
        const store = memoryNoteStore(vault);
        return {
          store: {
            ...store,
            async digest(path) {
              const digest = await store.digest(path);
              if (path === other && (reads += 1) === at) vault.outside.write(file, 'swapped');
              return digest;
            },
          },
        };
      },
    });
    const { world } = bench;
    world.vault.outside.write(file, 'approved');
    world.vault.outside.write(other, 'approved, too');
    if (round === 0) at = 1;
    const both = { ...mail, attachments: [...mail.attachments, `${MEMORY_ROOT}/${other}`] };
    const path = await standalone(bench, { arguments: both });
    if (round === 0) {
      expect(world.note(path)).not.toContain('"files"');
      return;
    }
    // Once for the server as it is now, once before the intent, once before the call.
    at = reads + 1 + round;
    await approve(bench, path);
    expect(world.server.calls).toEqual([]);
    expect(world.note(world.only('Pending_Approval'))).toContain(
      'An attached file is not as it was',
    );
  },
);

test.each(['Dashboard.md', 'Plans/PLAN-2026-001.md'])(
  '%s can’t be attached to a request of that plan: Countersign writes it with each approval',
  async (attached) => {
    const bench = await createBench();
    const attachments = [`${MEMORY_ROOT}/${attached}`];
    const path = await planned(bench, { arguments: { ...mail, attachments } });
    expect(bench.world.note(path)).not.toContain('"files"');
    expect(bench.engine.view().alerts.map(({ text }) => text)).toEqual([
      expect.stringContaining(`Countersign itself writes “${attached}”`),
    ]);
  },
);

test.each(['Logs/a.md', 'Logs/audit/gone.jsonl', 'logs/gone.md', 'Logs'])(
  '%s can’t be attached, nor can anything in the folder of logs: they say what was sent to whom',
  async (attached) => {
    const bench = await createBench();
    bench.world.vault.outside.write('Logs/a.md', 'paid');
    const attachments = [`${MEMORY_ROOT}/${attached}`];
    const path = await standalone(bench, { arguments: { ...mail, attachments } });
    expect(bench.world.note(path)).not.toContain('"files"');
    expect(bench.engine.view().alerts.map(({ text }) => text)).toEqual([
      expect.stringContaining(`“${attached}” is in the folder of Countersign’s logs`),
    ]);
  },
);

test('a folder whose name only begins like that of the logs can be attached from', async () => {
  const bench = await createBench();
  bench.world.vault.outside.write('Logs of others/a.md', 'a');
  const attachments = [`${MEMORY_ROOT}/Logs of others/a.md`];
  const path = await standalone(bench, { arguments: { ...mail, attachments } });
  expect(bench.world.note(path)).toContain('"files":{"Logs of others/a.md"');
});

test('the note of a request can’t be attached, not to itself, nor two to each other: each would be prepared for ever', async () => {
  const bench = await createBench();
  const { world } = bench;
  const inPending = (name: string): string => `Pending_Approval/${name}.md`;
  const attaching = (name: string, other: string): string =>
    letterRequest({ id: name, to: 'ann@example.com' }).replace(
      /^( +)to: .*$/m,
      (line, indent: string) =>
        `${line}\n${indent}attachments: ["${MEMORY_ROOT}/${inPending(other)}"]`,
    );
  for (const [name, other] of ['aa', 'bb cc', 'cc bb'].map((names) => names.split(' '))) {
    world.vault.outside.write(inPending(name ?? ''), attaching(name ?? '', other ?? name ?? ''));
  }
  await look(bench);
  await world.clock.advance(60_000);
  await quiet(bench.engine);
  const prepared = world.records().filter(({ kind }) => kind === 'completed');
  expect(prepared.length).toBeLessThan(4);
  expect(alertsOf(bench, 'aa')).toMatchObject([
    { text: expect.stringContaining(`Countersign itself writes “${inPending('aa')}”`) as string },
  ]);
});
