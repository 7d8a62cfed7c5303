import timers from 'node:timers';
import type { Clock } from '../../../ports/clock.js';
import { clockWith } from './system-clock.js';

/**
 * The computer's clock, with Node's own timers. Chromium slows the timers of a hidden window down to
 * one a minute: a lock would go stale meanwhile, and a hold of seconds would last a minute.
 */
export function steadyClock(): Clock {
  return clockWith(timers);
}
