import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { examplePlan, exampleRequest } from '../../../../src/core/views/agent-examples.js';
import { agentGuide } from '../../../../src/core/views/agent-skill.js';
import { parsePlan } from '../../../../src/core/plan/parse-plan.js';
import { parseRequest } from '../../../../src/core/request/parse-request.js';
import { contractFolders } from '../../../../src/core/settings/folders.js';

test('what an agent is told names the folders of this vault, and its examples are a plan and a request [FR-009]', () => {
  const folders = { ...contractFolders('Work'), pending: 'Work/Waiting' };
  const words = agentGuide(folders);
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
  const example = exampleRequest(folders);
  expect(words).toContain(example);
  expect(example).toContain(
    'drag this note to `Work/Approved/` in Obsidian. Any other move there only asks you, unless moves are trusted. To deny it, move this note to `Work/Rejected/`.',
  );
  const { request, problems } = parseRequest(example, 'Work/Waiting/a.md');
  expect(problems).toEqual([]);
  expect(request).toMatchObject({ planId: 'PLAN-2026-001', call: { tool: 'send_email' } });
});

test('the examples of the guide are a plan and a request, too', () => {
  const pages = readdirSync('docs/guide').map((name) => join('docs/guide', name));
  const guide = pages.map((page) => readFileSync(page, 'utf8')).join('\n');
  const notes = [...guide.matchAll(/^(`{3,4})markdown\n(---\n[^]*?)\n\1$/gm)].map(
    ([, , note = '']) => note,
  );
  const requests = notes.filter(
    (note) => note.includes('\nrequest_id:') || note.includes('\nplan_id:'),
  );
  expect(requests.map((note) => parseRequest(note, 'Pending_Approval/a.md').problems)).toEqual([
    [],
  ]);
  const plans = notes.filter((note) => note.includes('\ntask_id:'));
  expect(plans.map((note) => parsePlan(note, 'Plans/PLAN-2026-001.md').problems)).toEqual([[]]);
});
