import timers from 'node:timers';
import type { Clock } from '../../../ports/clock.js';
import { clockWith } from './system-clock.js';

/** Uses Node's timers. In a hidden window, Chromium may run its own timers only once a minute. */
export function steadyClock(): Clock {
  return clockWith(timers);
}
