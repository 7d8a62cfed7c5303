import { describe, expect, test } from 'vitest';
import {
  readStamp,
  stampAheadMs,
  stampLifeMs,
  stampPayload,
} from '../../../../../src/core/request/approval/stamp.js';

const DIGEST = '0123456789abcdef'.repeat(4);
const SIGNATURE = `${'Ab-_9'.repeat(17)}g`;
const SIGNED = `v1~d-abcdefghij~2026-02-21T10:40:00Z~${DIGEST}`;
const STAMP = `${SIGNED}~${SIGNATURE}`;

test('a stamp is read as its parts, and what was signed is all before the signature', () => {
  expect(readStamp(STAMP)).toEqual({
    ok: true,
    value: {
      device: 'd-abcdefghij',
      time: '2026-02-21T10:40:00Z',
      timeMs: 1_771_670_400_000,
      digest: DIGEST,
      signature: SIGNATURE,
      signed: SIGNED,
    },
  });
  expect(stampPayload('d-abcdefghij', '2026-02-21T10:40:00Z', DIGEST)).toBe(SIGNED);
});

test('it lives 30 days, and may be 5 minutes ahead', () => {
  expect([stampLifeMs, stampAheadMs]).toEqual([2_592_000_000, 300_000]);
});

describe('one spelling only', () => {
  const others: Record<string, string> = {
    nothing: '',
    'another version': STAMP.replace('v1', 'v2'),
    'a capital version': STAMP.replace('v1', 'V1'),
    'another device form': STAMP.replace('d-abcdefghij', 'abcdefghij'),
    'a device in capitals': STAMP.replace('d-abcdefghij', 'd-ABCDEFGHIJ'),
    'a device of nine': STAMP.replace('d-abcdefghij', 'd-abcdefghi'),
    'a device with digits that base 32 lacks': STAMP.replace('d-abcdefghij', 'd-abcdefgh18'),
    'a digest in capitals': STAMP.replace(DIGEST, DIGEST.toUpperCase()),
    'a short digest': STAMP.replace(DIGEST, DIGEST.slice(1)),
    'a digest of other letters': STAMP.replace(DIGEST, 'g'.repeat(64)),
    'a time in milliseconds': STAMP.replace('00Z', '00.000Z'),
    'a time with an offset': STAMP.replace('00Z', '00+00:00'),
    'a local time': STAMP.replace('00Z', '00'),
    'a time with a space': STAMP.replace('T10', ' 10'),
    'a day that never was': STAMP.replace('02-21', '02-30'),
    'an hour that never was': STAMP.replace('T10', 'T24'),
    'a signature in base64': STAMP.replace(SIGNATURE, SIGNATURE.replaceAll('-', '+')),
    'a signature with padding': `${STAMP}==`,
    'a short signature': STAMP.slice(0, -1),
    'a long signature': `${STAMP}A`,
    'no signature': `${SIGNED}~`,
    'a space before': ` ${STAMP}`,
    'a line end behind': `${STAMP}\n`,
    'a space within': STAMP.replaceAll('~', ' ~ '),
    'another separator': STAMP.replaceAll('~', ':'),
    'one part more': `${STAMP}~x`,
  };

  test.each(Object.entries(others))('%s is no stamp', (_name, text) => {
    expect(readStamp(text)).toMatchObject({ ok: false, error: { code: 'stamp_invalid' } });
  });

  test('of the 16 last letters that decode to the same signature, one is read', () => {
    const letters = 'ghijklmnopqrstuv';
    const bytes = new Set(
      [...letters].map((last) =>
        Buffer.from(SIGNATURE.slice(0, -1) + last, 'base64url').toString('hex'),
      ),
    );
    expect(bytes.size).toBe(1);
    const read = [...letters].filter((last) => readStamp(STAMP.slice(0, -1) + last).ok);
    expect(read).toEqual(['g']);
  });
});
