import { fail, type Problem } from '../../../core/errors.js';
import { describeSystemError, systemErrorCode } from '../../desktop/system/system-error.js';
import { FolderWatch } from './disk-folder-watch.js';
import { pollFiles, type WatchTarget } from './disk-polling.js';

export interface WatchOptions {
  readonly root: string;
  readonly folders: readonly string[];
  readonly polling: boolean;
  readonly known: WatchTarget['known'];
  readonly hiddenIn?: string;
  readonly onEvent: (path: string) => void;
  readonly onProblem: (problem: Problem) => void;
  readonly onUnreadable?: (folder: string, error: unknown) => void;
  /** Called when changes may have been missed. */
  readonly onGap: () => Promise<void>;
}

export async function watchFiles(options: WatchOptions): Promise<() => Promise<void>> {
  const { root, folders, known, hiddenIn, onEvent, onProblem } = options;
  const hidden = hiddenIn === undefined ? {} : { hiddenIn };
  const failed = (error: unknown, folder?: string): void => {
    const isWanted = folders.some((one) => folder === one || folder?.startsWith(`${one}/`));
    if (folder !== undefined && isWanted && options.onUnreadable) {
      options.onUnreadable(folder, error);
    } else if (systemErrorCode(error) !== 'EILSEQ') onProblem(watchProblem(error));
  };
  const poll = (): Promise<() => Promise<void>> =>
    pollFiles({ root, folders, known, ...hidden, onEvent, onError: failed });
  if (options.polling) return poll();

  let goesPolling: Promise<() => Promise<void>> | undefined;
  let stopped = false;
  const watch = new FolderWatch({
    ...{ root, folders, known, ...hidden, onEvent },
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

function exhaustedProblem(error: unknown): Problem {
  const limit =
    systemErrorCode(error) === 'ENOSPC'
      ? 'The system can’t watch any more folders'
      : 'The system’s limit for file watchers or open files is reached';
  return fail(
    'watch_failed',
    `${limit} (${systemErrorCode(error)}): Countersign’s folders are polled instead, up to four times a second.`,
    systemErrorCode(error) === 'ENOSPC'
      ? 'A change that is undone sooner is missed. To notice changes faster, raise the limit (on Linux `sudo sysctl fs.inotify.max_user_watches=524288`) and restart.'
      : 'A change that is undone sooner is missed. To notice changes faster, raise the limit (on Linux `sudo sysctl fs.inotify.max_user_instances=1024`, or `ulimit -n`) and restart.',
  ).error;
}

function watchProblem(error: unknown): Problem {
  return fail(
    'watch_failed',
    `There was a problem while watching the vault: ${describeSystemError(error)}.`,
    'If changes are no longer noticed, restart.',
  ).error;
}
