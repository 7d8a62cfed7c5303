import timers from 'node:timers';
import type { Clock } from '../../../ports/clock.js';
import { clockWith } from './system-clock.js';

/**
 * The computer's clock with Node's own timers. Chromium's timers run only once a minute in a hidden window: a lock would not be renewed in
 * time, and an undo window of seconds would last a minute.
 */
export function steadyClock(): Clock {
  return clockWith(timers);
}
