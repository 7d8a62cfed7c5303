import { describe, expect, test } from 'vitest';
import { noticeText, waitingNotice } from '../../../../src/core/views/waiting-notice.js';
import type { BridgeConfig } from '../../../../src/core/settings/device-config.js';

const practice = (alias: string): BridgeConfig => ({
  ...{ alias, transport: 'practice', timeLimitSeconds: 5 },
});

test('it says how many wait, and of the newest the type and the server', () => {
  const newest = { actionType: 'social_post', bridge: 'work-mail_2' };
  const notice = waitingNotice(3, newest, [practice('work-mail_2')]);
  expect(notice).toEqual({ waiting: 3, type: 'social_post', server: 'work-mail_2' });
  expect(noticeText(notice)).toBe(
    '3 requests are waiting for you. The newest: Post, server “work-mail_2”.',
  );
  expect(noticeText({ waiting: 1, type: 'payment', server: 'bank' })).toBe(
    '1 request is waiting for you: Payment, server “bank”.',
  );
});

describe('no word of a note gets out:', () => {
  test.each([
    ['a type that is none of ours', { actionType: 'the key is swordfish', bridge: 'mail' }],
    ['a type that only JavaScript knows', { actionType: 'constructor', bridge: 'mail' }],
    ['a server that is none of ours', { actionType: 'other', bridge: 'swordfish' }],
    ['control characters', { actionType: 'email\u001b[2J', bridge: 'mail\u001b[2J\n' }],
  ])('%s', (_what, newest) => {
    const notice = waitingNotice(1, newest, [practice('mail')]);
    expect(notice.type).toBe('other');
    expect(['mail', null]).toContain(notice.server);
    expect(noticeText(notice)).toMatch(
      /^1 request is waiting for you: Something else(?:, server “mail”)?\.$/,
    );
  });

  test('a server of this device with a name that the import refuses', () => {
    const bridge = 'mail\u202e\n';
    const notice = waitingNotice(1, { actionType: 'email', bridge }, [practice(bridge)]);
    expect(noticeText(notice)).toBe('1 request is waiting for you: Email.');
  });
});
