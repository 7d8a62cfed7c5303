import { describe, expect, test } from 'vitest';
import { readExternalRequest } from '../../../../../src/core/request/imports/external-request.js';

const path = 'Pending_Approval/x.md';
const read = (properties: string, body = 'Hello there.') =>
  readExternalRequest(`---\n${properties}\n---\n${body}\n`, path);
const doubtsOf = (properties: string, body?: string) =>
  (read(properties, body)?.problems ?? []).map(({ message }) => message);
const mail = 'action: send_email\nto: a@example.com\nsubject: Hello';
const payment = `type: approval_request
action: payment
amount: 500.00
recipient: Client A
reason: Invoice 1234
created: 2026-01-07T10:30:00Z
expires: 2026-01-08T10:30:00Z
status: pending`;
const seeded = `type: approval_request
action_type: email
target_recipient: a@example.com
subject: Hello
approval_required_by: human
rationale: Step 4 of PLAN-2026-001
created_date: 2026-02-21T10:40:00Z
plan_id: PLAN-2026-001
step_id: s4
status: pending`;

/** `to=a@example.com?from` for what is guessed, without the mark for what is read. */
const readings = (properties: string, body?: string) =>
  Object.fromEntries(
    Object.entries(read(properties, body)?.arguments ?? {}).map(([name, { value, key, how }]) => [
      name,
      `${JSON.stringify(value)} ${how} ${key ?? 'body'}`,
    ]),
  );

describe('the forms of other tools are understood, and what is guessed is marked [GATE-18]', () => {
  test('a bare mail, its text below the properties', () => {
    expect(readings(`${mail}\nattachment: Invoices/a.pdf`)).toEqual({
      to: '"a@example.com" read to',
      subject: '"Hello" read subject',
      text: '"Hello there." guessed body',
      attachments: '["Invoices/a.pdf"] guessed attachment',
    });
    expect(read(mail)).toMatchObject({
      actionType: { value: 'email', key: 'action', how: 'guessed' },
      targetRecipient: { value: 'a@example.com', key: 'to', how: 'guessed' },
      rationale: { key: null, how: 'guessed' },
      requestId: null,
      problems: [],
    });
  });

  test('a payment', () => {
    expect(readings(payment)).toEqual({
      recipient: '"Client A" read recipient',
      amount: '500 guessed amount',
      reason: '"Invoice 1234" read reason',
    });
    expect(read(payment)).toMatchObject({
      rationale: { value: 'Invoice 1234', key: 'reason', how: 'guessed' },
      createdDate: { value: '2026-01-07T10:30:00Z', key: 'created', how: 'guessed' },
      expires: { value: '2026-01-08T10:30:00Z', key: 'expires', how: 'read' },
      problems: [],
    });
  });

  test.each([
    ['2026-02-21T10:40:00Z_email_client-a', 'email'],
    ['2026-02-21T10-40-00Z_social_post_spring-sale', 'social_post'],
    ['2026-02-21T10:40:00Z_fax_client-a', undefined],
    ['email_client-a', undefined],
  ])('the type in the file name %s, where no property has one [SEED-1]', (name, type) => {
    const text = `---\ntype: approval_request\nto: a@example.com\nsubject: Hello\n---\nHello.\n`;
    const foreign = readExternalRequest(text, `Pending_Approval/${name}.md`);
    expect(foreign?.actionType?.value).toBe(type);
    const says = foreign?.problems.map(({ message }) => message) ?? [];
    expect(says.includes('It doesn’t say what to do.')).toBe(type === undefined);
  });

  test('the seeds’ form', () => {
    expect(read(seeded)).toMatchObject({
      actionType: { how: 'read' },
      targetRecipient: { how: 'read' },
      rationale: { how: 'read' },
      arguments: { to: { how: 'guessed', key: 'target_recipient' } },
      problems: [],
    });
  });

  test.each([
    ['action: send_email', 'email'],
    ['action: email_send', 'email'],
    ['action: email', 'email'],
    ['action_type: Send-Email', 'email'],
    ['action_type: "  Send -- Email "', 'email'],
    ['action: email\naction_type: send_email', 'email'],
  ])('%s', (line, type) => {
    const foreign = read(`${line}\nto: a@example.com\nsubject: Hello`);
    expect(foreign?.actionType?.value).toBe(type);
    expect(foreign?.problems).toEqual([]);
  });

  test.each(['created', 'created_at', 'created_date'])('%s', (key) => {
    expect(read(`${mail}\n${key}: 2026-01-07T10:30:00Z`)?.createdDate?.key).toBe(key);
  });

  test.each(['pending', 'pending_approval', 'awaiting_approval', 'awaiting-approval', 'approved'])(
    'status %s',
    (status) => expect(doubtsOf(`${mail}\nstatus: ${status}`)).toEqual([]),
  );

  test.each([
    ['1500', 1500, 'read'],
    ['99.5', 99.5, 'read'],
    ['500.00', 500, 'guessed'],
    ['99.50', 99.5, 'guessed'],
    ['"1500.00"', '1500.00', 'read'],
  ])('amount: %s', (written, value, how) => {
    expect(read(payment.replace('500.00', written))?.arguments['amount']).toEqual({
      value,
      how,
      key: 'amount',
    });
  });

  test('a word for the type that is not ours is guessed, whatever its property is called', () => {
    const actionType = { value: 'email', key: 'action_type', how: 'guessed' };
    expect(read(seeded.replace('email', 'send_email'))).toMatchObject({ actionType, problems: [] });
  });

  test.each([
    [
      'one time in two zones',
      'created: 2026-01-07T10:30:00Z\ncreated_at: 2026-01-07T11:30:00+01:00',
    ],
    ['a local time of writing', 'created: 2026-01-07T10:30'],
    ['an id that begins with a digit', 'plan_id: PLAN-2026-001\nstep_id: 4a'],
  ])('%s', (_what, lines) => {
    expect(doubtsOf(`${mail}\n${lines}`)).toEqual([]);
  });

  test('a reason on several lines is one line', () => {
    expect(read(`${mail}\nreason: "  Invoice\\n  1234 "`)?.rationale.value).toBe('Invoice 1234');
  });

  test('what would not be sent is named, also of the text', () => {
    const body =
      'For Ms. Varga.\n\n## Draft\nDear A.\n\n---\n*By an assistant.*\n\n## Notes\n- Polite.';
    expect(readings(mail, body)['text']).toBe('"Dear A." guessed body');
    const unsent = ['For Ms. Varga.', '## Notes', '*By an assistant.*'];
    expect(read(mail, body)?.unused).toEqual(unsent);
    expect(read(`${mail}\nhtml: <b>x</b>\npriority: high\ndomain: work`)?.unused).toEqual([
      'html',
      'domain',
    ]);
  });
});

describe('what has more than one reading is not guessed, and said [GATE-18]', () => {
  const cases: readonly (readonly [string, string, RegExp, string?])[] = [
    [
      'two types',
      `${mail}\naction_type: payment`,
      /`action_type` and `action` have different values/,
    ],
    [
      'two recipients',
      `${mail}\nrecipient: b@example.com`,
      /`recipient` and `to` have different values/,
    ],
    ['two dates', `${mail}\ncreated: 2026-01-01\ncreated_at: 2026-01-02`, /have different values/],
    [
      'two ends',
      `${mail}\nexpires: 2026-01-01T00:00:00Z\nexpires_at: 2027-01-01T00:00:00Z`,
      /different values/,
    ],
    ['two texts', `${mail}\nbody: Another text`, /Either `body` or the text below the properties/],
    ['two lists of files', `${mail}\nattachment: a.pdf\nattachments: [b.pdf]`, /both name files/],
    [
      'an unknown type',
      'type: approval_request\naction: deploy\nto: a@example.com',
      /can’t turn “action: deploy” into/,
    ],
    ['no type', 'type: approval_request\nto: a@example.com', /doesn’t say what to do/],
    [
      'a type with no form',
      'action: api_call\nto: everybody',
      /can’t turn an action of type api_call into/,
    ],
    ['no recipient', 'action: email\nsubject: Hello', /has no recipient/],
    ['no subject', 'action: email\nto: a@example.com', /has no subject/],
    ['an empty subject', mail.replace('Hello', '""'), /has no subject/],
    ['a subject of spaces', mail.replace('Hello', '"  "'), /has no subject/],
    ['a list of subjects', mail.replace('Hello', '[a, b]'), /`subject` is a list/],
    [
      'an unknown type alone',
      'action: deploy\nto: a@example.com',
      /can’t turn “action: deploy” into/,
    ],
    ['no text', mail, /has no text/, ''],
    ['no amount', 'action: payment\nrecipient: Client A', /has no amount/],
    ['a link', mail.replace('a@example.com', '"[[Client A]]"'), /has a link/],
    ['an embed', mail.replace('a@example.com', '"![[Client A]]"'), /has a link/],
    ['a Markdown link', mail.replace('a@example.com', '"[a@example.com](b@example.com)"'), /link/],
    ['a link without quotes', mail.replace('a@example.com', '[[Client A]]'), /link without quotes/],
    ['a list', mail.replace('a@example.com', '[a@example.com, b@example.com]'), /is a list/],
    [
      'two addresses',
      mail.replace('a@example.com', 'a@example.com,b@example.com'),
      /one email address/,
    ],
    ['a name', mail.replace('a@example.com', 'Client A'), /not exactly one email address/],
    [
      'hidden characters',
      mail.replace('a@example.com', '"a\u200b@example.com"'),
      /invisible characters/,
    ],
    [
      'a hidden character in the subject',
      mail.replace('Hello', '"Hel\u202elo"'),
      /invisible characters/,
    ],
    ['a copy to two', `${mail}\ncc: a@example.com b@example.com`, /`cc` is not exactly one/],
    ['a file as a link', `${mail}\nattachment: "[[a.pdf]]"`, /does not name files/],
    ['a currency sign', payment.replace('500.00', '$500'), /isn’t a plain number/],
    ['a euro sign', payment.replace('500.00', '500 €'), /isn’t a plain number/],
    ['a comma', payment.replace('500.00', '1,500'), /isn’t a plain number/],
    ['thousands or thousandths', payment.replace('500.00', '1.500'), /isn’t a plain number/],
    ['a leading zero', payment.replace('500.00', '0500'), /isn’t a plain number/],
    ['hexadecimal', payment.replace('500.00', '0x10'), /isn’t a plain number/],
    ['an exponent', payment.replace('500.00', '1e3'), /isn’t a plain number/],
    ['too many digits', payment.replace('500.00', '12345678901234567890'), /isn’t a plain number/],
    [
      'too many digits before empty cents',
      payment.replace('500.00', '12345678901234567890.00'),
      /isn’t a plain number/,
    ],
    ['an end without a zone', `${mail}\nexpires: 2026-01-08T10:30:00`, /same everywhere/],
    [
      'headings in the text',
      mail,
      /^“## Letter” could be part of what/,
      '## Letter\nHello\n## To Approve\nx',
    ],
    [
      'instructions in the text',
      mail,
      /^“Move this file to \/Approved\.” could be part/,
      'Hi.\nMove this file to /Approved.',
    ],
    ['a step by its number', seeded.replace('s4', '4'), /`step_id` is a number/],
    ['a step by a longer number', seeded.replace('s4', '12'), /`step_id` is a number/],
    ['something already done', `${mail}\nstatus: executed`, /may have done this already/],
    ['something rejected', `${mail}\nstatus: rejected`, /may have done this already/],
    ['another kind of note', `type: task\n${mail}`, /`type` is not `approval_request`/],
    [
      'another kind of note, whatever spaces are around its action',
      `type: task\n${mail.replace('send_email', '" send_email "')}`,
      /`type` is not `approval_request`/,
    ],
  ];
  test.each(cases.map(([what, ...one]) => [what, one] as const))('%s', (_what, one) => {
    const [properties, said, body] = one;
    const problems = read(properties, body)?.problems ?? [];
    expect(problems).toHaveLength(1);
    const message = problems[0]?.message ?? '';
    expect(message).toMatch(said);
    const lines = ['---', ...properties.split('\n')];
    const named = [...message.matchAll(/[`“](\w+)/g)]
      .map(([, key]) => lines.findIndex((line) => line.startsWith(`${key ?? ''}:`)) + 1)
      .filter((line) => line > 0);
    const [quoted = ''] = /(?<=^“).*(?=” could be part)/.exec(message) ?? [];
    const inBody = quoted === '' ? -1 : (body ?? '').split('\n').indexOf(quoted);
    const line = inBody === -1 ? (named.at(-1) ?? 2) : lines.length + 2 + inBody;
    const place = { path, line, column: 1 };
    expect(problems[0]).toMatchObject(message.startsWith('It has no') ? { path } : place);
  });
});

describe('no foreign request is', () => {
  test.each([
    ['a plain note', 'Just a note.'],
    ['a note with other properties', '---\ntags: [a]\n---\nHi'],
    ['raw mail', '---\ntype: email\nfrom: a@example.com\nsubject: Hello\n---\nHi'],
    ['a task with another action', '---\ntype: task\naction: think\n---\n'],
    ['a note that speaks of actions', 'action: send_email\nto: a@example.com\n'],
    ['properties that are no YAML', `---\n${mail}: Re: x\n---\n`],
    ['a note with half a fence', `---\n${mail}\n---\n\`\`\`countersign-action\n`],
    ['a note with a fence in a quote', `---\n${mail}\n---\n> ~~~Countersign-Action\n`],
    ['a note with a machine line', `---\n${mail}\n---\nHi\n\n%% countersign {"stamp":"v1~x"} %%\n`],
    ['a note with a broken machine line', `---\n${mail}\n---\nHi\n\n%%countersign {`],
  ])('%s [GATE-18]', (_what, text) => {
    expect(readExternalRequest(text, path)).toBeNull();
  });
});
