import { millisecondsToHours, millisecondsToMinutes } from 'date-fns';

/** Formats a duration in ms, such as `3 min` or `2 days`. Null below a minute. */
export function formatAge(ms: number): string | null {
  const minutes = millisecondsToMinutes(ms);
  if (minutes < 1) return null;
  if (minutes < 60) return `${minutes} min`;
  const hours = millisecondsToHours(ms);
  if (hours < 24) return `${hours} h`;
  const days = Math.floor(hours / 24);
  return days === 1 ? '1 day' : `${days} days`;
}
