import { describe, expect, test } from 'vitest';
import { readExternalRequest } from '../../../../../src/core/request/imports/external-request.js';

const read = (properties: string, body = 'Hello there.') => {
  const foreign = readExternalRequest(
    `---\n${properties}\n---\n${body}\n`,
    'Pending_Approval/x.md',
  );
  if (!foreign) throw new Error('This is no foreign request.');
  return foreign;
};
const mail = 'action: send_email\nto: a@example.com\nsubject: Hello';
const payment = 'type: approval_request\naction: payment\nrecipient: Client A';
const doubtsOf = (properties: string, body?: string) =>
  read(properties, body).problems.map(({ message }) => message);

describe('the attachments of another tool’s note', () => {
  test.each([
    ['attachments: [Invoices/a.pdf, b.pdf]', ['Invoices/a.pdf', 'b.pdf'], 'read'],
    ['attachments: a.pdf', ['a.pdf'], 'guessed'],
    ['attachment: [a.pdf]', ['a.pdf'], 'guessed'],
  ])('%s', (properties, value, how) => {
    expect(read(`${mail}\n${properties}`).arguments['attachments']).toMatchObject({ value, how });
  });

  test.each(['attachments:', 'attachments: ""'])('%s names none', (properties) => {
    const { arguments: args, problems } = read(`${mail}\n${properties}`);
    expect(args).not.toHaveProperty('attachments');
    expect(problems).toEqual([]);
  });

  test.each([
    ...['attachments: [[a.pdf]]', 'attachments: ["[[a.pdf]]"]', 'attachments: [1]'],
    ...['attachments: [a.pdf, "[[b.pdf]]"]', 'attachments: [a.pdf, ""]'],
  ])('%s is not guessed [GATE-18]', (properties) => {
    expect(doubtsOf(`${mail}\n${properties}`)).toEqual([
      '`attachments` does not name files by plain paths.',
    ]);
  });
});

describe('it is not guessed what is meant', () => {
  test.each<[string, string, RegExp]>([
    ['by two texts', `${mail}\ntext: One\nbody: Two`, /`text` and `body` have different values/],
    ['by an amount that is a list', `${payment}\namount: [5, 6]`, /`amount` is a list/],
    ['by an amount in several lines', `${payment}\namount: "5\\n6"`, /`amount: …` isn’t a plain/],
    ['by an amount with a sign', `${payment}\namount: $5`, /`amount: \$5` isn’t a plain number/],
    ['by a payment without an amount', payment, /has no amount/],
    ['by a time that is none', `${mail}\ncreated: someday`, /`created` is not a time/],
    ['by a time that holds a link', `${mail}\ncreated: "[[2026-01-01]]"`, /is not a time/],
    [
      'by two times of which one is none',
      `${mail}\ncreated: 2026-01-07T10:30:00Z\ncreated_at: someday`,
      /have different values/,
    ],
  ])('%s [GATE-18]', (_name, properties, says) => {
    const doubts = doubtsOf(properties);
    expect(doubts).toHaveLength(1);
    expect(doubts[0]).toMatch(says);
  });

  test('by two texts: neither is sent, nor what stands below them [GATE-18]', () => {
    expect(read(`${mail}\ntext: One\nbody: Two`).arguments).not.toHaveProperty('text');
  });

  test.each(['Hello there.', '# Offer'])('but by one text that stands there twice: %s', (text) => {
    const { arguments: args, problems } = read(`${mail}\ntext: "${text}"`, text);
    expect(problems).toEqual([]);
    expect(args['text']).toEqual({ value: text, key: 'text', how: 'read' });
  });

  test('but by spaces around a value, which mean nothing', () => {
    const { arguments: args, problems } = read(`${mail}\ntext: " One "\nbody: One`, '');
    expect(problems).toEqual([]);
    expect(args['text']).toEqual({ value: 'One', key: 'text', how: 'read' });
  });

  test('by a text with a line end that only some readers see [GATE-18]', () => {
    expect(doubtsOf(`${mail}\ntext: "a\\rb"`, '')).toEqual(['The text contains half a character.']);
  });
});
