import type { DeviceConfig } from './device-config.js';

/** Seconds a move that counts is held with Undo, unless a person chose others (docs/gate.md#gestures). */
export const defaultUndoSeconds = 10;
/** A hold that nobody can answer in is none; one that outlasts a working step is a pause. */
export const undoSecondsBounds = { least: 5, most: 300 } as const;

/** Whether this is an undo window that a person may choose: a whole number of seconds within the bounds. */
export function isUndoSeconds(value: unknown): value is number {
  return (
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= undoSecondsBounds.least &&
    value <= undoSecondsBounds.most
  );
}

/** How an undo window must be, for a sentence that says so. */
export const undoSecondsForm = `a whole number of seconds from ${undoSecondsBounds.least} to ${undoSecondsBounds.most}`;

/** How many seconds are held on this device. What cannot be an undo window holds longest, never not at all. */
export function undoSecondsOf({ holdSeconds }: Pick<DeviceConfig, 'holdSeconds'>): number {
  if (holdSeconds === undefined) return defaultUndoSeconds;
  return isUndoSeconds(holdSeconds) ? holdSeconds : undoSecondsBounds.most;
}
