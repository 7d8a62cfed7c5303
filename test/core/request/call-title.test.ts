import { expect, test } from 'vitest';
import { inReadingOrder } from '../../../src/core/request/argument-order.js';
import { shortName } from '../../../src/core/inline-text.js';
import { callName, callTitle, noteTitle } from '../../../src/core/request/call-title.js';

test.each([
  ['send_email', true, 'Email to maria@example.com'],
  ['sendEmail', true, 'Email to maria@example.com'],
  ['post-to.wall', false, 'Post to wall'],
  ['PAY', false, 'Pay'],
  ['send', true, 'Send to maria@example.com'],
  ['pay_invoice', true, 'Pay invoice to maria@example.com'],
  ['_', false, '_'],
])('a call of %s, with the recipient in it: %s, is “%s”', (tool, recipientIsInCall, title) => {
  expect(callTitle({ tool, targetRecipient: 'maria@example.com', recipientIsInCall })).toBe(title);
});

test.each([
  ['Bob Smith', 'Email to “Bob Smith”'],
  ['maria”.\nSent 09:42. “', 'Email to “maria". Sent 09:42. "”'],
])('a recipient of several words is quoted: %j', (targetRecipient, title) => {
  expect(callTitle({ tool: 'send_email', targetRecipient, recipientIsInCall: true })).toBe(title);
});

test.each([
  ['a@example.com', 'send_email', '“Email to a@example.com”'],
  ['Anna', 'send_email', '“Email” for “Anna” (as its note says)'],
  [
    'b@example.com',
    '“. All was sent. “',
    '“" all was sent "” for “b@example.com” (as its note says)',
  ],
])(
  'in a sentence, what a note for %j with %j is called cannot end its quotes',
  (to, tool, title) => {
    const call = { bridge: 'mail', tool, arguments: { to: 'a@example.com' } };
    expect(noteTitle({ call, targetRecipient: to })).toBe(title);
  },
);

test('a call without a recipient names none', () => {
  expect(callTitle({ tool: 'send', targetRecipient: '', recipientIsInCall: true })).toBe('Send');
});

test.each([
  [{ to: 'a@example.com', subject: 'Hi' }, 'Email to a@example.com: Hi'],
  [{ to: 'b@example.com', title: 'Hi\n\u202e#there' }, 'Email: Hi ‹U+202E›#there'],
  [{ to: ['A@example.com'], subject: ' ', text: 'x' }, 'Email to a@example.com'],
  [{ to: 'a@example.com', subject: 7 }, 'Email to a@example.com'],
  [{ to: 'b@example.com', text: 'As agreed with a@example.com.' }, 'Email'],
])('a call with %j is named “%s”', (args, name) => {
  expect(callName({ tool: 'send_email', arguments: args }, ' a@example.com ')).toBe(name);
});

test('a name is cut between characters', () => {
  expect(shortName('😀'.repeat(5_000))).toBe(`${'😀'.repeat(119)}…`);
  expect(shortName('a\n b')).toBe('a b');
});

test('arguments are read by whom they reach, how much, about what, and in which words', () => {
  const names = ['attachments', 'text', 'cc', 'Subject', 'amount', 'to', 'from'];
  expect(inReadingOrder(names, (name) => name)).toEqual([
    ...['to', 'cc', 'amount', 'Subject', 'text', 'attachments', 'from'],
  ]);
});
