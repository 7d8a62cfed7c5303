import { expect, test } from 'vitest';
import { readPageOptions } from './page-options.js';

const usual = {
  device: 'laptop',
  platform: 'desktop',
  theme: 'light',
  outsideMoves: 'native',
  indexDelay: 20,
  width: null,
  open: null,
};

test.each([
  ['', {}],
  ['?device=b&platform=phone&theme=dark', { device: 'b', platform: 'phone', theme: 'dark' }],
  ['?outsideMoves=delete-first&width=280', { outsideMoves: 'delete-first', width: 280 }],
  ['?indexDelay=0', { indexDelay: 0 }],
  ['?indexDelay=never', { indexDelay: 'never' }],
])('an address with "%s" asks for that, and for the usual else', (search, asked) => {
  expect(readPageOptions(search)).toEqual({ ...usual, ...asked });
});

test.each(['?platform=watch', '?width=wide', '?indexDelay=soon'])(
  'an address with "%s" is refused',
  (search) => {
    expect(() => readPageOptions(search)).toThrow(/^In the address, \w+ must be /);
  },
);
