import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  asImported,
  importedCall,
  importDigest,
} from '../../../../../src/core/request/imports/import-call.js';
import {
  readExternalRequest,
  type ExternalRequest,
} from '../../../../../src/core/request/imports/external-request.js';
import { parseRequest } from '../../../../../src/core/request/parse-request.js';
import type { Route } from '../../../../../src/core/settings/device-config.js';
import { mailRoute } from '../../../../support/builders/mail-route.js';
import { sha256ByNode } from '../../../../support/builders/canonical-by-hand.js';

const path = 'Pending_Approval/x.md';
const routes: readonly Route[] = [
  mailRoute(),
  mailRoute({ actionType: 'payment', bridge: 'bank', tool: 'pay', arguments: { test: true } }),
];
const identity = { requestId: '2026-02-21T10-40-00Z_email_x', createdAt: 1_771_670_400_000 };

function foreignOf(text: string): ExternalRequest {
  const foreign = readExternalRequest(text, path);
  if (!foreign) throw new Error('This is no foreign request.');
  return foreign;
}

function confirmed(text: string): string {
  const foreign = foreignOf(text);
  const call = importedCall(foreign, routes);
  if (!call.ok) throw new Error(call.error.message);
  const note = asImported(foreign, call.value, identity);
  if (!note.ok) throw new Error(note.error.message);
  return note.value;
}

const mail =
  '---\naction: send_email\nto: a@example.com\nsubject: Hello\n---\nDear A,\n\n- one\n- two\n';
const GOLDEN = join(import.meta.dirname, '../../../../support/golden/foreign');

describe('a confirmed note is what was there, a fence, and what was missing [GATE-18]', () => {
  test.each(readdirSync(GOLDEN))('%s', async (name) => {
    const given = readFileSync(join(GOLDEN, name, 'given.md'), 'utf8');
    await expect(confirmed(given)).toMatchFileSnapshot(join(GOLDEN, name, 'expected.md'));
  });

  test.each([
    ['with CRLF', mail.replaceAll('\n', '\r\n')],
    ['with a byte order mark', `\ufeff${mail}`],
    ['with braces', '---\n{action: send_email, to: a@example.com, subject: x, text: y}\n---\n'],
    ['that ends with its properties', '---\naction: email\nto: a@b.c\nsubject: x\ntext: y\n---'],
    ['with text that YAML reads otherwise', mail.replace('Dear A,', 'yes')],
    ['with a fence in its text', mail.replace('Dear A,', '```\ncode\n```\nDear A,')],
    ['with an empty property', mail.replace('to:', 'rationale:\nto:')],
    ['with a property of spaces', mail.replace('to:', 'rationale: "  "\nto:')],
  ])('%s: every line stays, in its order', (_what, given) => {
    const lines = confirmed(given).split('\n');
    let at = 0;
    for (const line of given.split('\n')) {
      if (line.startsWith('rationale:') || line.startsWith('{')) continue;
      const found = lines.findIndex((other, index) => index >= at && other.trim() === line.trim());
      expect(found, line).toBeGreaterThanOrEqual(at);
      at = found + 1;
    }
    const { request } = parseRequest(confirmed(given), path);
    expect(request?.requestId).toBe(identity.requestId);
    expect(request?.machine).toEqual({ preparation: null, confirms: null, stamp: null });
    if (given.includes('\r\n')) expect(confirmed(given)).not.toMatch(/[^\r]\n/);
  });

  test.each([
    ['words', 'Dear A,\nyes\n', '\nDear A,\nyes\n'],
    ['one word', 'Hello.\n', '\nHello.\n'],
    ['an empty line', '\nHello.\n', '\nHello.\n'],
    ['a line of spaces', ' \t\nHello.\n', ' \t\nHello.\n'],
  ])('one empty line stands between the fence and %s', (_what, body, below) => {
    const note = confirmed(mail.replace(/Dear[^]*/, body));
    expect(note.slice(note.lastIndexOf('```'))).toBe(`\`\`\`\n${below}`);
  });

  test('nothing is added below the fence where nothing stands below it', () => {
    const note = confirmed(mail.replace(/---\nDear[^]*/, 'text: Hello.\n---\n  '));
    expect(note).toMatch(/\n```\n {2}$/);
  });

  test('any text of a mail is sent as it is, or it is refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (body) => {
        const text = `---\naction: send_email\nto: a@example.com\nsubject: Hello\n---\n${body}`;
        const foreign = readExternalRequest(text, path);
        const call = foreign && importedCall(foreign, routes);
        if (!foreign || !call?.ok) return;
        const note = asImported(foreign, call.value, identity);
        if (!note.ok) return;
        expect(note.value.endsWith(body)).toBe(true);
        const { request } = parseRequest(note.value, path);
        expect(request?.call.arguments['text']).toBe(body.replace(/\r\n/g, '\n').trim());
      }),
    );
  });
});

describe('nothing is written', () => {
  const refused = (text: string): string => {
    const foreign = foreignOf(text);
    const call = importedCall(foreign, routes);
    const note = call.ok ? asImported(foreign, call.value, identity) : call;
    if (!note.ok) expect(note.error).toMatchObject({ path });
    return note.ok ? 'written' : `${note.error.message} ${note.error.advice}`;
  };
  test.each([
    ['with a doubt', mail.replace('Hello', '"[[Hello]]"'), /has a link/],
    [
      'without a route',
      mail.replace('send_email', 'other'),
      /can’t turn an action of type other into/,
    ],
    [
      'over a list',
      mail.replace('to:', 'type: [approval_request]\nto:'),
      /`type` is a list, .*quotes\. Write one value after `type:`\. If there are several, make a note for each\.$/,
    ],
    [
      'over another id',
      mail.replace('to:', 'request_id: other\nto:'),
      /^This cannot be written as a request\. Change its texts\.$/,
    ],
    ['over another approver', mail.replace('to:', 'approval_required_by: ceo\nto:'), /not `human`/],
    ['with an id that is none', mail.replace('to:', 'request_id: a b\nto:'), /id may not have/],
    ['with half a plan', mail.replace('to:', 'plan_id: PLAN-2026-001\nto:'), /belong together/],
    ['above an open comment', `${mail}%%\n`, /never closed/],
  ])('%s [GATE-18]', (_what, text, said) => {
    expect(refused(text)).toMatch(said);
  });

  test('by one of several routes, or by none', () => {
    const foreign = foreignOf(mail);
    const post = foreignOf('---\ntype: linkedin_post\nstatus: pending\n---\n\nBread at six.\n');
    const routes = [mailRoute(), mailRoute({ tool: 'send_other' })];
    const given = [
      [foreign, []],
      [foreign, routes],
      [post, routes],
    ] as const;
    const messages = given.map(([external, some]) => {
      const call = importedCall(external, some);
      expect(call).toMatchObject({ ok: false, error: { code: 'route_missing', path } });
      return call.ok ? '' : `${call.error.message} ${call.error.advice}`;
    });
    expect(messages).toEqual([
      'Countersign doesn’t know yet which tool to use for emails. In the settings, add a server for this, and a route for `email` to one of its tools. Or ask the agent to add the action block.',
      'Several servers are set up for emails. Write the action block yourself, with the server you mean.',
      'Countersign doesn’t know yet which tool to use for social posts. In the settings, add a server for this, and a route for `social_post` to one of its tools. Or ask the agent to add the action block.',
    ]);
  });
});

test('another text or another call has another digest [GATE-18]', () => {
  const call = { bridge: 'email', tool: 'send_email', arguments: { to: 'a@example.com' } };
  const digests = [
    importDigest(mail, call),
    importDigest(`${mail} `, call),
    importDigest(mail, { ...call, tool: 'send_other' }),
    importDigest(mail, { ...call, arguments: { to: 'b@example.com' } }),
    importDigest(mail, null),
  ];
  expect(new Set(digests).size).toBe(digests.length);
  expect(importDigest('x', null)).toBe(sha256ByNode('{"call":null,"text":"x"}'));
});
