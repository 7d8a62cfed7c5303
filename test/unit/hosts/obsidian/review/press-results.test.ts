import { expect, test } from 'vitest';
import type { RequestState } from '../../../../../src/core/request/request-state.js';
import { PressResults } from '../../../../../src/hosts/obsidian/review/press-results.js';
import { review } from './small-review.js';

function begin() {
  const said: string[] = [];
  const now: { state: RequestState; isKnown: boolean } = {
    state: { is: 'waiting' },
    isKnown: true,
  };
  const results = new PressResults(
    () => 0,
    (_id, isHold) => (isHold && !now.isKnown ? null : now.state),
    ({ state }) => said.push(state.is),
  );
  const become = (state: RequestState) => {
    now.state = state;
    results.look();
    return results.rows().map((row) => row.state);
  };
  return { now, results, become, said };
}

const rejected: RequestState = { is: 'ended', why: 'rejected' };
const elsewhere: RequestState = { is: 'waits_for', waitsFor: { what: 'other_device' } };

test('a lost note is said once, and is nothing that goes on by itself', () => {
  const { results, become, said } = begin();
  results.add(review('a'), 'approved');
  become({ is: 'approved' });
  const lost: RequestState = { is: 'lost', how: 'missing', isApproved: true };
  expect(become(lost)).toEqual([lost]);
  become(lost);
  expect(said).toEqual(['lost']);
});

test('of a mere hold, no row says that it was approved where only folders are known', () => {
  const { now, results, become, said } = begin();
  results.add(review('a'), 'approved', true);
  now.isKnown = false;
  expect(become(elsewhere)).toEqual([]);
  expect(said).toEqual([]);
  now.isKnown = true;
  expect(become({ is: 'approved' })).toHaveLength(1);
  now.isKnown = false;
  results.add(review('a'), 'approved');
  expect(become(elsewhere)).toEqual([elsewhere]);
});

test('an end stays what it was, and its plan may come to say it later', () => {
  const { results, become } = begin();
  results.add(review('a'), 'rejected');
  expect(become(rejected)).toEqual([rejected]);
  expect(become({ is: 'gone' })).toEqual([rejected]);
  const logged: RequestState = { ...rejected, isLogged: true };
  expect(become(logged)).toEqual([logged]);
  expect(become(rejected)).toEqual([logged]);
});

test('a press that failed takes only its own row away', () => {
  const { results, become } = begin();
  const takeBack = results.add(review('a'), 'approved');
  results.add(review('b', { id: 'r-2' }), 'approved');
  takeBack();
  become({ is: 'approved' });
  expect(results.rows().map(({ requestId }) => requestId)).toEqual(['r-2']);
});
