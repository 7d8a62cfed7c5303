import { fail, type Problem } from '../../core/errors.js';
import { describeSystemError, systemErrorCode } from '../desktop/system-error.js';
import { FolderWatch } from './disk-folder-watch.js';
import { pollFiles } from './disk-polling.js';

/** What a watcher of a vault's folder needs. */
export interface WatchOptions {
  /** The vault's real path. */
  readonly root: string;
  /** Poll from the start. */
  readonly polling: boolean;
  /** Gets the vault path of a file that was changed, made or deleted, by whomever. */
  readonly onEvent: (path: string) => void;
  readonly onProblem: (problem: Problem) => void;
  /** Called when changes may have been missed, because watching had to begin anew. */
  readonly onGap: () => Promise<void>;
}

/**
 * Watches the visible files of a vault, and goes over to polling when the system has no watches left
 * (`ENOSPC`, `EMFILE`). Resolves when watching has begun; the value stops it.
 */
export async function watchFiles(options: WatchOptions): Promise<() => Promise<void>> {
  const { root, onEvent, onProblem } = options;
  const poll = (): Promise<() => Promise<void>> =>
    pollFiles({ root, onEvent, onError: (error) => onProblem(watchProblem(error)) });
  if (options.polling) return poll();

  let goesPolling: Promise<() => Promise<void>> | undefined;
  let stopped = false;
  const watch = new FolderWatch({
    root,
    onEvent,
    onError(error) {
      if (!['ENOSPC', 'EMFILE', 'ENFILE'].includes(systemErrorCode(error))) {
        onProblem(watchProblem(error));
      } else if (goesPolling === undefined) {
        onProblem(exhaustedProblem(error));
        watch.stop();
        goesPolling = poll();
        goesPolling
          .then(() => (stopped ? undefined : options.onGap()))
          .catch((cause: unknown) => onProblem(watchProblem(cause)));
      }
    },
  });
  await watch.start();
  await goesPolling;
  return async () => {
    stopped = true;
    watch.stop();
    const stopPolling = await goesPolling;
    await stopPolling?.();
  };
}

function exhaustedProblem(error: unknown): Problem {
  return fail(
    'watch_failed',
    `The system cannot watch more folders (${describeSystemError(error)}); files are polled instead.`,
    'Raise its limit (on Linux fs.inotify.max_user_watches) and restart, for quicker reactions.',
  ).error;
}

function watchProblem(error: unknown): Problem {
  return fail(
    'watch_failed',
    `Watching the vault met a problem: ${describeSystemError(error)}.`,
    'If changes are no longer noticed, restart.',
  ).error;
}
