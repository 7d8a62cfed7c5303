import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleChild, killChild, type BundledChild } from '../hosts/bundled-child.js';
import { openOffice, type Office } from './office.js';
import { until } from './until.js';

/** The command line itself, in a process that can be killed. */
let commandLine: BundledChild;
let office: Office;
/** What the runners said, to tell it when a test fails. */
let said = '';

beforeAll(async () => {
  commandLine = await bundleChild(new URL('../../src/hosts/node/cli-main.ts', import.meta.url));
});
afterAll(() => {
  commandLine.dispose();
});

async function startRunner(): Promise<ChildProcess> {
  const child = commandLine.start(
    ['run', '--vault', office.vault, '--trust-moves'],
    undefined,
    office.env,
  );
  await new Promise<void>((resolve) => {
    child.stdout?.on('data', (text: Buffer) => {
      said += text.toString('utf8');
      resolve();
    });
  });
  return child;
}

const patience = { limitMs: 30_000, context: () => said };

const ready = (request: string) =>
  until(
    `${request} is complete`,
    async () => {
      const note = await office.find(request);
      return note?.text.includes('"tool_digest"') ? note : null;
    },
    patience,
  );

const ended = (request: string) =>
  until(
    `${request} has an end`,
    async () => {
      const note = await office.find(request);
      return note && /^status: (?:executed|not_executed|outcome_unknown)$/m.test(note.text)
        ? note
        : null;
    },
    patience,
  );

test(
  'a runner killed at random moments of five approvals never sends twice, and every note tells the truth or says unknown [FR-019] [SC-007]',
  { timeout: 240_000 },
  async () => {
    office = await openOffice();
    let runner = await startRunner();
    // From the moment of the move: before it is seen, while accepted, while calling, while filing.
    const delaysMs = [3, 40, 110, 260, 420];
    for (const [index, delay] of delaysMs.entries()) {
      const { request, address } = await office.writeMission(index + 1);
      await ready(request);
      await office.approve(request);
      await new Promise((resolve) => setTimeout(resolve, delay));
      await killChild(runner);
      runner = await startRunner();
      const note = await ended(request);
      const mails = office.sink.mails.filter(({ to }) => to.includes(address)).length;
      expect(mails, note.text).toBeLessThanOrEqual(1);
      if (note.folder === 'Done/Actions') expect(mails).toBe(1);
      else expect(note.text).toMatch(/^status: outcome_unknown$/m);
    }
    runner.kill('SIGTERM');
    await new Promise((resolve) => runner.once('close', resolve));
    expect(await office.run('verify')).toMatchObject({ code: 0 });
    await office.dispose();
  },
);

test(
  'with the mail server down, the real MCP server’s friendly answer is not taken for a success',
  { timeout: 60_000 },
  async () => {
    office = await openOffice({ mailServerDown: true });
    const runner = await startRunner();
    const { request } = await office.writeMission(1);
    await ready(request);
    await office.approve(request);
    const note = await ended(request);
    expect(note.folder).toBe('Pending_Approval');
    expect(note.text).toMatch(/^status: outcome_unknown$/m);
    expect(note.text).toMatch(/^supersedes: hand-written-1$/m);
    const plan = await until(
      'the plan says it',
      async () => {
        const text = await readFile(join(office.vault, 'Plans/PLAN-2026-001.md'), 'utf8');
        return text.includes('Outcome unknown: step 1') ? text : null;
      },
      patience,
    );
    expect(plan).toContain('1. [ ] ✋');
    runner.kill('SIGTERM');
    await new Promise((resolve) => runner.once('close', resolve));
    await office.dispose();
  },
);
