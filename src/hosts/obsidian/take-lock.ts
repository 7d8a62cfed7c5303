import { fail, type Problem, type Result } from '../../core/errors.js';
import type { Desktop } from '../desktop/desktop.js';

/** The lock of an app that was killed is stale after 10 s; a plugin that was reloaded gives its own back sooner. */
const longestWaitMs = 15_000;
/** A person who just pressed the switch wants to know soon. */
const shortestWaitMs = 2_000;
const betweenTriesMs = 500;

export interface LockOptions {
  readonly desktop: Pick<Desktop, 'lock' | 'clock'>;
  /** What a person just decided; without it the device goes on by itself after a start. */
  readonly change?: unknown;
  readonly isClosing: () => boolean;
}

/** Takes the lock of this vault on this computer, and waits a little for one that is about to be free. */
export async function takeLock(
  { desktop, change, isClosing }: LockOptions,
  onLost: (problem: Problem) => void,
): Promise<Result<() => Promise<void>>> {
  const { clock } = desktop;
  const lock = desktop.lock((error) => {
    onLost(lost(error));
  });
  const giveUpAt = clock.now() + (change === undefined ? longestWaitMs : shortestWaitMs);
  for (;;) {
    const taken = await lock.acquire();
    const mayBecomeFree = !taken.ok && taken.error.code === 'locked' && !isClosing();
    if (!mayBecomeFree || clock.now() >= giveUpAt) return taken;
    await new Promise<void>((resolve) => clock.setTimer(betweenTriesMs, resolve));
  }
}

function lost(error: Error): Problem {
  return fail(
    'locked',
    `Another process took over running actions for this vault: ${error.message}`,
    'Nothing more is run here. Switch “This device runs actions” off and on to take it back.',
  ).error;
}
