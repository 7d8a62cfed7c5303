import { expect, test } from 'vitest';
import type { CallReport } from '../../../../../src/core/request/outcome/call-report.js';
import { success } from '../../../../support/memory/memory-bridges.js';
import { memoryLedger, oneByOne } from '../../../../support/memory/memory-ledger.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  pressApprove,
} from '../../../../support/engine/people-bench.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  alertsOf,
  approve,
  createBench,
  deafTo,
  edit,
  idOf,
  inApproved,
  move,
  planned,
  requestIn,
  restart,
  rewrite,
  standalone,
} from '../../../../support/engine/gate-bench.js';

const lost: CallReport = { kind: 'lost', detail: 'The pipe broke.' };
const trusting = { config: { trustMoves: true } };

/** What an agent adds below the block of a note, where everybody may write. */
const addBelow = (text: string, lines: string): string =>
  text.replace('\n```\n', `\n\`\`\`\n${lines}\n`);

test('a line like that of an outcome, written before, does not keep the outcome out of the note [GATE-4]', async () => {
  const bench = await createBench();
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  const now = '2026-02-21T10:30:00Z';
  const lines = `## Outcome\n- The server reports success.\n\n> ${now} · attempt \`${id}\` · **executed**`;
  bench.world.server.answer = () => {
    rewrite(bench.world, inApproved(path), (text) =>
      addBelow(text, lines).replace('status: pending', 'status: executed'),
    );
    return success;
  };
  await approve(bench, path);
  expect(bench.world.server.calls).toHaveLength(1);
  const done = requestIn(bench.world, bench.world.only('Done/Actions'));
  expect(done.text).toContain(`> ${now} · attempt \`${id}\` · **executed**\n> \`\`\`json\n`);
});

test('a line like that of a person’s word does not keep it out of the note [GATE-4]', async () => {
  const bench = await createPeopleBench();
  const attemptId = idOf(bench.world, await planned(bench));
  bench.world.server.answer = () => lost;
  await pressApprove(bench, await onlyReview(bench));
  const path = bench.world.only('Pending_Approval');
  const said = (second: number): string =>
    `- 2026-02-21T10:30:${String(second).padStart(2, '0')}Z · attempt \`${attemptId}\` · **a person says that it happened**`;
  const lines = Array.from({ length: 60 }, (_, second) => `## Outcome\n${said(second)}`).join('\n');
  await edit(bench, path, (text) =>
    addBelow(text, lines).replace('status: outcome_unknown', 'status: executed'),
  );
  const { requestId, shownDigest } = await onlyReview(bench);
  const input = { requestId, attemptId, happened: true, shownDigest, gesture: press(bench) };
  expect(await bench.engine.personActions.confirmUnknown(input)).toMatchObject({ ok: true });
  await quiet(bench.engine);
  expect(bench.world.note(bench.world.only('Done/Actions'))).toContain('No server confirmed it');
});

test('a line like that of a late answer does not keep the answer out of the note [GATE-4]', async () => {
  const bench = await createBench(trusting);
  const path = await standalone(bench);
  const id = idOf(bench.world, path);
  bench.world.server.answer = () => ({ kind: 'timeout', afterMs: 60_000 });
  await move(bench, path);
  const line = `- 2026-02-21T10:30:00Z · attempt \`${id}\` · **late answer**`;
  await edit(bench, bench.world.only('Pending_Approval'), (text) =>
    addBelow(text, `## Late answer\n${line}`),
  );
  const answer = { content: [{ type: 'text', text: 'Email sent' }] };
  await bench.engine.lateAnswer(id, { kind: 'result', result: answer });
  expect(bench.world.note(bench.world.only('Pending_Approval'))).toContain(
    `${line}\n- It came after the call had been given up`,
  );
});

/** A bench where an agent reads under which id a request comes back, and is there before it. */
async function benchWithForger(report: CallReport, takesAway = false) {
  let [forged, lay] = ['', ''];
  const bench = await createBench({
    ...trusting,
    ports: ({ ledgerFile, vault }) => {
      const ledger = memoryLedger(ledgerFile);
      return {
        ledger: {
          read: () => ledger.read(),
          append: oneByOne(async (record, durable) => {
            const { kind, successor } = record as { kind: string; successor?: string };
            if (kind === 'outcome' && successor !== undefined) {
              vault.outside.write('Pending_Approval/a-forged.md', forged.replace('$', successor));
              if (takesAway) vault.outside.remove(inApproved(lay));
            }
            return ledger.append([record], durable);
          }),
        },
      };
    },
  });
  const path = await standalone(bench);
  lay = path;
  const id = idOf(bench.world, path);
  forged = bench.world.note(path).replace(/request_id: .*/, `request_id: $\nsupersedes: ${id}`);
  bench.world.server.answer = () => report;
  await move(bench, path);
  expect(bench.world.server.calls).toHaveLength(1);
  return { bench, id };
}

test.each([
  ['while it is there', false],
  ['and whose own note is deleted', true],
])(
  'a note with the id under which an unknown call comes back, %s, does not take its place [GATE-3]',
  async (_when, takesAway) => {
    const { bench, id } = await benchWithForger(lost, takesAway);
    const notes = bench.world.paths('Pending_Approval').map((path) => requestIn(bench.world, path));
    expect(notes).toHaveLength(2);
    const [real] = notes.filter(({ text }) => text.includes(`attempt \`${id}\` · **unknown**`));
    expect(real).toMatchObject({ supersedes: id, status: 'outcome_unknown' });
    expect(alertsOf(bench, real?.requestId ?? '')).toMatchObject([
      { kind: 'unknown_outcome' },
      { kind: 'duplicate' },
    ]);
    await restart(bench);
    expect(bench.world.paths('Pending_Approval')).toHaveLength(2);
    bench.world.vault.outside.remove('Pending_Approval/a-forged.md');
    await quiet(bench.engine);
    expect(alertsOf(bench, real?.requestId ?? '')).toMatchObject([{ kind: 'unknown_outcome' }]);
  },
);

test('a note that came back and was edited is not made again by a late answer [GATE-4]', async () => {
  const bench = await createBench(trusting);
  const path = await standalone(bench);
  const id = idOf(bench.world, path);
  bench.world.server.answer = () => lost;
  await move(bench, path);
  const back = bench.world.only('Pending_Approval');
  await edit(bench, back, (text) => text.replace('## Outcome', '## What became of it'));
  await bench.engine.lateAnswer(id, success);
  await quiet(bench.engine);
  expect(bench.world.only('Pending_Approval')).toBe(back);
  expect(bench.world.note(back)).toContain('**late answer**');
});

test('a folder in place of a note does not keep the outcome from being filed [GATE-4]', async () => {
  const bench = await createBench();
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  await restart(bench, deafTo(inApproved(path))(bench.world));
  bench.engine.look(inApproved(path));
  bench.world.server.answer = () => {
    bench.world.vault.outside.remove(inApproved(path));
    bench.world.vault.outside.makeFolder(inApproved(path));
    return success;
  };
  const { vault } = bench.world;
  vault.outside.move(path, inApproved(path));
  await approve(bench, inApproved(path));
  bench.engine.look(inApproved(path));
  await quiet(bench.engine);
  expect(bench.world.server.calls).toHaveLength(1);
  const done = requestIn(bench.world, bench.world.only('Done/Actions'));
  expect(done).toMatchObject({ requestId: id, status: 'executed' });
  expect(bench.world.records().at(-1)).toMatchObject({ kind: 'filed', id });
  expect(alertsOf(bench, id)).toEqual([]);
});

test('a note that claims to come from what was executed is no request that came back: it asks [GATE-3]', async () => {
  const bench = await createBench(trusting);
  const path = await standalone(bench);
  const id = idOf(bench.world, path);
  const forged = bench.world
    .note(path)
    .replace(/request_id: .*/u, `request_id: ${id}-again\nsupersedes: ${id}`)
    .replace(/subject: .*/u, 'subject: Another one.')
    .replace(/<!-- countersign[^]*?-->\n?/gu, '');
  await move(bench, path);
  expect(bench.world.server.calls).toHaveLength(1);
  bench.world.vault.outside.write('Pending_Approval/again.md', forged);
  await quiet(bench.engine);
  expect(alertsOf(bench, `${id}-again`)).toEqual([]);
  await move(bench, 'Pending_Approval/again.md');
  expect(bench.world.server.calls).toHaveLength(1);
  expect(alertsOf(bench, `${id}-again`)).toMatchObject([
    {
      text: expect.stringContaining(
        `${id} (executed; only this note says that it is the same)`,
      ) as string,
    },
  ]);
});
