import { expect, test } from 'vitest';
import { titleOfBrief } from '../../../../src/core/task/brief-title.js';

test.each([
  ['its first sentence', 'Send the invoice. Then log it.', 'Send the invoice.'],
  ['its first line', 'Send the invoice\nThen log it', 'Send the invoice'],
  ['without marks of lists', '\n1. Send it\n2. Log it', 'Send it'],
  ['without marks of headings and quotes', '## > Send it!', 'Send it!'],
  ['whole where a full stop ends nothing', 'Pay 1.50 to Bob', 'Pay 1.50 to Bob'],
  ['with the number it begins with', '3 invoices must be sent', '3 invoices must be sent'],
  ['with the year it begins with', '2026 budget: collect figures', '2026 budget: collect figures'],
  ['with the sign it begins with', '+49 151 2345: call back', '+49 151 2345: call back'],
  ['without a rule above it', '---\n- Send it', 'Send it'],
  ['without an empty list item above it', '1.\n-\n#\nSend it', 'Send it'],
  ['nothing of nothing', ' \n', ''],
  ['at most 200 characters', 'x'.repeat(300), 'x'.repeat(200)],
  ['never cut within a character', `${'x'.repeat(199)}🎉 now`, 'x'.repeat(199)],
])('the title of a brief is %s', (_what, brief, title) => {
  expect(titleOfBrief(brief)).toBe(title);
});
