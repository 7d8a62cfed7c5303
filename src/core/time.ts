import { UTCDateMini } from '@date-fns/utc';
import { differenceInHours, hoursToMilliseconds, lightFormat } from 'date-fns';

const inUtc = (ms: number, form: string): string => lightFormat(new UTCDateMini(ms), form);

/** Formats a time (ms since 1970) in UTC, such as `2026-02-21T10:40:00Z`. */
export function isoSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -5)}Z`;
}

/** Formats a time (ms since 1970) in UTC for file names, such as `2026-02-21T10-40-00Z`. */
export function timestampForName(ms: number): string {
  return inUtc(ms, "yyyy-MM-dd'T'HH-mm-ss'Z'");
}

/** Returns the UTC day of a time (ms since 1970), such as `2026-02-21`. */
export function utcDay(ms: number): string {
  return inUtc(ms, 'yyyy-MM-dd');
}

/** Formats a time (ms since 1970) in UTC for readers, such as `2026-02-21 10:40 UTC`. */
export function utcTime(ms: number, to: 'minutes' | 'seconds'): string {
  return inUtc(ms, to === 'minutes' ? "yyyy-MM-dd HH:mm 'UTC'" : "yyyy-MM-dd HH:mm:ss 'UTC'");
}

export function hoursBetween(fromMs: number, toMs: number): number {
  return differenceInHours(toMs, fromMs);
}

export function hoursAfter(ms: number, hours: number): number {
  return ms + hoursToMilliseconds(hours);
}

const instantForm =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** `zoned` is false for a text without a time zone. Such a text is read as UTC. */
export interface Instant {
  readonly ms: number;
  readonly zoned: boolean;
}

/** Reads an ISO 8601 date, with or without a time. Null if the text is none. */
export function readInstant(text: string): Instant | null {
  const match = instantForm.exec(text.trim());
  if (!match) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', zone] = match;
  const offset = zoneOffsetMs(zone);
  if (offset === null || Number(year) < 100) return null;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const ms = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Number(fraction.padEnd(3, '0')),
  );
  const date = new Date(ms);
  if (date.getUTCDate() !== Number(day) || date.getUTCMonth() !== Number(month) - 1) return null;
  return { ms: ms - offset, zoned: zone !== undefined };
}

function zoneOffsetMs(zone: string | undefined): number | null {
  if (zone === undefined || zone === 'Z') return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  const digits = zone.slice(1).replace(':', '');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  return hours > 23 || minutes > 59 ? null : sign * (hours * 60 + minutes) * 60_000;
}

/** Returns when a record was made (ms since 1970). 0 for an unreadable time. */
export function recordedMs({ at }: { readonly at: string }): number {
  return readInstant(at)?.ms ?? 0;
}

/** Keeps the times (ms since 1970) of the last `spanMs`. A future time becomes `nowMs`. */
export function timesWithin(
  spanMs: number,
  times: readonly number[],
  nowMs: number,
): readonly number[] {
  return times.map((atMs) => Math.min(atMs, nowMs)).filter((atMs) => atMs > nowMs - spanMs);
}
