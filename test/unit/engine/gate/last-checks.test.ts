import { expect, test } from 'vitest';
import { ok } from '../../../../src/core/errors.js';
import { parsePlan } from '../../../../src/core/plan/parse-plan.js';
import { LedgerFacts } from '../../../../src/core/ledger/ledger-facts.js';
import { signedContent } from '../../../../src/core/request/approval/signed-content.js';
import { preconditions, type CheckInput } from '../../../../src/engine/gate/preconditions.js';
import { findAuthority } from '../../../../src/engine/gate/authority.js';
import type { CheckCode } from '../../../../src/engine/gate/verdict.js';
import { twinNote } from '../../../support/builders/twin-note.js';
import { memoryNoteStore } from '../../../support/memory/memory-note-store.js';
import { settle } from '../../../support/memory/virtual-clock.js';
import {
  approve,
  createBench,
  inApproved,
  move,
  planned,
  requestIn,
  type Bench,
} from '../../../support/engine/gate-bench.js';
import { folders, vaultId } from '../../../support/engine/world.js';

const plan = 'Plans/PLAN-2026-001.md';

// What others do at that moment mostly takes the note away as well, before the gate comes to these checks.
test('a request whose id is spent in the last moment goes to the archive [GATE-2]', async () => {
  const bench = await createBench();
  const request = requestIn(bench.world, await planned(bench));
  const facts: Partial<LedgerFacts> = { isUsed: (id) => id === request.requestId };
  const check = preconditions.find(({ code }) => code === 'id_used');
  expect(check?.verdict({ facts, request } as CheckInput)).toEqual({
    do: 'archive',
    code: 'id_used',
    reason: `The id ${request.requestId} has already been used.`,
  });
});

/** What its ledger says. */
function factsOf({ world }: Bench): LedgerFacts {
  const facts = new LedgerFacts();
  for (const record of world.records()) facts.apply(record);
  return facts;
}

const planAsOf = (text: string) => {
  const read = parsePlan(text, plan).plan;
  if (!read) throw new Error('no plan');
  return ok(read);
};

test.each<[CheckCode, string | RegExp, string]>([
  ['plan_not_running', /^status: .*$/m, 'status: Draft'],
  ['step_not_found', ' ^s2', ' ^s9'],
  ['step_not_gated', '✋ ', ''],
  ['step_done', '2. [ ]', '2. [x]'],
  ...['-', '>', '~', '!', 'c', '–', '🎉'].map((mark): [CheckCode, string, string] => [
    'step_done',
    '2. [ ]',
    `2. [${mark}]`,
  ]),
  ['step_reworded', 'Send email to', 'Call'],
])('%s in the last moment sends a request back [GATE-1] [GATE-9]', async (code, from, to) => {
  const bench = await createBench();
  const request = requestIn(bench.world, await planned(bench));
  const facts = factsOf(bench);
  const text = bench.world.note(plan);
  const check = preconditions.find((one) => one.code === code);
  const verdict = (now: string) =>
    check?.verdict({
      request,
      facts,
      plan: planAsOf(now),
      folders,
      isWaiting: () => false,
    } as unknown as CheckInput);
  expect(verdict(text)).toBeNull();
  expect(verdict(text.replace(from, to))).toMatchObject({ do: 'return', code });
});

test.each([' ', '/', '\u00a0', '\t'])('nothing is said of a step that is marked [%s]', (mark) => {
  const check = preconditions.find(({ code }) => code === 'step_done');
  const request = { planId: 'PLAN-2026-001', stepId: 's2' };
  const note = planAsOf(twinNote({ steps: [`1. [${mark}] ✋ Send ^s2`] }));
  expect(check?.verdict({ request, plan: note } as CheckInput)).toBeNull();
});

// An edit, and what is written back, mostly take the approval back before the gate comes to its stamp.
test('a stamp is for the very content, and for the version that was prepared last [GATE-1] [GATE-7]', async () => {
  const bench = await createBench({ config: { paused: true } });
  const path = await planned(bench);
  await approve(bench, path);
  const request = requestIn(bench.world, inApproved(path));
  const content = signedContent(request, vaultId);
  const other = signedContent({ ...request, expires: '2026-03-01T00:00:00Z' }, vaultId);
  if (!content || !other) throw new Error('It is not prepared');
  const input = {
    ...{
      request,
      content,
      isNewest: true,
      wasTried: false,
      keys: bench.keys,
      config: bench.world.config,
      folders,
    },
    requestFacts: factsOf(bench).request(request.requestId),
    nowMs: bench.world.clock.now(),
  };
  expect(await findAuthority(input)).toMatchObject({ by: 'stamp' });
  expect(await findAuthority({ ...input, content: other })).toMatchObject({
    code: 'stamp_digest_differs',
  });
  expect(await findAuthority({ ...input, isNewest: false })).toMatchObject({
    code: 'stamp_outdated',
  });
});

test.each(['paused', 'no longer trusting', 'being stopped'])(
  'a request is not called by a device that is %s since its note was read again [GATE-7] [GATE-23]',
  async (now) => {
    let isListed = false;
    const bench = await createBench({
      config: { trustMoves: true },
      ports: ({ vault }) => {
        const store = memoryNoteStore(vault);
        return {
          store: {
            ...store,
            async read(path) {
              const { world } = bench;
              const change = now === 'paused' ? { paused: true } : { trustMoves: false };
              if (isListed && path.startsWith('Approved/')) {
                if (now === 'being stopped') world.server.isClosed = true;
                else world.config = { ...world.config, ...change };
              }
              return store.read(path);
            },
          },
        };
      },
    });
    const path = await planned(bench);
    bench.world.server.duringInspect = () => {
      isListed = true;
    };
    await move(bench, path);
    expect(isListed).toBe(true);
    expect(bench.world.server.calls).toEqual([]);
    expect(bench.world.paths('Approved')).toEqual([inApproved(path)]);
  },
);

test('a trusted move whose note gets a copy at the very last is not carried out [GATE-2]', async () => {
  const at = { path: '' };
  const bench = await createBench({
    config: { trustMoves: true },
    ports: ({ vault }) => {
      const store = memoryNoteStore(vault);
      return {
        store: {
          ...store,
          async list(folder) {
            // What lies there is looked at after everything else but the note.
            if (folder === 'Done/Actions' && at.path !== '') {
              vault.outside.write(inApproved('Pending_Approval/b.md'), bench.world.note(at.path));
              at.path = '';
              await settle();
            }
            return store.list(folder);
          },
        },
      };
    },
  });
  const path = await planned(bench);
  for (const name of ['', '-2', '-3']) {
    const named = `Done/Actions/${requestIn(bench.world, path).requestId}${name}.md`;
    bench.world.vault.outside.write(named, 'Another note.\n');
  }
  at.path = inApproved(path);
  await move(bench, path);
  expect(at.path).toBe('');
  expect(bench.world.server.calls).toEqual([]);
});

test('an approval outlives a stop that comes while the tools are listed [GATE-2]', async () => {
  const bench = await createBench({ config: { trustMoves: true } });
  const path = await planned(bench);
  bench.world.server.duringInspect = () => {
    bench.world.server.isClosed = true;
  };
  await move(bench, path);
  expect(bench.world.server.calls).toEqual([]);
  expect(bench.world.paths('Approved')).toEqual([inApproved(path)]);
  bench.world.server.duringInspect = () => undefined;
  bench.world.server.isClosed = false;
  bench.engine.lookAtEverything();
  await bench.engine.idle();
  expect(bench.world.server.calls).toHaveLength(1);
});

test.each([1, 2, 3])(
  'a pause by another process counts at once, whichever look at the settings finds it: %s [GATE-7]',
  async (look) => {
    let looks = 0;
    const bench = await createBench({
      config: { trustMoves: true },
      ports: (world) => ({
        async refreshConfig() {
          looks += 1;
          if (looks === look) world.config = { ...world.config, paused: true };
        },
      }),
    });
    const path = await planned(bench);
    looks = 0;
    await move(bench, path);
    expect(looks).toBeGreaterThanOrEqual(look);
    expect(bench.world.server.calls).toEqual([]);
  },
);
