import { expect, test } from 'vitest';
import {
  actionTypeOf,
  mayHaveReachedOutside,
  needsHand,
  speaksOfExternalAction,
} from '../../../../src/core/policy/external-action.js';

test.each<[step: string, type: string]>([
  ['Send email to client_a@example.com', 'email'],
  ['Send it via email', 'email'],
  ['E-mail the client', 'email'],
  ['Reply to Client A', 'email'],
  ['Message the team', 'email'],
  ['Pay the invoice', 'payment'],
  ['Transfer $1,500', 'payment'],
  ['Refund Client A', 'payment'],
  ['Post on LinkedIn', 'social_post'],
  ['Publish the article', 'social_post'],
  ['Submit the form', 'api_call'],
  ['Call the API', 'api_call'],
  ['Upload the report', 'api_call'],
  ['Book a table', 'api_call'],
  ['PLEASE SEND IT', 'email'],
])('"%s" reaches outside the vault, as %s', (step, type) => {
  expect(speaksOfExternalAction(step)).toBe(true);
  expect(actionTypeOf(step)).toBe(type);
});

test.each([
  'Identify client: Client A (client_a@example.com)',
  'Calculate amount: $1,500 from [[Rates]]',
  'Write the invoice',
  'Generate invoice PDF',
  'Log transaction in [[Current_Month]]',
  'Look at https://example.com/send/post',
  'Look up info@mail.example.com',
  'Sort the photos in their order',
  'Find out whom to tell',
  'Tidy the postbox and recall the afternoon',
  '',
])('"%s" stays inside', (step) => {
  expect(speaksOfExternalAction(step)).toBe(false);
});

test.each([
  'Read the email of Client A',
  'Log the payment in [[Current_Month]]',
  'Draft a message to the team',
  'Summarize the call',
  'Please check the post of yesterday',
])('"%s" stays inside: it only works on what was or will be sent', (step) => {
  expect(speaksOfExternalAction(step)).toBe(false);
});

test.each([
  'Draft and send the email',
  'Review the post, then publish it',
  'Check the bill and pay it',
])('"%s" reaches outside all the same', (step) => {
  expect(speaksOfExternalAction(step)).toBe(true);
});

test('a step that says nothing of its kind is of type other', () => {
  expect(actionTypeOf('Ring the bell')).toBe('other');
});

test.each([
  'Paid the rent to Anna',
  'Invoice sent to Bob',
  'Transferred $1,500',
  'Replied to Client A',
  'Review; emailed Bob',
  'Reviewed and paid',
  'Chairs ordered',
  'BOUGHT',
  '`Sent` the list to Bob',
  'Pay the rent',
])('"%s", when it is done, may have reached outside', (step) => {
  expect(mayHaveReachedOutside(step)).toBe(true);
});

test.each([
  'Identify client: Client A',
  'Calculate amount: $1,500 from [[Rates]]',
  'Invoice written',
  'Consent form and unpaidbills filed',
  'Look at https://example.com/sent',
])('"%s", when it is done, stayed inside', (step) => {
  expect(mayHaveReachedOutside(step)).toBe(false);
});

test.each([
  'Order 20 boxes',
  '`Order` 20 boxes',
  'File it ` and pay 500 EUR ` then tidy up',
  'Robin to ask the Old Mill for a quote',
  'Grey card: order a new one',
  'Cancel the electricity',
  'Senden Sie uns ein Angebot',
  'Enviarnos un presupuesto',
  'Nous renvoyer une facture corrigée',
  '写真をお送りください',
])('"%s" reaches somebody', (step) => {
  expect(speaksOfExternalAction(step)).toBe(true);
});

test.each(['Pay Anna $500', '`Pay` Anna $500', '`Pay Anna $500`', '**Pay** bob@x.com'])(
  '“%s” gets its ✋ whatever an agent says',
  (step) => {
    expect(needsHand(step)).toBe(true);
  },
);
