import { expect, test } from 'vitest';
import { agentWords, examplePlan, exampleRequest } from '../../../src/core/mission/agent-words.js';
import { parsePlan } from '../../../src/core/plan/parse-plan.js';
import { parseRequest } from '../../../src/core/request/parse-request.js';
import { contractFolders } from '../../../src/core/settings/folders.js';

test('what an agent is told names the folders of this vault, and its examples are a plan and a request', () => {
  const words = agentWords({ ...contractFolders('Work'), pending: 'Work/Waiting' });
  for (const folder of ['Work/Inbox', 'Work/Needs_Action', 'Work/Plans', 'Work/Waiting']) {
    expect(words).toContain(`\`${folder}/\``);
  }
  expect(words).toContain('Name a file by its full, real path');
  expect(words).not.toContain('Pending_Approval');
  expect(words).toContain(examplePlan);
  const read = parsePlan(examplePlan, 'Work/Plans/PLAN-2026-001.md');
  expect([...read.problems, ...(read.plan?.warnings ?? [])]).toEqual([]);
  expect(read.plan?.steps.map(({ gated, id }) => [gated, id])).toEqual([
    [false, null],
    [true, 's2'],
    [false, null],
  ]);
  expect(words).toContain(exampleRequest);
  const { request, problems } = parseRequest(exampleRequest, 'Work/Waiting/a.md');
  expect(problems).toEqual([]);
  expect(request).toMatchObject({ planId: 'PLAN-2026-001', call: { tool: 'send_email' } });
});
