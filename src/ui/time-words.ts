import { readInstant } from '../core/instant.js';

const clockTime: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
const dayAndTime: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', ...clockTime };

/** A point in time as a person at this device reads it: “10:40” today, “21 Feb, 10:40” otherwise. */
export function timeWords(iso: string, now: Date): string {
  const instant = readInstant(iso);
  if (!instant) return iso;
  const time = new Date(instant.ms);
  const isToday = time.toDateString() === now.toDateString();
  return time.toLocaleString(undefined, isToday ? clockTime : dayAndTime);
}
