import { describe, expect, test } from 'vitest';
import {
  alertsOf,
  approve,
  calledIds,
  edit,
  idOf,
  inApproved,
  look,
  move,
  planned,
  standalone,
  startEngine,
} from '../../../../support/engine/gate-bench.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  pressApprove,
  restartPeople,
  type PeopleBench,
} from '../../../../support/engine/people-bench.js';
import { invoiceMail, quiet } from '../../../../support/engine/world.js';
import { setAside } from '../../../../support/engine/earlier-ledger.js';

/** A request that ran, and its stamped note as it lay in Approved just before. */
async function executed({ cameBack = false } = {}) {
  const bench = await createPeopleBench({ config: { paused: true } });
  const path = await planned(bench);
  if (cameBack) {
    // It gets another id, and keeps the name of its note.
    await approve(bench, path);
    await edit(bench, inApproved(path), (text) => text.replace('Dear', 'Dearest'));
    expect(idOf(bench.world, path)).toContain('-r');
  }
  const id = idOf(bench.world, path);
  await pressApprove(bench, await onlyReview(bench));
  const stamped = bench.world.note(inApproved(path));
  const plan = bench.world.note('Plans/PLAN-2026-001.md');
  bench.world.config = { ...bench.world.config, paused: false };
  await look(bench);
  expect(calledIds(bench.world)).toEqual([id]);
  await bench.engine.stop();
  return { bench, id, path: inApproved(path), stamped, plan };
}

function lines({ world }: PeopleBench): string[] {
  return (world.ledgerFile.text ?? '').split('\n').filter((line) => line !== '');
}

/** As a host does on a person's gesture: the ledger lies beside, the device has a new name. */
async function beginEpoch(bench: PeopleBench): Promise<void> {
  await bench.engine.stop();
  setAside(bench.world.ledgerFile);
  const { pinnedKeys } = bench.world.config;
  bench.world.config = {
    ...bench.world.config,
    device: 'd-cccccccccc',
    pinnedKeys: pinnedKeys.map((key) => ({ ...key, device: 'd-cccccccccc' })),
  };
  await restartPeople(bench);
}

async function takeOver(bench: PeopleBench): Promise<void> {
  const [offer] = bench.engine.view().alerts.flatMap(({ offers }) => offers ?? []);
  if (offer?.do !== 'take_over') throw new Error('Nothing is offered');
  const taken = await bench.engine.personActions.takeOver({
    epoch: offer.epoch,
    gesture: press(bench),
  });
  expect(taken.ok).toBe(true);
  await quiet(bench.engine);
}

test('a ledger rolled back to any record runs nothing again, and what ran asks [GATE-11]', async () => {
  const whole = lines((await executed()).bench).length;
  expect(whole).toBeGreaterThan(6);
  for (let kept = 0; kept < whole; kept += 1) {
    const { bench, id, path, stamped, plan } = await executed();
    const { world } = bench;
    const left = lines(bench).slice(0, kept);
    world.ledgerFile.text = kept === 0 ? null : `${left.join('\n')}\n`;
    if (kept === 0) world.config = { ...world.config, device: 'd-eeeeeeeeee' };
    // Git brings the notes back as they were before it ran.
    world.vault.outside.write('Plans/PLAN-2026-001.md', plan);
    world.vault.outside.remove(world.only('Done/Actions'));
    world.vault.outside.write(path, stamped);
    await restartPeople(bench);
    await world.clock.advance(60_000);
    expect(calledIds(world), `${kept} records left`).toEqual([id]);
    const halted = bench.engine.view().alerts.find(({ subject }) => subject.kind === 'ledger');
    if (kept > 0) expect(halted?.offers, `${kept} records left`).toEqual({ do: 'new_epoch' });

    await beginEpoch(bench);
    expect(world.note(path), `${kept} records left`).toBe(stamped);
    await takeOver(bench);
    await restartPeople(bench);
    const [review] = await bench.engine.reviews(5);
    expect(
      review?.attempts.map((attempt) => attempt.id),
      `${kept} left`,
    ).toEqual([id]);
    if (review) await pressApprove(bench, review);
    expect(calledIds(world), `${kept} records left`).toEqual([id]);
  }
}, 120_000);

const own = (path: string): string => path;
const another = (path: string): string => path.replace('Approved/', 'Approved/Restored ');

const renamed = { filedAs: 'Old mail' };
const inList = (text: string): string => text.replace(/^request_id: (.*)$/mu, 'request_id: [$1]');
const indented = (text: string): string => text.replace(/^request_id/mu, '  request_id');

/** A backup brings ledger and audit log back to before the call. */
function bringBackLedger(bench: PeopleBench): void {
  const { world } = bench;
  const before = lines(bench).findIndex((line) => line.includes('"kind":"intent"'));
  const trail = 'Logs/audit/d-aaaaaaaaaa-2026-02.jsonl';
  world.ledgerFile.text = `${lines(bench).slice(0, before).join('\n')}\n`;
  const audit = world.vault.outside.read(trail)?.split('\n').slice(0, before) ?? [];
  world.vault.outside.write(trail, `${audit.join('\n')}\n`);
}

interface Filed {
  readonly cameBack?: boolean;
  readonly filedAs?: string;
  readonly says?: (text: string) => string;
}

test.each<[string, (path: string) => string, Filed]>([
  ['its own name', own, {}],
  ['another name', another, {}],
  ['another name, after it had come back once,', another, { cameBack: true }],
  ['another name, and a person renamed the filed one,', another, { filedAs: 'Old mail' }],
  [
    'another name, and the filed one names its id in a list,',
    another,
    { ...renamed, says: inList },
  ],
  ['another name, and the filed one can’t be read,', another, { ...renamed, says: indented }],
])(
  'a backup brings ledger, audit log and note back to before a call: under %s the note does not run while Done/Actions holds what ran [GATE-2]',
  async (_name, rename, how) => {
    const { bench, id, path, stamped, plan } = await executed(how);
    const { world } = bench;
    if (how.filedAs !== undefined) {
      const filed = `Done/Actions/${how.filedAs}.md`;
      world.vault.outside.move(world.only('Done/Actions'), filed);
      if (how.says) world.vault.outside.write(filed, how.says(world.note(filed)));
    }
    bringBackLedger(bench);
    world.vault.outside.write('Plans/PLAN-2026-001.md', plan);
    world.vault.outside.write(rename(path), stamped);
    await restartPeople(bench);
    await world.clock.advance(60_000);
    expect(calledIds(world)).toEqual([id]);
    expect(world.paths('Approved')).toEqual([]);
    expect(world.note(world.only('Archive'))).toContain('has no record of it, so it isn’t run now');
    expect(alertsOf(bench, id).map(({ text }) => text)).toEqual([
      `A note in Done/Actions has the id ${id}, so this request doesn’t run.`,
    ]);
  },
);

test('a backup brings ledger and audit log back to before a call: a new request for it asks [GATE-3]', async () => {
  const { bench, id } = await executed();
  const { world } = bench;
  bringBackLedger(bench);
  await restartPeople(bench);
  const said = bench.engine.view().alerts.find(({ kind }) => kind === 'ticked_outside');
  expect(said?.text).toContain('a note in Done/Actions says that it was executed');
  await edit(bench, 'Plans/PLAN-2026-001.md', (text) => text.replace(/^2\. \[x\]/mu, '2. [ ]'));
  const drafted = await bench.engine.operations.draftExternalAction(invoiceMail);
  expect(drafted.ok).toBe(true);
  await quiet(bench.engine);
  await pressApprove(bench, await onlyReview(bench));
  expect(calledIds(world)).toEqual([id]);
  const asked = await onlyReview(bench);
  expect(asked.attempts).toMatchObject([{ id, outcome: 'executed' }]);
  // “I checked”.
  await pressApprove(bench, asked, [id]);
  expect(calledIds(world)).toEqual([id, asked.requestId]);
});

test('notes that anybody put into Done/Actions ask, each as what it says, and stop no computer, however many they are [GATE-3]', async () => {
  const bench = await createPeopleBench({ config: { trustMoves: true } });
  const { world } = bench;
  const path = await planned(bench);
  const id = idOf(world, path);
  const forge = (name: string, status: string): void => {
    const text = world.note(path).replaceAll(id, name).replace('status: pending', status);
    world.vault.outside.write(`Done/Actions/${name}.md`, text);
  };
  for (let n = 1; n <= 5_000; n += 1) forge(`r-${n}`, 'status: rejected');
  forge('r-ran', 'status: executed');
  await quiet(bench.engine);
  await move(bench, path);
  expect(calledIds(world)).toEqual([]);
  const [asked] = alertsOf(bench, id);
  expect(asked?.text).toMatch(
    /tried before: r-1 \(unknown, as “Done\/Actions\/r-1.md” says\), .*, and 4996 more\.$/u,
  );
  const { attempts } = await onlyReview(bench);
  expect(attempts).toHaveLength(5_001);
  expect(attempts).toContainEqual(
    expect.objectContaining({ outcome: 'executed', toldBy: 'Done/Actions/r-ran.md' }),
  );
  expect(attempts).toContainEqual(
    expect.objectContaining({ outcome: 'unknown', toldBy: 'Done/Actions/r-1.md' }),
  );
  expect(bench.engine.view().alerts.map(({ subject }) => subject.kind)).not.toContain('ledgers');
});

describe('a new epoch', () => {
  test('leaves what the old one had prepared alone until a person takes over [GATE-11]', async () => {
    const bench = await createPeopleBench();
    const path = await standalone(bench);
    const text = bench.world.note(path);
    await beginEpoch(bench);
    expect(bench.world.note(path)).toBe(text);
    expect(alertsOf(bench, idOf(bench.world, path))).toMatchObject([
      { kind: 'other_device', offers: { do: 'take_over', device: 'd-aaaaaaaaaa' } },
    ]);
  });

  test('is not blocked by what was rejected before, and does not say that it comes back', async () => {
    const bench = await createPeopleBench();
    const path = await planned(bench);
    const id = idOf(bench.world, path);
    await move(bench, path, path.replace('Pending_Approval/', 'Rejected/'));
    expect(bench.world.note('Plans/PLAN-2026-001.md')).toContain('status: Active');
    await beginEpoch(bench);
    await bench.world.clock.advance(60_000);
    expect(bench.world.note('Plans/PLAN-2026-001.md')).toContain('status: Active');
    expect(JSON.stringify(alertsOf(bench, id))).not.toContain('comes back');
    expect(bench.world.paths('Rejected')).toHaveLength(1);
  });

  test('is the way out of a clock that once jumped to 2099', async () => {
    const bench = await createPeopleBench();
    const now = bench.world.clock.now();
    const far = Date.UTC(2099, 0, 1);
    await bench.engine.stop();
    const clock = { ...bench.world.clock, now: () => far };
    bench.engine = await startEngine(bench.world, { clock });
    await standalone(bench);
    await restartPeople(bench);
    expect(bench.world.clock.now()).toBeLessThan(now + 3_600_000);
    const said = bench.engine.view().alerts.find(({ subject }) => subject.kind === 'clock');
    expect(said).toMatchObject({ kind: 'halted', offers: { do: 'new_epoch' } });
    expect(said?.text).toContain('2099-01-01');
    await beginEpoch(bench);
    expect(
      bench.engine.view().alerts.find(({ subject }) => subject.kind === 'clock'),
    ).toBeUndefined();
    expect(bench.world.records().at(-1)?.audit.at).not.toContain('2099');
  });
});

test.each([
  ['the audit files', ['Done/Actions/']],
  ['the notes', ['Logs/audit/']],
  ['the ledger that was set aside, and nothing in the vault', ['Done/Actions/', 'Logs/audit/']],
])(
  'a call of another ledger that %s tell of asks, also where the bridge is started otherwise by now [GATE-3]',
  async (_who, lost) => {
    const { bench, id } = await executed();
    const { world } = bench;
    for (const path of [...world.vault.entries.keys()]) {
      if (lost.some((folder) => path.startsWith(folder))) world.vault.outside.remove(path);
    }
    world.server.target = { ...world.server.target, names: ['TOKEN'] };
    await beginEpoch(bench);
    await standalone(bench, { title: 'Unrelated' });
    const { attempts } = await onlyReview(bench);
    expect(attempts.map((attempt) => attempt.id)).toEqual([id]);
  },
);
