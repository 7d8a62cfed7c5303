import { relative, sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { watch } from 'chokidar';

const INTERVAL_MS = 250;

/** What both ways of watching need. */
export interface WatchTarget {
  /** The vault's real path. */
  readonly root: string;
  /** Gets the vault path of a visible file that was changed, made or deleted, by whomever. */
  readonly onEvent: (path: string) => void;
  /** Gets what goes wrong while watching. */
  readonly onError: (error: unknown) => void;
}

/**
 * Looks at every visible file four times a second, for systems and network drives that cannot tell
 * of changes. Resolves when the first look is over; the value stops it.
 */
export async function pollFiles(target: WatchTarget): Promise<() => Promise<void>> {
  const pathOf = (file: string): string => relative(target.root, file).split(sep).join('/');
  const watcher = watch(target.root, {
    ignored: (file) =>
      pathOf(file)
        .split('/')
        .some((name) => name.startsWith('.')),
    ignoreInitial: true,
    followSymlinks: false,
    atomic: false,
    usePolling: true,
    interval: INTERVAL_MS,
    binaryInterval: INTERVAL_MS,
  });
  watcher.on('error', target.onError);
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  // `ready` comes before the look that later ones are compared with: a change between would be lost.
  await wait(INTERVAL_MS);
  for (const event of ['add', 'change', 'unlink'] as const) {
    watcher.on(event, (file) => target.onEvent(pathOf(file)));
  }
  return () => watcher.close();
}
