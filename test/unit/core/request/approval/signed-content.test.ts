import { describe, expect, test } from 'vitest';
import type { Json } from '../../../../../src/core/json.js';
import type { ActionRequest } from '../../../../../src/core/request/request.js';
import {
  signedArguments,
  signedContent,
} from '../../../../../src/core/request/approval/signed-content.js';
import { canonicalByHand, sha256ByNode } from '../../../../support/builders/canonical-by-hand.js';
import {
  ACTION,
  COMPLETION,
  machineLine,
  requestNote,
  requestOf,
} from '../../../../support/builders/request-note.js';

const VAULT = 'v-abcdefghij';
const request = requestOf(
  requestNote({ expires: '2026-02-28T18:00:00Z' }) + machineLine({ confirms: ['older-id'] }),
);

/** `S` of that request, pinned: written by hand; its digest comes from another program. */
const S =
  '{"action_type":"email","arguments":{"subject":"January 2026 invoice","to":"client_a@example.com"},"bridge":"email",' +
  `"bridge_digest":"${'b'.repeat(64)}","confirms":["older-id"],"epoch":"e-aaaaaaaaaa",` +
  `"expires":"2026-02-28T18:00:00Z","files":{"Invoices/2026-01.md":"${'d'.repeat(64)}"},` +
  '"plan_id":"PLAN-2026-001","rationale":"Step 4 of PLAN-2026-001: the invoice is ready.",' +
  '"request_id":"2026-02-21T10-40-00Z_email_client-a","step_id":"s4","success":"^Email sent",' +
  '"target_recipient":"client_a@example.com","tool":"send_email",' +
  `"tool_digest":"${'c'.repeat(64)}","v":2,"vault_id":"v-abcdefghij"}`;

test('what is signed is the canonical JSON of exactly eighteen fields', () => {
  const content = signedContent(request, VAULT);
  expect(content).toEqual({
    text: S,
    digest: '171e627a85c769aa1099bf61bf04d66c5cea754a0452b093d214b948f00c75bf',
  });
  expect(canonicalByHand(JSON.parse(S) as Json)).toBe(S);
  expect(sha256ByNode(S)).toBe(content?.digest);
});

test('absent fields are signed as null', () => {
  const plain = requestOf(
    requestNote({ plan_id: null, step_id: null }) + machineLine({ success: null }),
  );
  expect(JSON.parse(signedContent(plain, VAULT)?.text ?? '')).toMatchObject({
    plan_id: null,
    step_id: null,
    success: null,
    expires: null,
    confirms: null,
  });
});

test('an incomplete request has nothing to sign', () => {
  expect(signedContent(requestOf(requestNote()), VAULT)).toBeNull();
  expect(signedContent(requestOf(requestNote() + machineLine({ epoch: 7 })), VAULT)).toBeNull();
});

describe('a change of what is signed changes the digest', () => {
  const changes: Record<string, (request: ActionRequest) => ActionRequest> = {
    request_id: (value) => ({ ...value, requestId: `${value.requestId}x` }),
    plan_id: (value) => ({ ...value, planId: 'PLAN-2026-002' }),
    step_id: (value) => ({ ...value, stepId: 's5' }),
    bridge: (value) => ({ ...value, call: { ...value.call, bridge: 'mail' } }),
    tool: (value) => ({ ...value, call: { ...value.call, tool: 'send_mail' } }),
    'an argument': (value) =>
      withArguments(value, { ...value.call.arguments, to: 'x@example.com' }),
    'the name of an argument': (value) => withArguments(value, { cc: 'client_a@example.com' }),
    'a further argument': (value) => withArguments(value, { ...value.call.arguments, bcc: null }),
    'the type of an argument': (value) => withArguments(value, { ...value.call.arguments, to: 1 }),
    action_type: (value) => ({ ...value, actionType: 'payment' }),
    target_recipient: (value) => ({ ...value, targetRecipient: 'x@example.com' }),
    rationale: (value) => ({ ...value, rationale: 'Other.' }),
    expires: (value) => ({ ...value, expires: '2026-03-28T18:00:00Z' }),
    'no end': (value) => ({ ...value, expires: null }),
    epoch: (value) => withCompletion(value, { epoch: 'e-bbbbbbbbbb' }),
    bridge_digest: (value) => withCompletion(value, { bridge_digest: 'a'.repeat(64) }),
    tool_digest: (value) => withCompletion(value, { tool_digest: 'a'.repeat(64) }),
    'the content of a file': (value) =>
      withCompletion(value, { files: { 'Invoices/2026-01.md': 'a'.repeat(64) } }),
    'the path of a file': (value) =>
      withCompletion(value, { files: { 'Invoices/2026-02.md': 'd'.repeat(64) } }),
    'a further file': (value) =>
      withCompletion(value, { files: { ...COMPLETION.files, 'a.md': 'd'.repeat(64) } }),
    success: (value) => withCompletion(value, { success: null }),
    'other confirms': (value) => ({ ...value, machine: { ...value.machine, confirms: ['other'] } }),
    'no confirms': (value) => ({ ...value, machine: { ...value.machine, confirms: null } }),
  };

  test.each(Object.entries(changes))('%s', (_name, change) => {
    const before = signedContent(request, VAULT)?.digest;
    const after = signedContent(change(request), VAULT)?.digest;
    expect(after).toMatch(/^[0-9a-f]{64}$/);
    expect(after).not.toBe(before);
  });

  test('vault_id', () => {
    const digests = [VAULT, 'v-bbbbbbbbbb'].map((id) => signedContent(request, id)?.digest);
    expect(digests[0]).not.toBe(digests[1]);
  });
});

describe('no change of anything else changes the digest', () => {
  test.each<[string, string]>([
    ['the status', requestNote({ expires: '2026-02-28T18:00:00Z', status: 'approved' })],
    ['further properties', requestNote({ expires: '2026-02-28T18:00:00Z', tags: '[a]' })],
    [
      'the order and the quotes of the action',
      requestNote(
        { expires: '"2026-02-28T18:00:00Z"' },
        'arguments: {"subject": "January 2026 invoice", to: \'client_a@example.com\'}\ntool: send_email # a comment\nbridge: "email"\n',
      ),
    ],
    ['line ends', requestNote({ expires: '2026-02-28T18:00:00Z' }).replaceAll('\n', '\r\n')],
  ])('not %s', (_name, note) => {
    const other = requestOf(note + machineLine({ confirms: ['older-id'] }));
    expect(signedContent(other, VAULT)?.text).toBe(S);
  });

  test('not earlier attempts, nor the stamp itself', () => {
    const note = requestNote({ expires: '2026-02-28T18:00:00Z' });
    const other = requestOf(
      note + machineLine({ confirms: ['older-id'], attempts: ['older-id'], stamp: 'v1~x' }),
    );
    expect(signedContent(other, VAULT)?.text).toBe(S);
  });
});

test('what is sent is read from what was signed', () => {
  const action = ACTION.replace('subject:', 'text: "\\u2028 é 😀"\n  rate: 0.5\n  subject:');
  const other = requestOf(requestNote({}, action) + machineLine());
  const content = signedContent(other, VAULT);
  expect(content && signedArguments(content)).toEqual({
    to: 'client_a@example.com',
    text: '\u2028 é 😀',
    rate: 0.5,
    subject: 'January 2026 invoice',
  });
  expect(content?.text).toBe(canonicalByHand(JSON.parse(content?.text ?? '') as Json));
});

function withArguments(
  value: ActionRequest,
  args: ActionRequest['call']['arguments'],
): ActionRequest {
  return { ...value, call: { ...value.call, arguments: args } };
}

function withCompletion(value: ActionRequest, change: Partial<typeof COMPLETION>): ActionRequest {
  return { ...value, machine: { ...value.machine, preparation: { ...COMPLETION, ...change } } };
}
