import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BundledChild } from '../support/children/bundled-child.js';
import { approveAndKill, bundleCommandLine, faultOf, runnerIn } from './killed-runner.js';
import { openOffice } from './office.js';
import { until } from '../support/until.js';

let commandLine: BundledChild;
beforeAll(async () => {
  commandLine = await bundleCommandLine();
});
afterAll(() => {
  commandLine.dispose();
});

test(
  'a runner killed in the middle of ten approvals never sends twice, and every note tells the truth or says unknown [FR-019] [SC-007] [GATE-2] [GATE-20]',
  { timeout: 300_000 },
  async () => {
    // From the moment of the move: before it is seen, while accepted, while calling, while filing.
    const delaysMs = [3, 20, 40, 70, 110, 160, 210, 260, 340, 420];
    const approvals = await approveAndKill(commandLine, delaysMs);
    expect(approvals.map((approval) => faultOf(approval))).toEqual(delaysMs.map(() => null));
  },
);

test(
  'with the mail server down, the real MCP server’s friendly answer is not taken for a success',
  { timeout: 60_000 },
  async () => {
    const office = await openOffice({ mailServerDown: true });
    const killed = runnerIn(office, commandLine);
    const runner = await killed.start();
    const { request } = await office.writeMission(1);
    await killed.ready(request);
    await office.approve(request);
    const note = await killed.ended(request);
    expect(note.folder).toBe('Pending_Approval');
    expect(note.text).toMatch(/^status: outcome_unknown$/m);
    expect(note.text).toMatch(/^supersedes: hand-written-1$/m);
    const plan = await until(
      'the plan says it',
      async () => {
        const text = await readFile(join(office.vault, 'Plans/PLAN-2026-001.md'), 'utf8');
        return text.includes('Outcome unknown: step 1') ? text : null;
      },
      { limitMs: 30_000, context: () => killed.said() },
    );
    expect(plan).toContain('1. [ ] ✋');
    runner.kill('SIGTERM');
    await once(runner, 'close');
    await office.dispose();
  },
);
