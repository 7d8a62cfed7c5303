import { expect, test } from 'vitest';
import { mayBeNamedAfter, namesToTry } from '../../../../src/core/note/free-name.js';

test('a long name leaves room for what is added to it, in bytes', () => {
  const name = 'ä'.repeat(126);
  const [own, ...others] = [...namesToTry(name, () => 'abcdefgh')];
  expect(own).toBe(name);
  for (const other of others) {
    expect(new TextEncoder().encode(`${other}.md`).length).toBeLessThan(255);
    expect(mayBeNamedAfter(other, name)).toBe(true);
  }
});
