import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../../../../../src/hosts/node/cli/main.js';
import { startRunner } from '../../../../../../../src/hosts/node/runner/runner.js';
import { planNote } from '../../../../../../e2e/office.js';

const plan = 'Plans/PLAN-2026-001.md';
let folder: string;
let vault: string;
let env: Record<string, string | undefined>;
let requestId: string;

/** A plan whose request waits, and no runner any more. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unread-'));
  vault = join(folder, 'vault');
  await mkdir(vault);
  env = { ...process.env, XDG_CONFIG_HOME: join(folder, 'config') };
  await run('setup');
  const args = [resolve('test/support/servers/counting-server.mjs')];
  const count = { COUNT_FILE: join(folder, 'calls.txt') };
  const servers = { far: { command: process.execPath, args, env: count } };
  await writeFile(join(folder, 'servers.json'), JSON.stringify(servers));
  await run('bridge', 'import', '--no-test', join(folder, 'servers.json'));
  await writeFile(join(vault, plan), planNote('PLAN-2026-001', 'a'));
  const notifier = { notify: () => undefined };
  const runner = await startRunner({ vault, env, trustMoves: false, notifier });
  if (!runner.ok) throw new Error(runner.error.message);
  const drafted = await runner.value.engine.operations.draftExternalAction({
    ...{ actionType: 'other', targetRecipient: 'a', title: 'a', rationale: 'Due.' },
    ...{ bridge: 'far', tool: 'record', arguments: { text: 'a' }, actor: 'Agent' },
    ...{ planId: 'PLAN-2026-001', step: 1 },
  });
  if (!drafted.ok) throw new Error(drafted.error.message);
  const path = join(vault, drafted.value.path);
  await expect
    .poll(() => readFile(path, 'utf8'), { timeout: 15_000, interval: 50 })
    .toContain('"tool_digest"');
  await runner.value.stop();
  requestId = basename(path, '.md');
}, 30_000);
afterEach(() => rm(folder, { recursive: true, force: true }));

async function run(...args: string[]): Promise<{ code: number; out: string }> {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  const ask = (): Promise<string> => Promise.resolve('withdraw');
  const terminal = { line: say, error: say, colours: false, ask };
  const code = await main([...args, '--vault', vault], terminal, env);
  return { code, out: lines.join('\n') };
}

test.each<[string, (text: string) => string, string]>([
  [
    'front matter is broken',
    (text) => text.replace(/^status: .*/mu, 'status: ['),
    'not valid YAML',
  ],
  ['Roadmap is gone', (text) => text.replace('## Roadmap', '## Road'), 'Roadmap is missing'],
])(
  'status names a plan whose %s, at its request too, and a person can withdraw that',
  async (_what, breaks, why) => {
    const broken = breaks(await readFile(join(vault, plan), 'utf8'));
    await writeFile(join(vault, plan), broken);
    const { out } = await run('status');
    expect(out).toContain(
      `! A note of plan PLAN-2026-001 can’t be read, so nothing of that plan runs.`,
    );
    expect(out).toContain(`   It can’t run while its plan can’t be read: ${plan}`);
    expect(out).toContain(why);
    const json = JSON.parse((await run('status', '--json')).out) as object;
    expect(json).toMatchObject({
      unreadPlans: [{ path: plan, planId: 'PLAN-2026-001' }],
      requests: [{ unreadPlan: plan }],
    });

    const withdrawn = await run('withdraw', requestId);
    expect(withdrawn.code, withdrawn.out).toBe(0);
    expect(withdrawn.out).toContain(`✓ Withdrew ${requestId}: it never runs.`);
    expect(withdrawn.out).toContain(`Not every note says so yet: ${plan}`);
    expect(await readdir(join(vault, 'Archive'))).toEqual([`${requestId}.md`]);
    expect(await readFile(join(vault, plan), 'utf8')).toBe(broken);
    expect((await run('withdraw', requestId)).out).toContain(`${requestId} has already ended.`);
  },
  30_000,
);
