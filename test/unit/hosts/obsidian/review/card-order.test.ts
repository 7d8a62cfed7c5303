import { expect, test } from 'vitest';
import type { Review } from '../../../../../src/core/request/review/review.js';
import { CardOrder } from '../../../../../src/hosts/obsidian/review/card-order.js';

const reviews = (ids: string) =>
  [...ids].map((requestId, index) => ({ requestId, path: `${requestId}${index}` }) as Review);
const ids = (shown: readonly Review[]) => shown.map(({ requestId }) => requestId).join('');

test('new cards come behind those that are shown, whatever date their notes claim', () => {
  const order = new CardOrder();
  expect(ids(order.of(reviews('bd')))).toBe('bd');
  expect(ids(order.of(reviews('abcd')))).toBe('bdac');
  expect(ids(order.of(reviews('cbad')))).toBe('bdac');
});

test('a card that was gone comes back as the last, and two notes of one id stay together', () => {
  const order = new CardOrder();
  order.of(reviews('abc'));
  order.of(reviews('bc'));
  expect(ids(order.of(reviews('abc')))).toBe('bca');
  expect(ids(order.of(reviews('aabc')))).toBe('bcaa');
  expect(ids(new CardOrder().of(reviews('abac')))).toBe('aabc');
});
