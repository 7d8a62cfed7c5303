import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../../../../src/hosts/node/cli/main.js';
import { startRunner } from '../../../../../../src/hosts/node/runner/runner.js';

let folder: string;
let vault: string;
let env: Record<string, string | undefined>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reasoning-command-'));
  vault = join(folder, 'vault');
  await mkdir(vault);
  env = { ...process.env, XDG_CONFIG_HOME: join(folder, 'config') };
  await run(null, 'setup');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a command where a person types these, one after the other; `null`: nobody sits there. */
async function run(typed: readonly string[] | null, ...args: string[]) {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  const rest = [...(typed ?? [])];
  const ask = async (question: string): Promise<string> => {
    say(question);
    return rest.shift() ?? '';
  };
  const terminal = { line: say, error: say, colours: false, ...(typed && { ask }) };
  const code = await main([...args, '--vault', vault], terminal, env);
  return { code, out: lines.join('\n') };
}

const knowledge = (): Promise<string[]> => readdir(join(vault, 'Knowledge')).catch(() => []);
const bundle = (): Promise<string> => readFile(join(vault, 'Knowledge/kb-bundle.toml'), 'utf8');

test('reasoning on writes no note by itself; the usual ones come on a typed word, and overwrite nothing [SUB-10] [SUB-11]', async () => {
  const file = join(vault, '.obsidian/plugins/countersign/data.json');
  const before = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...before, later: 'kept' }));
  const off = await run(null, 'reasoning', 'check');
  expect(off).toMatchObject({ code: 0 });
  expect(off.out).toContain('Missing: Knowledge/kb-bundle.toml: It is missing.');
  expect(off.out).toContain('Reasoning on record is off');
  const on = await run(null, 'reasoning', 'on');
  expect(on).toMatchObject({ code: 1 });
  expect(on.out).toContain('Degraded: Knowledge/kb-bundle.toml: It is missing.');
  expect(await knowledge()).toEqual([]);
  const status = await run(null, 'status');
  expect(status).toMatchObject({ code: 1 });
  expect(status.out).toContain('Reasoning is degraded: Knowledge/kb-bundle.toml: It is missing.');
  const json = async () => JSON.parse((await run(null, 'status', '--json')).out) as object;
  expect(await json()).toMatchObject({ knowledge: 'degraded' });
  const runner = await startRunner({
    ...{ vault, env, trustMoves: false },
    notifier: { notify: () => undefined },
  });
  if (!runner.ok) throw new Error(runner.error.message);
  await expect
    .poll(() => readFile(join(vault, 'Dashboard.md'), 'utf8'), { timeout: 5_000 })
    .toContain('Reasoning is degraded');
  await runner.value.stop();

  expect(await run(null, 'reasoning', 'write')).toMatchObject({ code: 2 });
  expect(await knowledge()).toEqual([]);
  await mkdir(join(vault, 'Knowledge'));
  const own = join(vault, 'Knowledge/integrity-security.md');
  await writeFile(own, 'My own rule.\n');
  expect(await run(['write'], 'reasoning', 'write')).toMatchObject({ code: 0 });
  expect(await readFile(own, 'utf8')).toBe('My own rule.\n');
  expect(await knowledge()).toHaveLength(5);
  expect(await json()).toMatchObject({ knowledge: 'normal', alerts: [] });
  expect((await run(null, 'reasoning', 'check')).out).toContain('integrity-security,');
  expect(await run(null, 'reasoning', 'off')).toMatchObject({ code: 0 });
  expect(await json()).toMatchObject({ knowledge: null });
  // What a later version wrote beside it stays.
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ ...before, later: 'kept' });
});

const yes = (count: number): string[] => Array.from({ length: count }, () => 'yes');

test('a note comes into the knowledge base only with answers to the criteria and the checklist [SUB-13] [SEED-8]', async () => {
  await run(['write'], 'reasoning', 'write');
  const before = await bundle();
  const file = join(folder, 'tone.md');
  await writeFile(file, 'Write to customers as if you met them.\n');
  const refused: readonly (readonly string[] | null)[] = [
    null,
    ['yes', 'yes'],
    ['yes', 'perhaps', 'yes'],
    [...yes(9), 'no'],
    yes(9),
  ];
  for (const typed of refused) {
    const done = await run(typed, 'reasoning', 'add', file, 'tone');
    expect(done.code).not.toBe(0);
    expect(done.out).toContain('Is it needed in most of the daily work');
    expect(await knowledge()).not.toContain('tone.md');
  }
  expect(await bundle()).toBe(before);
  const added = await run(yes(10), 'reasoning', 'add', file, 'tone');
  expect(added).toMatchObject({ code: 0 });
  for (let point = 1; point <= 7; point += 1) expect(added.out).toContain(`\n${point}. `);
  expect(await bundle()).toContain('[base]\ntone = "tone.md"\n');
  expect(await run(['no', 'yes', 'yes'], 'reasoning', 'add', file, 'tone-2')).toMatchObject({
    code: 0,
  });
  expect(await bundle()).toContain('[extended]\ntone-2 = "tone-2.md"\n');
  expect((await run(yes(10), 'reasoning', 'add', file, 'tone')).out).toContain('already');
  await writeFile(file, 'Write\u202e to customers.\n');
  expect((await run(yes(10), 'reasoning', 'add', file, 'tone-3')).out).toContain('hidden');
  expect(await knowledge()).not.toContain('tone-3.md');
});
