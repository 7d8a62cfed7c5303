import { expect, test } from 'vitest';
import { readExternalRequest } from '../../../../../src/core/request/imports/external-request.js';
import {
  buildExternalReview,
  type ExternalFieldView,
  type ExternalReviewState,
} from '../../../../../src/core/request/imports/external-review.js';
import { mailRoute } from '../../../../support/builders/mail-route.js';

const path = 'Pending_Approval/x.md';

function reviewOf(properties: string, change: Partial<ExternalReviewState> = {}) {
  const foreign = readExternalRequest(`---\n${properties}\n---\nHello.\n`, path);
  if (!foreign) throw new Error('This is no foreign request.');
  const routes = [mailRoute(), mailRoute({ actionType: 'payment', arguments: {} })];
  return buildExternalReview(foreign, { folder: 'pending', routes, problems: [], ...change });
}

const asLines = (views: readonly ExternalFieldView[]) =>
  views.map(({ name, text, kind, isGuessed, from }) =>
    [name, text, kind, isGuessed ? 'guessed from' : 'read from', String(from)].join(' | '),
  );

const mail = 'action: send_email\nto: a@example.com\nsubject: Hello';

test('all that was understood is shown, with where it comes from, and what is guessed [GATE-18]', () => {
  const routes = [mailRoute({ arguments: { 'x\u200b': { a: 1 }, to: 'z@example.com' } })];
  const review = reviewOf(
    `${mail}\nattachment: a.pdf\nstep_description: "Tell\u200b them"\n` +
      'created: 2026-01-07T10:30:00Z\nexpires: 2026-01-08T10:30:00Z\n"ht\u200bml": <b>',
    { folder: 'approved', routes },
  );
  expect(asLines(review.fields)).toEqual([
    'Type | email | text | guessed from | `action`',
    'To | a@example.com | text | guessed from | `to`',
    'Why | Tell‹U+200B› them | text | guessed from | `step_description`',
    'Since | 2026-01-07T10:30:00Z | text | guessed from | `created`',
    'Until | 2026-01-08T10:30:00Z | text | read from | `expires`',
  ]);
  expect(asLines(review.arguments)).toEqual([
    'to | a@example.com | text | read from | `to`',
    'subject | Hello | text | read from | `subject`',
    'text | Hello. | text | guessed from | the text below the properties',
    'attachments | [\n  "a.pdf"\n] | list | guessed from | `attachment`',
    'x‹U+200B› | {\n  "a": 1\n} | object | guessed from | the route',
  ]);
  expect(review).toMatchObject({
    path,
    folder: 'approved',
    unused: ['ht‹U+200B›ml'],
    problems: [],
  });
  expect(review.call?.arguments).toMatchObject({ to: 'a@example.com', 'x\u200b': { a: 1 } });
});

test('a reason that the note does not give stands nowhere in it [GATE-18]', () => {
  expect(asLines(reviewOf(mail).fields).at(-1)).toMatch(/^Why .* guessed from \| null$/);
});

test('it is said once why a note cannot be used, and what else keeps it from that [GATE-18]', () => {
  const messages = (properties: string, change: Partial<ExternalReviewState>) =>
    reviewOf(properties, change).problems.map(({ message }) => message);
  const other = { code: 'foreign_unclear', message: 'Not here.', advice: 'Wait.' } as const;
  const withoutRoute = 'Countersign doesn’t know yet which tool to use for emails.';
  expect(messages(mail, { routes: [], problems: [other] })).toEqual([withoutRoute, 'Not here.']);
  expect(messages(mail, { routes: null })).toEqual([]);
  expect(reviewOf(mail, { routes: null }).call).toBeNull();
  expect(messages(`${mail}\nstatus: executed`, {})).toEqual([
    '“status: executed”: another tool may have done this already.',
  ]);
});

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
