import { describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../../../src/hosts/desktop/system/system-clock.js';
import { systemIds } from '../../../../../src/hosts/desktop/system/system-ids.js';
import { webKeys } from '../../../../../src/hosts/desktop/system/web-keys.js';
import { generateTestKey } from '../../../../support/memory/test-key.js';

describe('the system clock', () => {
  test('keeps timers that are longer than the system allows', () => {
    vi.useFakeTimers();
    try {
      const rang = vi.fn<(text?: string) => void>();
      const day = 24 * 60 * 60 * 1000;
      systemClock().setTimer(60 * day, rang);
      const cancelled = systemClock().setTimer(60 * day, () => rang('cancelled'));
      vi.advanceTimersByTime(59 * day);
      expect(rang).not.toHaveBeenCalled();
      cancelled();
      vi.advanceTimersByTime(day);
      expect(rang.mock.calls).toEqual([[]]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('system ids', () => {
  test('have the length asked for, use all 32 characters and differ', () => {
    const ids = systemIds();
    expect(ids.random(10)).toMatch(/^[a-z2-7]{10}$/);
    expect(ids.random(0)).toBe('');
    expect(new Set(ids.random(5000)).size).toBe(32);
    expect(ids.random(20)).not.toBe(ids.random(20));
  });
});

describe('keys', () => {
  test('verify what their own key signed, and nothing else', async () => {
    const keys = webKeys();
    const [key, other] = [await generateTestKey(), await generateTestKey()];
    const signature = await key.sign('v1~d-a~✋');
    expect(await keys.verify(key.publicKey, 'v1~d-a~✋', signature)).toBe(true);
    expect(await keys.verify(key.publicKey, 'v1~d-b~✋', signature)).toBe(false);
    expect(await keys.verify(other.publicKey, 'v1~d-a~✋', signature)).toBe(false);
  });

  test('take one spelling of a key and of a signature only', async () => {
    const keys = webKeys();
    const key = await generateTestKey();
    const signature = await key.sign('text');
    const spellings = [
      `${signature}=`,
      `${signature}\n`,
      ` ${signature}`,
      signature.slice(0, -2),
      '',
    ];
    for (const spelling of spellings) {
      expect(await keys.verify(key.publicKey, 'text', spelling)).toBe(false);
    }
    for (const spelling of [`${key.publicKey}=`, 'AAAA', '']) {
      expect(await keys.verify(spelling, 'text', signature)).toBe(false);
    }
  });
});
