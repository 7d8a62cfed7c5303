import { describe, expect, test } from 'vitest';
import { readingMs, SeenReviews } from '../../../../../src/hosts/obsidian/review/seen-reviews.js';
import { blocked, review } from './small-review.js';

function begin() {
  let nowMs = 1_000_000;
  const seen = new SeenReviews(() => nowMs);
  return { seen, pass: (ms: number) => (nowMs += ms) };
}

const fromAToB = [{ name: 'To', before: 'a', after: 'b' }];

test('a request that a person has drafted again is compared with what they saw before', () => {
  const { seen } = begin();
  const before = review('ana@example.com', { id: 'r-1' });
  seen.show(before);
  seen.decided(before);
  const path = 'Pending_Approval/r-2.md';
  const again = (to: string) => review(to, { id: 'r-2', path, more: 'supersedes: r-1\n' });
  seen.redrafted('r-1', path);
  expect(seen.changesOf(again('ana@example.com'))).toEqual([]);
  expect(seen.changesOf(again('mallory@example.com')).map(({ name }) => name)).toContain('To');
});

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

  test('counts for a drag only once its card offered to approve it, whole and long enough', () => {
    const { seen, pass } = begin();
    seen.show(review('a'));
    pass(readingMs);
    expect(seen.wasOffered(review('a'))).toBe(false);
    seen.offer(review('b'));
    expect(seen.wasOffered(review('b'))).toBe(false);
    seen.offer(review('a'));
    expect(seen.wasOffered(review('a'))).toBe(true);
    seen.show(review('a'));
    expect([seen.wasOffered(review('a')), seen.wasOffered(review('b'))]).toEqual([true, false]);
  });

  test('counts for no drag when its text came to the note of another one', () => {
    const { seen, pass } = begin();
    const [a, b] = ['a', 'b'].map((id) => review(id, { id }));
    for (const one of [a!, b!]) seen.show(one);
    pass(readingMs);
    for (const one of [a!, b!]) seen.offer(one);
    const swapped = review('b', { id: 'b', path: a!.path });
    seen.show(swapped);
    seen.offer(swapped);
    pass(10 * readingMs);
    expect([seen.wasOffered(swapped), seen.wasReadable(swapped)]).toEqual([false, true]);
  });

  test('stays what it was when the card is redrawn with another text, however long that is shown', () => {
    const { seen, pass } = begin();
    seen.show(review('a'));
    pass(readingMs);
    seen.show(review('b'));
    pass(10 * readingMs);
    expect(seen.wasReadable(review('b'))).toBe(false);
    expect(seen.changesOf(review('b'))).toEqual(fromAToB);
    seen.read(review('b'));
    expect(seen.changesOf(review('b'))).toEqual([]);
    expect(seen.wasReadable(review('b'))).toBe(true);
    expect(seen.changesOf(review('a'))).toHaveLength(1);
  });

  test('is what comes when what was shown before could not be approved', () => {
    const { seen, pass } = begin();
    seen.show(review('a', { problem: blocked }));
    pass(readingMs);
    expect(seen.changesOf(review('b'))).toEqual([]);
    seen.show(review('b'));
    expect(seen.wasReadable(review('b'))).toBe(false);
    pass(readingMs);
    expect(seen.wasReadable(review('b'))).toBe(true);
  });

  test('stays what it was when the same text, or another, cannot be approved for a while', () => {
    const { seen, pass } = begin();
    seen.show(review('a'));
    seen.show(review('a', { problem: blocked }));
    seen.show(review('b', { problem: blocked }));
    seen.show(review('b'));
    pass(readingMs);
    expect(seen.changesOf(review('b'))).toEqual(fromAToB);
    expect(seen.wasReadable(review('b'))).toBe(false);
    expect(seen.changesOf(review('a'))).toEqual([]);
    expect(seen.wasReadable(review('a'))).toBe(true);
  });

  test('is compared with whatever comes in its place under another id', () => {
    const path = 'Pending_Approval/r-1.md';
    const other = review('b', { id: 'r-2', path });
    const { seen, pass } = begin();
    seen.show(review('a'));
    seen.show(other);
    pass(readingMs);
    expect(seen.changesOf(other)).toEqual([
      { name: 'Request id', before: 'r-1', after: 'r-2' },
      ...fromAToB,
    ]);
    expect(seen.wasReadable(other)).toBe(false);
    seen.read(other);
    expect(seen.changesOf(other)).toEqual([]);
    expect(seen.wasReadable(other)).toBe(true);
    expect(seen.at(path)?.requestId).toBe('r-2');
  });

  test('is compared with it also when the other id was seen elsewhere and could not be approved', () => {
    const { seen } = begin();
    seen.show(review('b', { id: 'r-2', problem: blocked }));
    seen.show(review('a'));
    const other = review('b', { id: 'r-2', path: 'Pending_Approval/r-1.md' });
    seen.show(other);
    expect(seen.changesOf(other)).toHaveLength(2);
  });

  test('is not compared with what comes after it was decided, or where it no longer lies', () => {
    const path = 'Pending_Approval/r-1.md';
    const other = review('b', { id: 'r-2', path });
    const { seen } = begin();
    seen.show(review('a'));
    seen.decided(review('a'));
    expect(seen.changesOf(other)).toEqual([]);
    expect(seen.changesOf(review('b'))).toEqual(fromAToB);
    seen.show(review('a'));
    expect(seen.changesOf(other)).toHaveLength(2);
    seen.moved(path, 'Approved/r-1.md');
    expect(seen.changesOf(other)).toEqual([]);
  });

  test('is the same with a stamp, but a press on it needs a new look', () => {
    const completion = {
      epoch: 'e',
      bridge_digest: 'a'.repeat(64),
      tool_digest: 'b'.repeat(64),
      files: {},
      success: null,
      attempts: [],
    };
    const stamped = review('a', { machine: { ...completion, stamp: 'v1~d~t~h~s' } });
    const { seen, pass } = begin();
    seen.show(review('a', { machine: completion }));
    pass(readingMs);
    expect(seen.changesOf(stamped)).toEqual([]);
    seen.show(stamped);
    expect(seen.wasReadable(stamped)).toBe(false);
    pass(readingMs);
    expect(seen.wasReadable(stamped)).toBe(true);
    const changed = review('b', { machine: { ...completion, stamp: 'v1~d~t~h~s' } });
    expect(seen.changesOf(changed)).toEqual(fromAToB);
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
    for (let number = 0; number <= 500; number += 1) seen.show(review('a', { id: `r-${number}` }));
    expect(seen.at('Pending_Approval/r-0.md')).toBeUndefined();
    expect(seen.at('Pending_Approval/r-1.md')).toBeDefined();
    expect(seen.at('Pending_Approval/r-500.md')).toBeDefined();
  });
});

describe('what the executor itself, or a person’s own answer, did to a request is no change to be read', () => {
  const path = 'Pending_Approval/r-1.md';
  const back = { id: 'r-1-rabcd', path, more: 'supersedes: r-1\n' };

  test('it came back under a new id: but what else differs is shown, and an id without that is another', () => {
    const { seen } = begin();
    seen.show(review('a', { path }));
    expect(seen.changesOf(review('a', back))).toEqual([]);
    expect(seen.changesOf(review('b', back))).toEqual(fromAToB);
    const other = review('a', { ...back, more: 'supersedes: r-2\n' });
    expect(seen.changesOf(other).map(({ name }) => name)).toEqual(['Request id']);
  });

  test('it came back from where it waited to run: what else differs is shown wherever it lies by then', () => {
    const { seen } = begin();
    seen.show(review('a', { path }));
    seen.moved(path, 'Approved/r-1.md');
    expect(seen.changesOf(review('a', back))).toEqual([]);
    expect(seen.changesOf(review('b', back))).toEqual(fromAToB);
    seen.decided(review('a'));
    expect(seen.changesOf(review('b', back))).toEqual([]);
  });

  test('a note that was seen and becomes another is a change, whatever it says to supersede', () => {
    const { seen, pass } = begin();
    seen.show(review('mallory', { id: 'r-old' }));
    seen.show(review('bob', { id: 'r-x' }));
    pass(readingMs);
    const now = review('mallory', {
      id: 'r-y',
      path: 'Pending_Approval/r-x.md',
      more: 'supersedes: r-old\n',
    });
    expect(seen.changesOf(now)).toHaveLength(2);
    seen.show(now);
    pass(readingMs);
    expect(seen.wasReadable(now)).toBe(false);
  });

  test('to have read what names another one makes nobody forget that one', () => {
    const { seen } = begin();
    seen.show(review('a', { path }));
    seen.read(review('c', { id: 'r-2', more: 'supersedes: r-1\n' }));
    expect(seen.changesOf(review('b', { path }))).toEqual(fromAToB);
  });

  test('it came back, and the executor then knew the earlier attempt again', () => {
    const { seen } = begin();
    const hex = 'a'.repeat(64);
    const machine = {
      epoch: 'e-1',
      bridge_digest: hex,
      tool_digest: hex,
      files: {},
      success: null,
    };
    seen.show(review('a', { ...back, machine: { ...machine, attempts: [] } }));
    const known = { ...machine, attempts: ['r-1'] };
    expect(seen.changesOf(review('a', { ...back, machine: known }))).toEqual([]);
    expect(seen.changesOf(review('b', { ...back, machine: known }))).toEqual(fromAToB);
  });

  test('a person said what became of it: the words around the call are ours, the call is not', () => {
    const { seen } = begin();
    seen.show(review('a'));
    const told = review('a', { more: 'note: told\n' });
    expect(seen.changesOf(told)).toHaveLength(1);
    seen.answered(review('a'));
    expect(seen.changesOf(told)).toEqual([]);
    expect(seen.changesOf(review('b', { more: 'note: told\n' }))).toEqual(fromAToB);
    seen.show(told);
    expect(seen.changesOf(review('a', { more: 'note: later\n' }))).toHaveLength(1);
  });

  test('is what they saved in a form, whatever it was before, and whatever comes right after', () => {
    const machine = {
      epoch: 'e',
      bridge_digest: 'a'.repeat(64),
      tool_digest: 'b'.repeat(64),
      files: {},
      success: null,
      attempts: [],
    };
    const { seen, pass } = begin();
    seen.show(review('x', { machine }));
    pass(readingMs);
    seen.offer(review('x', { machine }));
    seen.edited(review('x', { machine }), review('a').request);
    const prepared = review('a', { machine });
    expect(seen.changesOf(prepared), 'as it is prepared').toEqual([]);
    expect(seen.changesOf(review('b', { machine }))).toEqual(fromAToB);
    const words = review('a', { machine, more: 'note: later\n' });
    expect(seen.changesOf(words)).toHaveLength(1);
    seen.show(review('b', { machine }));
    pass(readingMs);
    expect(seen.wasReadable(review('b', { machine }))).toBe(false);
    seen.show(prepared);
    expect([seen.wasReadable(prepared), seen.wasOffered(prepared)]).toEqual([false, false]);
    pass(readingMs);
    expect(seen.wasReadable(prepared)).toBe(true);
    expect(seen.changesOf(review('b', { machine }))).toEqual(fromAToB);
  });
});
