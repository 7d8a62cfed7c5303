import { expect, test } from 'vitest';
import { authoriseAction } from '../../../../../src/core/request/approval/authorised-action.js';

test('what was authorised is one call, which nobody can change any more', () => {
  const call = {
    ...{ requestId: 'r-1', bridge: 'email', connection: 'email#1', tool: 'send_email' },
    arguments: { to: 'a@example.com' },
  };
  const authorised = authoriseAction(call);
  expect(authorised).toEqual(call);
  expect(Object.isFrozen(authorised)).toBe(true);
  call.tool = 'delete_email';
  expect(authorised.tool).toBe('send_email');
});
