import { describe, expect, test } from 'vitest';
import { buildReview } from '../../../src/core/request/build-review.js';
import { callOutsOf } from '../../../src/core/request/call-outs.js';
import { parseRequest } from '../../../src/core/request/parse-request.js';
import type { Review } from '../../../src/core/request/review.js';
import type { ToolHints } from '../../../src/core/request/tool-hints.js';

interface Made {
  readonly args?: object;
  readonly actionType?: string;
  readonly recipient?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly hints?: ToolHints;
}

function reviewWith({
  args = { to: 'a@example.com' },
  actionType = 'email',
  recipient = 'a@example.com',
  files = {},
  hints,
}: Made): Review {
  const completion = {
    ...{ epoch: 'e', bridge_digest: 'a'.repeat(64), tool_digest: 'b'.repeat(64) },
    ...{ files, success: null, attempts: [] },
  };
  const text = `---
type: approval_request
request_id: r-1
action_type: ${actionType}
target_recipient: "${recipient}"
rationale: It is due.
created_date: 2026-02-21T10:40:00Z
status: pending
---

\`\`\`countersign-action
bridge: email
tool: send_email
arguments: ${JSON.stringify(args)}
\`\`\`

%% countersign ${JSON.stringify(completion)} %%
`;
  const { request } = parseRequest(text, 'Pending_Approval/a.md');
  if (!request) throw new Error('No request');
  const review = buildReview(request, {
    ...{ place: 'pending', blocked: null, attempts: [], asks: false, heldUntilMs: null },
    vaultPathOf: (named) => named,
  });
  return hints === undefined ? review : { ...review, toolHints: hints };
}

const said = (made: Made) =>
  callOutsOf(reviewWith(made)).map(({ isCaution, text }) => `${isCaution ? '!' : ''}${text}`);

describe('a card calls out', () => {
  test('nothing of a plain request whose tool is not known here', () => {
    expect(said({})).toEqual([]);
  });

  test('that it moves money, whatever its tool says', () => {
    expect(
      said({ actionType: 'payment', hints: { readOnlyHint: true, openWorldHint: false } }),
    ).toEqual([
      '!It moves money.',
      'The tool says that it only reads; says that it reaches nobody outside.',
    ]);
  });

  test.each<[ToolHints, string]>([
    [
      {},
      '!The tool does not say what it may do: it counts as one that deletes, and that reaches other people.',
    ],
    [{ destructiveHint: true }, '!The tool may delete or overwrite; may reach other people.'],
    [{ destructiveHint: false }, 'The tool says that it only adds; may reach other people.'],
  ])('of a tool that says %j: %s', (hints, text) => {
    expect(said({ hints })).toEqual([text]);
  });

  test('hidden characters, wherever a person reads them', () => {
    expect(said({ args: { to: 'a\u200b@example.com' }, recipient: 'My bank' })).toEqual([
      '!1 hidden or unusual character, shown as ‹U+200B›.',
    ]);
    expect(said({ args: { 'x\u200b': 'y\u00a0z\u200b' } })).toEqual([
      '!3 hidden or unusual characters, shown as ‹U+200B› and the like.',
    ]);
  });

  test('files that go with it, and what may still change', () => {
    const files = { 'Invoices/a.pdf': 'c'.repeat(64), 'b.pdf': 'd'.repeat(64) };
    expect(said({ args: { file: 'Invoices/a.pdf' }, files })).toEqual(['1 file goes with it.']);
    expect(
      said({
        args: {
          files: ['Invoices/a.pdf', 'b.pdf', 'Invoices/a.pdf'],
          url: 'https://example.com/x',
        },
        files,
      }),
    ).toEqual([
      '!It names a file or an address whose content may still change.',
      '2 files go with it.',
    ]);
    expect(said({ args: { files: ['/a.pdf', '/b.pdf'] } })).toEqual([
      '!It names 2 files or addresses whose content may still change.',
    ]);
  });
});
