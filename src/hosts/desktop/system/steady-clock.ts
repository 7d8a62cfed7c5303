import timers from 'node:timers';
import type { Clock } from '../../../ports/clock.js';
import { clockWith } from './system-clock.js';

/**
 * Returns a clock with Node's own timers, because Chromium may run its timers only once a minute in
 * a hidden window.
 */
export function steadyClock(): Clock {
  return clockWith(timers);
}
