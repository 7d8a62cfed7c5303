import { UTCDateMini } from '@date-fns/utc';
import { differenceInHours, hoursToMilliseconds, lightFormat } from 'date-fns';

// `format` with its locale is ten times as large; what is written for notes has no names of months.
const inUtc = (ms: number, form: string): string => lightFormat(new UTCDateMini(ms), form);

/** A time (ms since 1970) as ISO 8601 in UTC and whole seconds: `2026-02-21T10:40:00Z`. */
export function isoSeconds(ms: number): string {
  return inUtc(ms, "yyyy-MM-dd'T'HH:mm:ss'Z'");
}

/** A time (ms since 1970) as it stands in file names: `2026-02-21T10-40-00Z`. */
export function timestampForName(ms: number): string {
  return inUtc(ms, "yyyy-MM-dd'T'HH-mm-ss'Z'");
}

/** The day of a time (ms since 1970) in UTC: `2026-02-21`. */
export function utcDay(ms: number): string {
  return inUtc(ms, 'yyyy-MM-dd');
}

/** The clock at a time (ms since 1970), where nobody knows the reader's: `10:40 UTC`, or `10:40:05 UTC`. */
export function utcClock(ms: number, to: 'minutes' | 'seconds'): string {
  return inUtc(ms, to === 'minutes' ? "HH:mm 'UTC'" : "HH:mm:ss 'UTC'");
}

/** The whole hours from one time to another (both ms since 1970). */
export function hoursBetween(fromMs: number, toMs: number): number {
  return differenceInHours(toMs, fromMs);
}

/** When so many hours after a time (ms since 1970) have passed. */
export function hoursAfter(ms: number, hours: number): number {
  return ms + hoursToMilliseconds(hours);
}
