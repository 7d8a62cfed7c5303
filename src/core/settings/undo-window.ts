import type { DeviceConfig } from './device-config.js';

/**
 * Seconds for which an accepted move is held with Undo, unless a person chose another time (docs/gate.md,
 * “Gestures”).
 */
export const defaultUndoSeconds = 10;
/**
 * The shortest and the longest undo window, in seconds: in less time nobody can react, and more would be a
 * pause.
 */
export const undoSecondsBounds = { least: 5, most: 300 } as const;

export function isUndoSeconds(value: unknown): value is number {
  return (
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= undoSecondsBounds.least &&
    value <= undoSecondsBounds.most
  );
}

export const undoSecondsForm = `a whole number of seconds from ${undoSecondsBounds.least} to ${undoSecondsBounds.most}`;

/** The hold in seconds on this device. An invalid value means the longest hold, never none. */
export function undoSecondsOf({ holdSeconds }: Pick<DeviceConfig, 'holdSeconds'>): number {
  if (holdSeconds === undefined) return defaultUndoSeconds;
  return isUndoSeconds(holdSeconds) ? holdSeconds : undoSecondsBounds.most;
}
