import { expect, test } from 'vitest';
import { inReadingOrder } from '../../../../src/core/request/action/argument-order.js';
import type { JsonObject } from '../../../../src/core/json.js';
import { shortName } from '../../../../src/core/text/inline-text.js';
import { callName, callTitle, noteTitle } from '../../../../src/core/request/call-title.js';

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

test.each<[string, Record<string, unknown>, boolean]>([
  ['a reference', { account_number: 'DE00', reference: 'Landlord GmbH' }, false],
  ['an account', { account: 'Landlord GmbH', reference: 'May' }, false],
  ['an IBAN', { iban: 'Landlord GmbH', reference: 'May' }, true],
  ['a beneficiary, beside another account', { beneficiary: 'Landlord GmbH', iban: 'DE00' }, false],
  ['a name, beside another account', { accountNumber: 'DE00', name: 'Landlord GmbH' }, false],
  ['a name, beside another receiver', { receiver: 'Bob', name: 'Landlord GmbH' }, false],
  ['a name, beside another payee', { payeeName: 'Bob', name: 'Landlord GmbH' }, false],
  ['a name, beside another wallet', { wallet_address: '0x0', name: 'Landlord GmbH' }, false],
  ['a name, beside another user', { username: 'bob', name: 'Landlord GmbH' }, false],
  ['a name alone', { name: 'Landlord GmbH', amount: 900 }, true],
  ...[
    ...['reference', 'paymentReference', 'label', 'tags', 'category', 'filename', 'file_name'],
    ...['subject', 'title', 'memo', 'account_note', 'price_description'],
  ].map((name): [string, Record<string, unknown>, boolean] => [
    name,
    { amount: 900, [name]: 'Landlord GmbH' },
    false,
  ]),
])(
  'whether a recipient that stands in %s is whom a payment is for: %j, %s',
  (_where, args, isNamed) => {
    const call = { bridge: 'bank', tool: 'make_payment', arguments: args as JsonObject };
    expect(noteTitle({ call, targetRecipient: 'Landlord GmbH' })).toBe(
      isNamed
        ? '“Make payment to "Landlord GmbH"”'
        : '“Make payment” for “Landlord GmbH” (as its note says)',
    );
  },
);

test.each<[JsonObject, boolean]>([
  ...[
    ...['sourceAccount', 'source', 'debit', 'debitAccount', 'debtor', 'payer', 'owner'],
    ...['own_account', 'sender', 'fromWallet', 'origin', 'bank', 'workspace', 'team'],
  ].flatMap((name): [JsonObject, boolean][] => [
    [{ [name]: 'Ann', amount: 900 }, false],
    [{ [name]: 'Ann', target: 'Bob' }, false],
    [{ [name]: 'Bob', target: 'Ann' }, true],
    [{ [name]: { email: 'Ann' }, target: 'Bob' }, false],
  ]),
  [{ name: 'Ann', upi: 'Bob' }, false],
  [{ merchant: 'Ann', customer: 'Bob' }, false],
  [{ merchant: 'Bob', customer: 'Ann' }, false],
  [{ customer: 'Ann', amount: 900 }, false],
  [{ customer: { email: 'Ann' } }, false],
  [{ userId: 'Ann', raw: 'Bob' }, false],
  [{ userId: 'Ann' }, false],
  [{ biller: 'Ann', amount: 900, currency: 'EUR', reference: 'May' }, true],
  [{ shareWith: 'Ann', attachments: ['a.pdf'], files: ['b.pdf'], text: 'Hi' }, true],
  [{ username: 'Ann' }, false],
  ...[
    ...['creditor', 'pix_key', 'merchant', 'counterparty_id', 'targetAccount', 'share_with'],
    ...['additional_emails', 'group', 'pay_to', 'credit_account', 'customer', 'bank_iban'],
    ...['team_member'],
  ].flatMap((name): [JsonObject, boolean][] =>
    ['account', 'iban', 'wallet', 'email', 'phone'].map((own) => [
      { [own]: 'Ann', [name]: 'Bob' },
      false,
    ]),
  ),
  [{ phone: 'Ann', message: 'Hi', amount: 900 }, true],
  [{ email: 'Ann', name: 'Bob', template: 'welcome' }, true],
  [{ wallet: 'Ann', amount: '5', type: 'sepa' }, true],
  [{ accountId: 'Ann', invoiceId: 'b', amount: 5 }, false],
  [{ account: 'Ann', emailId: '5', body: 'Hi' }, false],
  [{ recipient: { account: 'Ann' } }, true],
  [{ email: 'Ann', supplier: 3 }, false],
  [{ email: 'Ann', schedule_with: 'Bob' }, false],
  [{ email: 'Ann', new_owner_email: 'Bob' }, false],
  [{ email: 'Ann', source_list: 'news' }, true],
  [{ email: 'Ann', card_type: 'visa' }, true],
  [{ account_owner: 'Ann', amount: 3 }, false],
  [{ email: 'Ann', chat: 12345678 }, false],
  [{ to: 'Ann', id: 7, folder: 'Sent' }, true],
  [{ message: { to: 'Ann' } }, true],
  [{ amount: 900 }, false],
])('whom a call with %j reaches is said only where that is sure: %s', (args, isNamed) => {
  const call = { tool: 'transfer', arguments: args };
  expect(callName(call, 'Ann')).toBe(isNamed ? 'Transfer to Ann' : 'Transfer');
});

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

test.each<[string, JsonObject, string]>([
  ['is alone', { to: 'a@example.com', subject: 'Hi' }, 'Email to a@example.com'],
  ['is alone, with a name', { to: 'Anna <a@example.com>', cc: '' }, 'Email to a@example.com'],
  ['is alone in a list', { to: ['a@example.com'], bcc: [] }, 'Email to a@example.com'],
  ['shares a value', { to: 'a@example.com, b@example.com' }, 'Email to a@example.com and others'],
  ['shares a list', { to: ['a@example.com', 'b@x.org'] }, 'Email to a@example.com and others'],
  ['has a copy beside it', { to: 'a@example.com', bcc: 'b' }, 'Email to a@example.com and others'],
  ['shares another place', { who: 'a@example.com; b@x.org' }, 'Email to a@example.com and others'],
])('a recipient that %s', (_how, args, title) => {
  const call = { bridge: 'mail', tool: 'send_email', arguments: args };
  expect(noteTitle({ call, targetRecipient: 'a@example.com' })).toBe(`“${title}”`);
  expect(callName(call, 'a@example.com').startsWith(title)).toBe(true);
});
