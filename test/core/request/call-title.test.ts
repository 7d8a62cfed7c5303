import { expect, test } from 'vitest';
import { callTitle } from '../../../src/core/request/call-title.js';

test.each([
  ['send_email', true, 'Send email to maria@example.com'],
  ['sendEmail', true, 'Send email to maria@example.com'],
  ['post-to.wall', false, 'Post to wall'],
  ['PAY', false, 'Pay'],
  ['_', false, '_'],
])('a call of %s, with the recipient in it: %s, is “%s”', (tool, recipientIsInCall, title) => {
  expect(callTitle({ tool, targetRecipient: 'maria@example.com', recipientIsInCall })).toBe(title);
});

test('a call without a recipient names none', () => {
  expect(callTitle({ tool: 'send', targetRecipient: '', recipientIsInCall: true })).toBe('Send');
});
