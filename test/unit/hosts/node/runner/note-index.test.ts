import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { main } from '../../../../../src/hosts/node/cli/main.js';
import { startRunner, type Runner } from '../../../../../src/hosts/node/runner/runner.js';
import type { MissionView } from '../../../../../src/core/views/dashboard-text.js';
import { planNote } from '../../../../support/builders/plan-note.js';
import { requestNote } from '../../../../support/builders/request-note.js';

let base: string;
let vault: string;
const at = (path: string): string => join(vault, path);
const plan = 'Plans/PLAN-2026-001.md';
const env = () => ({ ...process.env, XDG_CONFIG_HOME: join(base, 'device') });

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'index-'));
  vault = join(base, 'vault');
  await mkdir(vault);
  await mkdir(join(base, 'device'));
  const terminal = { line: () => undefined, error: () => undefined, colours: false };
  expect(await main(['setup', '--vault', vault], terminal, env())).toBe(0);
  await writeFile(at(plan), planNote());
  await writeFile(
    at('Plans/PLAN-2026-002.md'),
    planNote().replaceAll('PLAN-2026-001', 'PLAN-2026-002'),
  );
  await writeFile(at('Pending_Approval/one.md'), requestNote());
  await start();
});
afterEach(() => rm(base, { recursive: true, force: true }));

type Seen = Pick<MissionView, 'missions' | 'waiting' | 'counts'> & { alerts: readonly string[] };

/** Starts a runner whose clock is a minute ahead, so that no file is too young, and ends it; what it saw. */
async function start(
  aheadMs = 60_000,
  meanwhile?: (runner: Runner) => Promise<void>,
): Promise<Seen> {
  const { now } = Date;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
  const notifier = { notify: () => undefined };
  const runner = await startRunner({ vault, env: env(), trustMoves: false, notifier });
  if (!runner.ok) throw new Error(runner.error.message);
  const { engine } = runner.value;
  await engine.idle();
  await meanwhile?.(runner.value);
  const { missions, waiting, counts, alerts } = engine.view();
  await runner.value.stop();
  clock.mockRestore();
  return { missions, waiting, counts, alerts: alerts.map(({ text }) => text) };
}

async function indexFile(): Promise<string> {
  const [folder = ''] = await readdir(join(base, 'device/countersign'));
  return join(base, 'device/countersign', folder, 'notes.json');
}

async function editIndex(edit: (body: string) => string, isSealed = true): Promise<void> {
  const text = await readFile(await indexFile(), 'utf8');
  const body = edit(text.slice(text.indexOf('\n') + 1));
  const seal = createHash('sha256').update(body).digest('hex');
  const first = isSealed ? seal : text.slice(0, text.indexOf('\n'));
  await writeFile(await indexFile(), `${first}\n${body}`);
}

const lie = (body: string): string => body.replaceAll('Do it.', 'Lies.');
const objectives = (seen: Seen) => seen.missions.map(({ objective }) => objective);

test('a start takes what has not changed from the index, which only its owner can read', async () => {
  await start();
  await editIndex(lie);
  expect(objectives(await start())[0]).toBe('Lies.');
  expect((await stat(await indexFile())).mode & 0o777).toBe(0o600);
  // Nothing changed, so nothing is written.
  const before = await stat(await indexFile());
  await start();
  expect((await stat(await indexFile())).mtimeMs).toBe(before.mtimeMs);
});

test.each([
  ['right', async (): Promise<void> => undefined],
  ['missing', async (): Promise<void> => rm(await indexFile())],
  ['edited', () => editIndex(lie, false)],
  ['cut off', () => editIndex((body) => lie(body).slice(0, -20))],
  ['no list', () => editIndex(() => 'null')],
  ['of another vault', () => editIndex((body) => lie(body).replaceAll(vault, '/elsewhere'))],
  ['of another program', () => editIndex((body) => lie(body).replace('["', '["9.9.9 '))],
] as const)('with an index that is %s, a start sees what it reads', async (_name, change) => {
  const seen = await start();
  await change();
  expect(await start()).toEqual(seen);
  expect(await start()).toEqual(seen);
});

test('a note that changed between two starts is read, also with its size and times as before', async () => {
  await start();
  const { atime, mtime } = await stat(at(plan));
  const text = await readFile(at(plan), 'utf8');
  await writeFile(at(plan), text.replace('Do it.', 'Do us.'));
  await utimes(at(plan), atime, mtime);
  expect(objectives(await start())).toContainEqual('Do us.');
});

test('a note that changed without a trace is read a moment after the start, and by the next start', async () => {
  await start();
  const digest = createHash('sha256')
    .update(await readFile(at(plan)))
    .digest('hex');
  await editIndex((body) => lie(body).replaceAll(digest, '0'.repeat(64)));
  const checked = async ({ engine }: Runner): Promise<void> => {
    const shown = () => engine.view().missions.map(({ objective }) => objective);
    expect(shown()).toEqual(['Lies.', 'Lies.']);
    await vi.waitFor(() => expect(shown()).toContain('Do it.'), 20_000);
  };
  await start(60_000, checked);
  expect(objectives(await start())).toContain('Do it.');
}, 40_000);

test('a note that changed a moment ago is not kept: it could change again without a trace', async () => {
  await start();
  const text = await readFile(at(plan), 'utf8');
  await writeFile(at(plan), text.replace('Do it.', 'Young.'));
  await start(0);
  expect(await readFile(await indexFile(), 'utf8')).not.toContain('Young');
});
