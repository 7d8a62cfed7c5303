import type { DeviceConfig } from './device-config.js';

/** Seconds a move that counts is held with Undo, unless a person chose others (gate.md, “Gestures”). */
export const usualHoldSeconds = 10;
/** A hold that nobody can answer in is none; one that outlasts a working step is a pause. */
export const holdBounds = { least: 5, most: 300 } as const;

/** Whether this is a hold time that a person may choose: a whole number of seconds within the bounds. */
export function isHoldSeconds(value: unknown): value is number {
  return (
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= holdBounds.least &&
    value <= holdBounds.most
  );
}

/** How a hold time must be, for a sentence that says so. */
export const holdSecondsForm = `a whole number of seconds from ${holdBounds.least} to ${holdBounds.most}`;

/** How many seconds are held on this device. What cannot be a hold time holds longest, never not at all. */
export function holdSecondsOf({ holdSeconds }: Pick<DeviceConfig, 'holdSeconds'>): number {
  if (holdSeconds === undefined) return usualHoldSeconds;
  return isHoldSeconds(holdSeconds) ? holdSeconds : holdBounds.most;
}
