import { expect, test } from 'vitest';
import { readForeignRequest } from '../../../src/core/request/foreign-request.js';
import { buildForeignReview } from '../../../src/core/request/foreign-review.js';
import { mailRoute } from '../../engine/mail-route.js';

function reviewOf(properties: string) {
  const foreign = readForeignRequest(`---\n${properties}\n---\nHello.\n`, 'Pending_Approval/x.md');
  if (!foreign) throw new Error('This is no foreign request.');
  const routes = [mailRoute(), mailRoute({ actionType: 'payment', arguments: {} })];
  return buildForeignReview(foreign, { place: 'pending', routes, problems: [] });
}

test('what is no text is shown as what it is [GATE-18]', () => {
  const review = reviewOf(
    'type: approval_request\naction: payment\nrecipient: Client A\namount: 1500',
  );
  expect(review.arguments.find(({ name }) => name === 'amount')).toMatchObject({
    text: '1500',
    kind: 'number',
  });
});

test('the plan and the step that the request keeps are shown as they stand there [GATE-18]', () => {
  const { fields } = reviewOf(
    'action: send_email\nto: a@example.com\nplan_id: PLAN-2026-001\nstep_id: ^s\u200b2',
  );
  expect(fields.filter(({ name }) => name === 'Plan' || name === 'Step')).toEqual([
    { name: 'Plan', text: 'PLAN-2026-001', kind: 'text', isGuessed: false, from: '`plan_id`' },
    { name: 'Step', text: '^s‹U+200B›2', kind: 'text', isGuessed: false, from: '`step_id`' },
  ]);
});

test('a note that cannot become a request of ours says why, and cannot be confirmed [GATE-18]', () => {
  const review = reviewOf(
    'action: send_email\nto: a@example.com\nsubject: Hello\nplan_id: PLAN-2026-001',
  );
  expect(review.call).not.toBeNull();
  expect(review.problems).toHaveLength(1);
});
