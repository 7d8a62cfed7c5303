import type { DeviceConfig } from './device-config.js';

/** The usual undo window in seconds (docs/gate.md, “Gestures”). */
export const defaultUndoSeconds = 10;
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

/** Returns this device's undo window in seconds. An invalid value means the longest window. */
export function undoSecondsOf({ holdSeconds }: Pick<DeviceConfig, 'holdSeconds'>): number {
  if (holdSeconds === undefined) return defaultUndoSeconds;
  return isUndoSeconds(holdSeconds) ? holdSeconds : undoSecondsBounds.most;
}
