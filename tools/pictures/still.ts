import type { Page } from 'playwright-core';

/** The day of the mission in the pictures. */
const day = '2026-02-21';

/** The instant `10:45` of that day. */
export const instantOf = (time: string): string => `${day}T${time}:00Z`;

/**
 * Makes what a page shows the same each time: its clock stands still, its region is one, and what it
 * draws by lot comes from a row that begins anew with each page. Keys stay random.
 */
export async function keepStill(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTimezoneOverride', { timezoneId: 'UTC' });
  await session.send('Emulation.setLocaleOverride', { locale: 'en-GB' });
  await page.clock.setFixedTime(instantOf('10:45'));
  await page.addInitScript(() => {
    let state = 0x2545f491;
    const next = (): number => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return state & 0xff;
    };
    Crypto.prototype.getRandomValues = function <T extends ArrayBufferView | null>(array: T): T {
      if (array === null) return array;
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (const index of bytes.keys()) bytes[index] = next();
      return array;
    };
  });
}
