import { fail, type Problem } from '../../../core/errors.js';
import { describeSystemError, systemErrorCode } from '../../desktop/system/system-error.js';
import { FolderWatch } from './disk-folder-watch.js';
import { pollFiles, type WatchTarget } from './disk-polling.js';

/** What a watcher of a vault's folder needs. */
export interface WatchOptions {
  /** The vault's real path. */
  readonly root: string;
  /** The folders to watch with all below them; `''`: the whole vault. */
  readonly folders: readonly string[];
  /** Poll from the start. */
  readonly polling: boolean;
  readonly known: WatchTarget['known'];
  /** Gets the vault path of a file that was changed, made or deleted, by whomever. */
  readonly onEvent: (path: string) => void;
  readonly onProblem: (problem: Problem) => void;
  /** Gets a folder with a name in it that is no UTF-8, perhaps again and again. */
  readonly onMisnamed: (folder: string) => void;
  /** Gets a folder to watch, or one below it, that cannot be read. Absent: it is a problem of watching. */
  readonly onUnreadable?: (folder: string, error: unknown) => void;
  /** Called when changes may have been missed, because watching had to start over. */
  readonly onGap: () => Promise<void>;
}

/**
 * Watches the visible files of these folders, and goes over to polling when the system has no watches left
 * (`ENOSPC`, `EMFILE`). Resolves when watching has begun; the value stops it.
 */
export async function watchFiles(options: WatchOptions): Promise<() => Promise<void>> {
  const { root, folders, known, onEvent, onProblem } = options;
  const failed = (error: unknown, folder?: string): void => {
    if (folder !== undefined && systemErrorCode(error) === 'EILSEQ') {
      options.onMisnamed(folder);
      return;
    }
    const isWanted = folders.some((one) => folder === one || folder?.startsWith(`${one}/`));
    if (folder === undefined || !isWanted || !options.onUnreadable) onProblem(watchProblem(error));
    else options.onUnreadable(folder, error);
  };
  const poll = (): Promise<() => Promise<void>> =>
    pollFiles({ root, folders, known, onEvent, onError: failed });
  if (options.polling) return poll();

  let goesPolling: Promise<() => Promise<void>> | undefined;
  let stopped = false;
  const watch = new FolderWatch({
    ...{ root, folders, known, onEvent },
    onError(error, folder) {
      if (!['ENOSPC', 'EMFILE', 'ENFILE'].includes(systemErrorCode(error))) {
        failed(error, folder);
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

/** Here `ENOSPC` says nothing of the disk, and `EMFILE` may be the limit of all programs together. */
function exhaustedProblem(error: unknown): Problem {
  const limit =
    systemErrorCode(error) === 'ENOSPC'
      ? 'The system can’t watch any more folders'
      : 'The system’s limit for file watchers or open files is reached';
  return fail(
    'watch_failed',
    `${limit} (${systemErrorCode(error)}): Countersign’s folders are polled instead, up to four times a second.`,
    systemErrorCode(error) === 'ENOSPC'
      ? 'What is changed and changed back sooner is missed. To notice changes faster, raise the limit (on Linux `sudo sysctl fs.inotify.max_user_watches=524288`) and restart.'
      : 'What is changed and changed back sooner is missed. To notice changes faster, raise the limit (on Linux `sudo sysctl fs.inotify.max_user_instances=1024`, or `ulimit -n`) and restart.',
  ).error;
}

function watchProblem(error: unknown): Problem {
  return fail(
    'watch_failed',
    `There was a problem while watching the vault: ${describeSystemError(error)}.`,
    'If changes are no longer noticed, restart.',
  ).error;
}
