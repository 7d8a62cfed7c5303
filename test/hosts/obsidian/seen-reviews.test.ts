import { describe, expect, test } from 'vitest';
import { buildReview } from '../../../src/core/request/build-review.js';
import { fail } from '../../../src/core/errors.js';
import { parseRequest } from '../../../src/core/request/parse-request.js';
import type { Review } from '../../../src/core/request/review.js';
import { readingMs, SeenReviews } from '../../../src/hosts/obsidian/seen-reviews.js';

const blocked = fail('request_not_ready', 'Not prepared.', 'Wait.').error;

function review(to: string, problem: Review['blocked'] = null, id = 'r-1'): Review {
  const path = `Pending_Approval/${id}.md`;
  const text = `---\ntype: approval_request\nrequest_id: ${id}\naction_type: email\ntarget_recipient: someone\nrationale: so\ncreated_date: 2026-02-21T10:40:00Z\nstatus: pending\n---\n\n\`\`\`countersign-action\nbridge: email\ntool: send_email\narguments:\n  to: ${to}\n\`\`\`\n`;
  const { request } = parseRequest(text, path);
  if (!request) throw new Error('no request');
  return buildReview(request, {
    place: 'pending',
    blocked: problem,
    attempts: [],
    asks: false,
    heldUntilMs: null,
    vaultPathOf: () => null,
  });
}

function begin() {
  let nowMs = 1_000_000;
  const seen = new SeenReviews(() => nowMs);
  return { seen, pass: (ms: number) => (nowMs += ms) };
}

describe('what a person saw', () => {
  test('is readable only after it was there for a while', () => {
    const { seen, pass } = begin();
    seen.show(review('a'));
    pass(readingMs - 1);
    expect(seen.wasReadable(review('a'))).toBe(false);
    seen.show(review('a'));
    pass(1);
    expect(seen.wasReadable(review('a'))).toBe(true);
  });

  test('stays what it was when the card is redrawn with another text, however long that is shown', () => {
    const { seen, pass } = begin();
    seen.show(review('a'));
    pass(readingMs);
    seen.show(review('b'));
    pass(10 * readingMs);
    expect(seen.wasReadable(review('b'))).toBe(false);
    expect(seen.changesOf(review('b'))).toEqual([{ name: 'argument to', before: 'a', after: 'b' }]);
    seen.read(review('b'));
    expect(seen.changesOf(review('b'))).toEqual([]);
    expect(seen.wasReadable(review('b'))).toBe(true);
    expect(seen.changesOf(review('a'))).toHaveLength(1);
  });

  test('is what comes when what was shown before could not be approved', () => {
    const { seen, pass } = begin();
    seen.show(review('a', blocked));
    pass(readingMs);
    expect(seen.changesOf(review('b'))).toEqual([]);
    seen.show(review('b'));
    expect(seen.wasReadable(review('b'))).toBe(false);
    pass(readingMs);
    expect(seen.wasReadable(review('b'))).toBe(true);
  });

  test('is found by its path, also after a move', () => {
    const { seen } = begin();
    seen.show(review('a'));
    seen.moved('Pending_Approval/r-1.md', 'Approved/r-1.md');
    expect(seen.at('Pending_Approval/r-1.md')).toBeUndefined();
    expect(seen.at('Approved/r-1.md')?.requestId).toBe('r-1');
  });

  test('is remembered for the newest few hundred requests', () => {
    const { seen } = begin();
    for (let number = 0; number <= 500; number += 1) seen.show(review('a', null, `r-${number}`));
    expect(seen.at('Pending_Approval/r-0.md')).toBeUndefined();
    expect(seen.at('Pending_Approval/r-1.md')).toBeDefined();
    expect(seen.at('Pending_Approval/r-500.md')).toBeDefined();
  });
});
