import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Runs the demo without a terminal, as `npm run demo` does. */
async function demo(...args: string[]): Promise<{ code: number | null; story: string }> {
  const child = spawn(process.execPath, ['scripts/run-ts.mjs', 'tools/demo/main.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let story = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (story += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (story += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, story };
}

// One after the other: they make the same `demo-vault/`.
test.sequential(
  'the demo sends nothing before the note is moved and one mail after it, with other steps in the plan too [US3.1] [US3.2]',
  { timeout: 120_000 },
  async () => {
    const { code, story } = await demo(
      '--extra-step',
      'Check the tax rate',
      '--extra-step',
      'Compare *nothing* with 10 %',
    );
    expect(story).toContain('✓ no emails at the mail server');
    expect(story).toContain('✓ one email arrived');
    expect(story).toContain('Work/Check-the-tax-rate.md');
    expect(story).toContain('Step 5 was completed.');
    expect(story).toContain('✓ the agent cannot tick that step itself');
    expect(story).toContain('✓ the audit log verifies and matches the ledger');
    expect(code, story).toBe(0);
  },
);

test.sequential(
  'killed while blocked it resumes; killed between call and answer it says unknown and never sends twice [FR-005] [US2.1]',
  { timeout: 180_000 },
  async () => {
    const { code, story } = await demo('--interrupt');
    expect(story).toContain('Resuming plan PLAN-2026-001: Generate and send the January invoice');
    expect(story).toContain('outcome unknown, “check before approving again”');
    expect(story).toContain('✓ the agent is told not to repeat it');
    expect(story).toMatch(/[01] mail for it at the server: never two/);
    expect(code, story).toBe(0);
  },
);

test.sequential(
  'its recording in docs is what it prints: creation, resumption and gating, for anyone to replay [SEED-10]',
  { timeout: 180_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'demo-recording-'));
    const { code, story } = await demo('--record', folder);
    expect(code, story).toBe(0);
    for (const name of ['demo.cast', 'demo.md', 'pictures/demo.svg']) {
      const kept = await readFile(join(root, 'docs', name), 'utf8');
      // If this is as it should be: `npm run demo -- --record docs`.
      expect(await readFile(join(folder, name), 'utf8'), `docs/${name} is out of date`).toBe(kept);
    }
    await rm(folder, { recursive: true });

    const replayed = await demo('--replay', 'docs/demo.cast');
    const isTold = (line: string): boolean => line !== '' && !/^\w+: /.test(line);
    const page = await readFile(join(root, 'docs/demo.md'), 'utf8');
    const chapters = [...page.matchAll(/^## (\w+): .*\n\n```text\n([^]*?)\n```$/gm)];
    expect(chapters.map(([, title]) => title)).toEqual(['Creation', 'Resumption', 'Gating']);
    expect(replayed.story.split(/\r?\n/).filter(isTold)).toEqual(
      chapters.flatMap(([, , text = '']) => text.split('\n')).filter(isTold),
    );
    expect(replayed.code).toBe(0);
  },
);
