import { expect, test } from 'vitest';
import {
  formatKeepEffect,
  duplicatePlanOf,
} from '../../../../../src/core/plan/duplicates/duplicate-alert.js';
import { twinPlanOf } from '../../../../support/builders/twin-note.js';

const ofOneId = ['a', 'b', 'c'].map((name) => duplicatePlanOf(twinPlanOf({}, `Plans/${name}.md`)));
const ofOneSource = ['PLAN-2026-001', 'PLAN-2026-002', 'PLAN-2026-003'].map((id) =>
  duplicatePlanOf(twinPlanOf({ id }, `Plans/${id}.md`)),
);

test.each([
  [
    'a copy',
    ofOneId.slice(0, 2),
    'The other goes to the archive, and its log is kept here. Requests for steps that are open here stay.',
  ],
  [
    'several copies',
    ofOneId,
    'The other 2 go to the archive, and their logs are kept here. Requests for steps that are open here stay.',
  ],
  [
    'a plan of its own id',
    ofOneSource.slice(0, 2),
    'The other goes to the archive, and its log is kept here. Its own requests are withdrawn.',
  ],
  [
    'several plans of their own ids',
    ofOneSource,
    'The other 2 go to the archive, and their logs are kept here. Their own requests are withdrawn.',
  ],
])('keeping one over %s says what becomes of it and its requests', (_over, plans, said) => {
  for (const kept of plans) expect(formatKeepEffect(kept, plans)).toBe(said);
});
