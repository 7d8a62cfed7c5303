import { expect, test } from 'vitest';
import { isMission } from '../../../../src/core/mission/missions.js';
import { approvalAt, planFolderOf } from '../../../../src/core/mission/plan-folder.js';

test('the first folder below the plans folder says whether a plan waits, in any case; a note of that name does not [LOOP-6]', () => {
  const of = (path: string) => planFolderOf('Work/Plans', path);
  expect(of('Work/Plans/pending/PLAN-2026-001.md')).toBe('pending');
  expect(of('Work/Plans/Approved/2026/PLAN-2026-001.md')).toBe('approved');
  expect(of('Work/Plans/REJECTED/PLAN-2026-001.md')).toBe('rejected');
  expect(of('Work/Plans/finance/pending/PLAN-2026-001.md')).toBeNull();
  expect(of('Work/Plans/pending')).toBeNull();
  expect(of('Work/Plansets/pending/PLAN-2026-001.md')).toBeNull();
  expect(isMission({ status: 'Active', ...approvalAt('Plans', 'Plans/approved/a.md') })).toBe(true);
  expect(isMission({ status: 'Active', ...approvalAt('Plans', 'Plans/rejected/a.md') })).toBe(
    false,
  );
});
