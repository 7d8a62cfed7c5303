const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long something has lasted (ms), in one unit: `3 min`, `5 h`, `2 days`; `null` below a minute. */
export function ageWords(ms: number): string | null {
  if (ms < minuteMs) return null;
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  if (ms < dayMs) return `${Math.floor(ms / hourMs)} h`;
  const days = Math.floor(ms / dayMs);
  return days === 1 ? '1 day' : `${days} days`;
}
