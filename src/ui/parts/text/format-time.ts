import { intlFormat, isSameDay, isSameYear } from 'date-fns';
import { readInstant } from '../../../core/time.js';
import { withTime, type RunsAt } from '../../../core/alert.js';

/**
 * Formats an ISO time as local time, such as “10:40” or “21 Feb, 10:40”. Returns any other text
 * unchanged.
 */
export function formatTime(iso: string, now: Date): string {
  const instant = readInstant(iso);
  return instant ? formatInstant(instant.ms, now) : iso;
}

export function withReadableTimes(text: string, now: Date): string {
  return text.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/gu, (iso) => formatTime(iso, now));
}

export function withLocalTime(text: string, runsAt: RunsAt | undefined, nowMs: number): string {
  return withTime(text, runsAt, (ms, to) =>
    formatInstant(ms, new Date(nowMs), to === 'seconds' ? { second: '2-digit' } : {}),
  );
}

export function timeToTheSecond(ms: number): string {
  return formatIn(ms, { dateStyle: 'medium', timeStyle: 'medium' });
}

function formatInstant(ms: number, now: Date, more: Intl.DateTimeFormatOptions = {}): string {
  const clock: Intl.DateTimeFormatOptions = {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...more,
  };
  if (isSameDay(ms, now)) return formatIn(ms, clock);
  const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', ...clock };
  return formatIn(ms, isSameYear(ms, now) ? day : { year: 'numeric', ...day });
}

function formatIn(ms: number, form: Intl.DateTimeFormatOptions): string {
  return intlFormat(ms, form, { locale: 'en-GB' });
}
