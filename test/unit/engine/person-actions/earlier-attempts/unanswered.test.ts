import { describe, expect, test } from 'vitest';
import type { CallReport } from '../../../../../src/core/request/outcome/call-report.js';
import { sha256Hex } from '../../../../../src/core/digest.js';
import { memoryLedger, oneByOne } from '../../../../support/memory/memory-ledger.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import {
  edit,
  idOf,
  inApproved,
  move,
  planned,
  rewrite,
  standalone,
  startEngine,
} from '../../../../support/engine/gate-bench.js';
import { epochIn, tellEachOther, withNewcomer } from '../../../../support/engine/newcomer.js';
import {
  invoiceMail,
  invoiceMission,
  quiet,
  valueOf,
  type World,
} from '../../../../support/engine/world.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  pressApprove,
  restartPeople,
  type PeopleBench,
} from '../../../../support/engine/people-bench.js';

const lost: CallReport = { kind: 'lost', detail: 'The pipe broke.' };
const dayMs = 24 * 3_600_000;

/** A step's request that came back from a call of which nobody knows what became; its attempt's id. */
async function inDoubt(bench: PeopleBench): Promise<string> {
  const id = idOf(bench.world, await planned(bench));
  bench.world.server.answer = () => lost;
  await pressApprove(bench, await onlyReview(bench));
  return id;
}

/** A person says that it happened, about the card that is there. */
async function sayHappened(bench: PeopleBench) {
  const { requestId, shownDigest, unknownOutcome } = await onlyReview(bench);
  const attemptId = unknownOutcome?.attemptId ?? '';
  const input = { requestId, attemptId, happened: true, shownDigest, gesture: press(bench) };
  const said = await bench.engine.personActions.confirmUnknown(input);
  await quiet(bench.engine);
  return said;
}

const filed = (bench: PeopleBench): string => bench.world.note(bench.world.only('Done/Actions'));

const alertTexts = (bench: PeopleBench): string =>
  bench.engine
    .view()
    .alerts.map(({ text }) => text)
    .join('\n');

async function wait(bench: PeopleBench, ms: number): Promise<void> {
  await bench.world.clock.advance(ms);
  await quiet(bench.engine);
}

test('an answer is about the attempt that was shown, and no other [GATE-3]', async () => {
  const bench = await createPeopleBench();
  const first = idOf(bench.world, await standalone(bench));
  bench.world.server.answer = () => lost;
  await pressApprove(bench, await onlyReview(bench));
  const claim = bench.world
    .note(bench.world.only('Pending_Approval'))
    .replace(/request_id: .*/, 'request_id: claims')
    .replace(/supersedes: .*\n/, '')
    .replace(/%% countersign .*%%\n/, '');
  bench.world.vault.outside.write('Pending_Approval/claims.md', claim);
  await quiet(bench.engine);
  const reviews = await bench.engine.reviews(10);
  const claims = reviews.find(({ requestId }) => requestId === 'claims');
  const own = reviews.find(({ requestId }) => requestId !== 'claims');
  if (!claims || !own) throw new Error('Two requests wait.');
  expect(claims.unknownOutcome?.attemptId).toBe(first);
  expect(await pressApprove(bench, own, [first])).toMatchObject({ ok: true });
  // The person, who still looks at the card of before, answers about the first one.
  const said = await bench.engine.personActions.confirmUnknown({
    ...{ requestId: 'claims', attemptId: first, happened: false, gesture: press(bench) },
    shownDigest: sha256Hex(bench.world.note(claims.path)),
  });
  await quiet(bench.engine);
  expect(said).toMatchObject({ ok: false, error: { code: 'note_changed' } });
  expect(bench.world.records().map(({ kind }) => kind)).not.toContain('not_happened');
});

describe('“It happened” files', () => {
  test('what was sent, also where the note was changed since [GATE-3]', async () => {
    const bench = await createPeopleBench();
    await inDoubt(bench);
    await edit(bench, bench.world.only('Pending_Approval'), (text) =>
      text.replace('to: client_a@', 'to: other@').replace(/## Outcome[^]*?(?=%% countersign)/, ''),
    );
    expect(await sayHappened(bench)).toMatchObject({ ok: true });
    expect(filed(bench)).toContain('status: executed');
    expect(filed(bench)).toContain('"to":"client_a@example.com"');
    expect(filed(bench)).not.toContain('was changed after');
  });

  /** A question, and the answer to it; right before that is recorded, something happens to the note. */
  async function answeredWhile(meanwhile: (world: World, path: string) => void) {
    let whenRecorded = (): Promise<void> => Promise.resolve();
    const bench = await createPeopleBench({
      ports: ({ ledgerFile }) => {
        const ledger = memoryLedger(ledgerFile);
        const append = oneByOne(async (record, durable) => {
          if ((record as { why?: string }).why === 'happened') await whenRecorded();
          return ledger.append([record], durable);
        });
        return { ledger: { read: () => ledger.read(), append } };
      },
    });
    await inDoubt(bench);
    const path = 'Pending_Approval/renamed.md';
    await move(bench, bench.world.only('Pending_Approval'), path);
    whenRecorded = async () => {
      whenRecorded = () => Promise.resolve();
      meanwhile(bench.world, path);
      await quiet(bench.engine);
    };
    expect(await sayHappened(bench)).toMatchObject({ ok: true });
    return bench;
  }

  const putCopy = (world: World, path: string): void => {
    const copy = world.note(path).replace('to: client_a@', 'to: other@');
    world.vault.outside.write(inApproved(path), copy);
  };
  const addWords = (world: World, path: string): void => {
    rewrite(world, path, (text) => text.replace('\n```\n', '\n```\nMy own words.\n'));
  };

  test.each<[string, (world: World, path: string) => void, boolean]>([
    ['as it is', putCopy, false],
    [
      'although it was moved, and a copy took its place',
      (world, path) => {
        const copy = world.note(path).replace('to: client_a@', 'to: other@');
        world.vault.outside.move(path, 'Rejected/elsewhere.md');
        world.vault.outside.write(path, copy);
      },
      false,
    ],
    [
      'although it was changed meanwhile, too',
      (world, path) => {
        putCopy(world, path);
        addWords(world, path);
      },
      true,
    ],
  ])(
    'the note that was shown, and not a copy that was made meanwhile: %s [GATE-3]',
    async (_how, meanwhile, isChanged) => {
      const bench = await answeredWhile(meanwhile);
      expect(filed(bench)).toContain('to: client_a@example.com');
      expect(filed(bench)).not.toContain('other@');
      expect(filed(bench).includes('My own words.')).toBe(isChanged);
      expect(filed(bench).includes('This note was changed after')).toBe(isChanged);
      expect(bench.world.note(bench.world.only('Archive'))).toContain('other@');
    },
  );

  test('a note that was moved and changed meanwhile from where it lies by then [GATE-3]', async () => {
    const bench = await answeredWhile((world, path) => {
      addWords(world, path);
      world.vault.outside.move(path, 'Rejected/elsewhere.md');
    });
    expect(filed(bench)).toContain('My own words.');
    expect(filed(bench)).toContain('Executed, on your word');
    expect(bench.world.paths('Rejected')).toEqual([]);
  });

  test('a note that a process had moved there before it died [GATE-3]', async () => {
    const there = 'Done/Actions/renamed.md';
    const bench = await answeredWhile((world, path) => world.vault.outside.move(path, there));
    expect(filed(bench)).toContain('Executed, on your word');
    expect(filed(bench)).not.toContain('This note was changed after');
  });

  test('nothing where the note was deleted meanwhile; the step is ticked all the same [GATE-3]', async () => {
    const bench = await answeredWhile((world, path) => world.vault.outside.remove(path));
    expect(bench.world.paths('Done/Actions')).toEqual([]);
    expect(bench.world.note('Plans/PLAN-2026-001.md')).toContain('2. [x] ✋');
    expect(bench.engine.view().alerts).toEqual([]);
    expect(bench.world.records().at(-1)).toMatchObject({ kind: 'filed' });
  });

  test('a note that was changed after the answer as such [GATE-3]', async () => {
    let beforeUpdate: (path: string) => void = () => undefined;
    const bench = await createPeopleBench({
      ports: ({ vault }) => {
        const store = memoryNoteStore(vault);
        const update: typeof store.update = (path, change) => {
          beforeUpdate(path);
          return store.update(path, change);
        };
        return { store: { ...store, update } };
      },
    });
    await inDoubt(bench);
    beforeUpdate = (path) => {
      if (!path.startsWith('Done/Actions')) return;
      beforeUpdate = () => undefined;
      rewrite(bench.world, path, (text) => text.replace('to: client_a@', 'to: other@'));
    };
    expect(await sayHappened(bench)).toMatchObject({ ok: true });
    expect(filed(bench)).toContain('Executed, on your word');
    expect(filed(bench)).toContain('This note was changed after that person had looked at it.');
    expect(filed(bench)).toContain('"to":"client_a@example.com"');
  });
});

describe('whether it happened stays a question', () => {
  test('when an agent withdraws the request [GATE-3]', async () => {
    const bench = await createPeopleBench();
    await inDoubt(bench);
    const { requestId } = await onlyReview(bench);
    const { withdraw } = bench.engine.operations;
    const input = { requestId, reason: 'Not needed' };
    expect(await withdraw({ ...input, actor: 'Agent' })).toMatchObject({ ok: false });
    await quiet(bench.engine);
    expect(bench.engine.view().alerts).toMatchObject([{ kind: 'unknown_outcome' }]);
    expect(await withdraw({ ...input, actor: 'Human' })).toMatchObject({ ok: true });
    await quiet(bench.engine);
    expect(bench.engine.view().alerts).toEqual([]);
  });

  test('when it is drafted anew with other words [GATE-3]', async () => {
    const bench = await createPeopleBench();
    const id = idOf(bench.world, await standalone(bench));
    bench.world.server.answer = () => lost;
    await pressApprove(bench, await onlyReview(bench));
    const { requestId } = await onlyReview(bench);
    const drafted = await bench.engine.operations.redraft({
      ...{ requestId, arguments: { subject: 'January 2026 invoice.' }, actor: 'Agent' },
    });
    await quiet(bench.engine);
    expect(drafted).toMatchObject({ ok: false });
    expect((await onlyReview(bench)).unknownOutcome).toMatchObject({ attemptId: id });
  });

  test('when something moves the note to Rejected; moved back, it asks again [GATE-3]', async () => {
    const bench = await createPeopleBench();
    const attempt = await inDoubt(bench);
    const path = bench.world.only('Pending_Approval');
    bench.world.vault.outside.move(path, path.replace(/^[^/]+/, 'Rejected'));
    await quiet(bench.engine);
    const buried = `We don’t know whether ${attempt} happened, and the request that asked has ended`;
    expect(alertTexts(bench)).toContain(buried);
    await restartPeople(bench);
    await wait(bench, 8 * dayMs);
    expect(alertTexts(bench)).toContain(buried);
    bench.world.vault.outside.move(bench.world.only('Rejected'), path);
    await quiet(bench.engine);
    expect((await onlyReview(bench)).unknownOutcome).toMatchObject({ attemptId: attempt });
  });

  test('when something moves the note to Rejected and deletes it, however long ago [GATE-3]', async () => {
    const bench = await createPeopleBench();
    const attempt = await inDoubt(bench);
    const path = bench.world.only('Pending_Approval');
    bench.world.vault.outside.move(path, path.replace(/^[^/]+/, 'Rejected'));
    await quiet(bench.engine);
    bench.world.vault.outside.remove(bench.world.only('Rejected'));
    await wait(bench, dayMs);
    await restartPeople(bench);
    expect(alertTexts(bench)).toContain(`We don’t know whether ${attempt} happened`);
    await wait(bench, 400 * dayMs);
    await restartPeople(bench);
    expect(alertTexts(bench)).toContain(`We don’t know whether ${attempt} happened`);
  });

  test.each([true, false])(
    'when its note is deleted, for more than a day and over a restart (bridge there: %s) [GATE-3]',
    async (reachable) => {
      const bench = await createPeopleBench();
      const id = idOf(bench.world, await planned(bench));
      bench.world.server.answer = () => {
        bench.world.server.reachable = reachable;
        return lost;
      };
      await pressApprove(bench, await onlyReview(bench));
      bench.world.vault.outside.remove(bench.world.only('Pending_Approval'));
      await wait(bench, 6_000);
      const missing = `is missing, and we don’t know whether ${id} happened.`;
      expect(alertTexts(bench)).toContain(missing);
      await wait(bench, 25 * 3_600_000);
      expect(alertTexts(bench)).toContain(missing);
      await bench.engine.stop();
      bench.engine = await startEngine(bench.world, { signer: bench.signer });
      await wait(bench, 6_000);
      expect(alertTexts(bench)).toContain(missing);
    },
  );
});

test.each([
  ['under its id', '^s2'],
  ['under another id', '^s9'],
])(
  'an agent does not draft anew for that step %s while the note that asks is lost; a person may [GATE-3]',
  async (_how, stepId) => {
    const bench = await createPeopleBench();
    await inDoubt(bench);
    bench.world.vault.outside.remove(bench.world.only('Pending_Approval'));
    await quiet(bench.engine);
    await wait(bench, 6_000);
    const plan = 'Plans/PLAN-2026-001.md';
    bench.world.vault.outside.write(plan, bench.world.note(plan).replace('^s2', stepId));
    await quiet(bench.engine);
    const mail = { ...invoiceMail, step: 2 };
    const { operations } = bench.engine;
    expect(await operations.draftExternalAction({ ...mail, actor: 'Agent' })).toMatchObject({
      error: { code: 'request_not_open' },
    });
    expect(bench.world.paths('Pending_Approval')).toEqual([]);
    expect(await operations.draftExternalAction({ ...mail, actor: 'Human' })).toMatchObject({
      ok: true,
    });
  },
);

test.each(['a copy', 'its name only'])(
  'of the note that asks, doubled by sync (%s), it is still said that nobody knows the outcome [GATE-3]',
  async (which) => {
    const bench = await createPeopleBench();
    const attempt = await inDoubt(bench);
    const { world } = bench;
    const path = world.only('Pending_Approval');
    const copy = path.replace('.md', ' (conflicted copy 2026-02-21).md');
    if (which === 'a copy') world.vault.outside.write(copy, world.note(path));
    else world.vault.outside.move(path, copy);
    await quiet(bench.engine);
    const texts = alertTexts(bench);
    expect(texts).toContain(`We don’t know whether ${attempt} happened`);
    expect(texts).toMatch(
      which === 'a copy' ? /2 notes have the same id/ : /looks like a conflict copy/,
    );
    const { alerts } = bench.engine.view();
    const advice = alerts.find(({ kind }) => kind === 'duplicate')?.advice;
    expect(advice).toMatch(
      which === 'a copy' ? /^Remove all but one\./ : /give it the other’s name back/,
    );
  },
);

test.each(['Approved', 'Rejected'])(
  'a note that claims another ledger hides no question about an unknown outcome: the one that asked is in %s [GATE-3]',
  async (folder) => {
    const pair = await withNewcomer();
    await tellEachOther(pair);
    const bench = pair.first;
    const attempt = await inDoubt(bench);
    const { world } = bench;
    const path = world.only('Pending_Approval');
    const claims = world
      .note(path)
      .replace(/"epoch":"[^"]*"/gu, `"epoch":"${epochIn(pair.other.file)}"`);
    if (folder === 'Approved') {
      world.vault.outside.remove(path);
      world.vault.outside.write('Approved/zz.md', claims);
    } else {
      await move(bench, path, path.replace('Pending_Approval', 'Rejected'));
      world.vault.outside.write('Pending_Approval/copy.md', claims);
    }
    await quiet(bench.engine);
    expect(alertTexts(bench)).toContain('says that it was prepared for');
    expect(alertTexts(bench)).toContain(`We don’t know whether ${attempt} happened`);
  },
);

test.each([
  ['without a plan', 'ticked'],
  ['of a plan', 'ticked'],
  ['of a plan', 'skipped'],
  ['without a plan', 'skipped before it is prepared again'],
])(
  'a question about a call %s outlives that its note names a step of another plan, and that step is %s [GATE-3]',
  async (whose, how) => {
    const bench = await createPeopleBench();
    const { world, engine } = bench;
    const isAlone = whose === 'without a plan';
    const id = isAlone ? idOf(world, await standalone(bench)) : await inDoubt(bench);
    if (isAlone) {
      world.server.answer = () => {
        world.server.reachable = how === 'ticked';
        return lost;
      };
      await pressApprove(bench, await onlyReview(bench));
    }
    const other = { ...invoiceMission, sourceLink: 'Other', objective: 'Another one' };
    const { planId, path } = valueOf(
      await engine.operations.initializePlan({ ...other, evenIfSimilar: true }),
    );
    await quiet(engine);
    await edit(bench, world.only('Pending_Approval'), (text) =>
      text
        .replace(/^(plan|step)_id: .*\n/gm, '')
        .replace(/^request_id: .*\n/m, (line) => `${line}plan_id: ${planId}\nstep_id: s2\n`),
    );
    const asked = () => engine.view().alerts.filter(({ text }) => text.includes(`whether ${id} `));
    expect(asked()).toHaveLength(1);
    if (how === 'ticked')
      await edit(bench, path, (text) => text.replace(/^(\d+\. )\[ \]( ✋)/gm, '$1[x]$2'));
    else valueOf(await engine.personActions.skipStep({ planId, step: 's2', reason: 'No' }));
    await quiet(engine);
    expect(asked()).toHaveLength(1);
    expect(world.paths('Archive')).toEqual([]);
  },
);

test.each([false, true])(
  'a question is asked on while its note is in Approved, until a person approves it there (actions paused: %s) [GATE-3]',
  async (paused) => {
    const bench = await createPeopleBench();
    const { world, engine } = bench;
    const id = await inDoubt(bench);
    const asked = () => engine.view().alerts.filter(({ text }) => text.includes(`whether ${id} `));
    world.config = { ...world.config, paused };
    await move(bench, world.only('Pending_Approval'));
    expect(asked()).toHaveLength(1);
    world.config = { ...world.config, paused: true };
    await pressApprove(bench, await onlyReview(bench), [id]);
    await quiet(engine);
    expect(world.paths('Approved')).toHaveLength(1);
    expect(asked()).toEqual([]);
  },
);
