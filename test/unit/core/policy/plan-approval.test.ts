import { expect, test } from 'vitest';
import { recipientsIn, whyPlanNeedsApproval } from '../../../../src/core/policy/plan-approval.js';

const nobody = (): boolean => false;
const why = (text: string, ...steps: string[]) =>
  whyPlanNeedsApproval({ text, steps: steps.map((step) => ({ text: step })) }, nobody);

test('a plan needs approval for a payment, a deletion, or somebody new, each in plain words [LOOP-6]', () => {
  expect(why('Monthly report', 'Read the figures', 'Write the summary')).toBeNull();
  expect(why('Rent', 'Pay the rent for March')).toBe('It mentions a payment.');
  expect(why('Wire 5,000 EUR to Carl')).toBe('It mentions a payment.');
  expect(why('Replace the wire of the lamp')).toBeNull();
  expect(why('Bitte die Rechnung überweisen')).toBe('It mentions a payment.');
  expect(why('Tidy up', 'Delete the old drafts')).toBe('It mentions deleting something.');
  expect(why('Alte Entwürfe löschen')).toBe('It mentions deleting something.');
  expect(why('Thank', 'Write to Maria@Example.com')).toBe(
    'It names maria@example.com, and nothing was sent there before.',
  );
  expect(why('Refund', 'Remove the entry of +49 170 1234567')).toBe(
    'It mentions a payment. It mentions deleting something. It names +491701234567, and nothing was sent there before.',
  );
  const isMaria = (one: string): boolean => one === 'maria@example.com';
  const work = { text: 'Write to maria@example.com', steps: [] };
  expect(whyPlanNeedsApproval(work, isMaria)).toBeNull();
});

test('no marks and no length of a text hide what it asks for [LOOP-6]', () => {
  const both = 'It mentions a payment. It mentions deleting something.';
  expect(why('Report `', 'Write it `', 'Pay 500 EUR today', 'Delete it', 'Send it `')).toBe(both);
  expect(why('Write it `\nPay 500 EUR\nDelete it\nSend it `')).toBe(both);
  expect(why('Report', '`Pay` the rent', '`Delete` it')).toBe(both);
  expect(why('so '.repeat(30_000), 'Pay the rent', 'Delete it')).toBe(both);
  expect(why('Read https://example.com/delete?id=1')).toBeNull();
});

test('a date, an amount, an id and a link are no phone numbers [LOOP-6]', () => {
  const text =
    '2026-02-21, 01.02.2026, $1,500.00, PLAN-2026-001, 10:30, https://example.com/0049123456, 12 345 678';
  expect(recipientsIn(text)).toEqual([]);
  expect(recipientsIn('Call (555) 123-4567, 0170 1234567 or +1 555 123 4567.')).toEqual([
    '5551234567',
    '01701234567',
    '+15551234567',
  ]);
});
