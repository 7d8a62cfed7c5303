import { intlFormat, isSameDay, isSameYear } from 'date-fns';
import { readInstant } from '../core/instant.js';
import type { NamedTime } from '../core/mission/summaries.js';

/** A point in time as a person at this device reads it: “10:40” today, “21 Feb, 10:40” this year, “21 Feb 2025, 10:40” otherwise. */
export function timeWords(iso: string, now: Date): string {
  const instant = readInstant(iso);
  return instant ? wordsAt(instant.ms, now) : iso;
}

/** Words that name a time in UTC, as a person at this device reads them. */
export function inLocalTime(text: string, names: NamedTime | undefined, now: Date): string {
  // What stands before may be another's words: ours come last.
  const at = names ? text.lastIndexOf(names.words) : -1;
  if (!names || at < 0) return text;
  const isToTheSecond = names.words.split(':').length > 2;
  const words = wordsAt(names.atMs, now, isToTheSecond ? { second: '2-digit' } : {});
  return text.slice(0, at) + words + text.slice(at + names.words.length);
}

/** A time (ms since 1970) to the second, with the year: `21 Feb 2026, 10:40:12`. */
export function timeToTheSecond(ms: number): string {
  return inWords(ms, { dateStyle: 'medium', timeStyle: 'medium' });
}

const instantAtEnd = / since (\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?Z)(\.?)$/;

/** What was written for notes, which have time in UTC, and ends with since when: as {@link timeWords} says it. */
export function sinceInLocalTime(text: string, now: Date): string {
  return text.replace(
    instantAtEnd,
    (_all, iso: string, dot: string) => ` since ${timeWords(iso, now)}${dot}`,
  );
}

function wordsAt(ms: number, now: Date, more: Intl.DateTimeFormatOptions = {}): string {
  const clock: Intl.DateTimeFormatOptions = {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...more,
  };
  if (isSameDay(ms, now)) return inWords(ms, clock);
  const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', ...clock };
  return inWords(ms, isSameYear(ms, now) ? day : { year: 'numeric', ...day });
}

/** In the language of the screens, whatever that of the computer is. */
function inWords(ms: number, form: Intl.DateTimeFormatOptions): string {
  return intlFormat(ms, form, { locale: 'en-GB' });
}
