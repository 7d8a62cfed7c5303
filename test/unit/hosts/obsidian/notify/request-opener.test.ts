import { beforeEach, describe, expect, test } from 'vitest';
import type { RequestSummary } from '../../../../../src/core/mission/summaries.js';
import { OpenCodes } from '../../../../../src/hosts/obsidian/notify/open-codes.js';
import { RequestOpener } from '../../../../../src/hosts/obsidian/notify/request-opener.js';

const codeOf = (link: string): string => {
  const [, code = ''] = /^obsidian:\/\/countersign\?open=([\w-]{22})$/.exec(link) ?? [];
  return code;
};

describe('a code', () => {
  test('is random, the same for one request, and says nothing of it', () => {
    const codes = new OpenCodes();
    const first = codes.linkTo('request-a');
    expect(codes.linkTo('request-a')).toBe(first);
    expect(first).not.toContain('request-a');
    expect(codeOf(codes.linkTo('request-b'))).not.toBe(codeOf(first));
    expect(codes.requestOf(codeOf(first))).toBe('request-a');
    expect(new OpenCodes().requestOf(codeOf(first))).toBeNull();
    expect(codeOf(new OpenCodes().linkTo('request-a'))).not.toBe(codeOf(first));
  });

  test.each([undefined, null, '', 'true', 'request-a', 'constructor', ['x'], {}])(
    '%j is none',
    (code) => {
      const codes = new OpenCodes();
      codes.linkTo('request-a');
      expect(codes.requestOf(code)).toBeNull();
    },
  );

  test('is forgotten when there are a thousand newer ones', () => {
    const codes = new OpenCodes();
    const first = codeOf(codes.linkTo('r0'));
    for (let at = 1; at <= 1_000; at += 1) codes.linkTo(`r${at}`);
    expect(codes.requestOf(first)).toBeNull();
    expect(codes.requestOf(codeOf(codes.linkTo('r1000')))).toBe('r1000');
  });
});

describe('a link', () => {
  const codes = new OpenCodes();
  /** What happened, one line each. */
  let done: string[];
  let hasWindow: boolean;
  let opener: RequestOpener;
  beforeEach(() => {
    [done, hasWindow] = [[], false];
    const waiting = [{ requestId: 'a', path: 'Pending_Approval/a.md' } as RequestSummary];
    const source = { view: () => ({ waiting }) };
    opener = new RequestOpener(
      { state: { at: 'ready', work: { source } }, codes } as unknown as ConstructorParameters<
        typeof RequestOpener
      >[0],
      {
        target: { ask: (path: string) => done.push(`card ${path}`) },
        get hasWindow() {
          return hasWindow;
        },
      } as unknown as ConstructorParameters<typeof RequestOpener>[1],
      () => done.push('panel'),
      (text) => done.push(text),
    );
  });
  const outOfDate = ['panel', 'That is out of date. The panel shows what is waiting.'];

  test('opens the card of its request', () => {
    opener.openCode(codeOf(codes.linkTo('a')));
    expect(done).toEqual(['card Pending_Approval/a.md']);
  });

  test.each([['made-up'], [undefined], ['a'], ['Pending_Approval/a.md']])(
    'with the code %j only opens the panel, and says so',
    (code) => {
      opener.openCode(code);
      expect(done).toEqual(outOfDate);
    },
  );

  test('to a request that is decided does the same', () => {
    opener.openCode(codeOf(codes.linkTo('decided')));
    expect(done).toEqual(outOfDate);
  });

  test('does nothing while a review is open', () => {
    hasWindow = true;
    opener.openCode(codeOf(codes.linkTo('a')));
    opener.openCode('made-up');
    opener.open('a');
    expect(done).toEqual([]);
  });
});
