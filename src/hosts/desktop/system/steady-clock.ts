import timers from 'node:timers';
import type { Clock } from '../../../ports/clock.js';
import { clockWith } from './system-clock.js';

/**
 * The computer's clock with Node's own timers. In a hidden window, Chromium slows timers down to one per
 * minute: a lock would become stale, and a hold of seconds would last a minute.
 */
export function steadyClock(): Clock {
  return clockWith(timers);
}
