import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { describeSystemError, systemErrorCode } from '../../desktop/system/system-error.js';
import type { KnownFiles } from './disk-known-files.js';
import { listFiles, stampOf } from './disk-note-list.js';

const INTERVAL_MS = 250;
/** The share of the time that looking at all folders together may take. */
const SHARE = 0.05;

/** What watching by events and polling both need. */
export interface WatchTarget {
  /** The vault's real path. */
  readonly root: string;
  /** The folders to watch with everything below them; `''` for the whole vault. */
  readonly folders: readonly string[];
  /** The files that this process wrote or has reported. One may be gone before it was ever seen in its folder. */
  readonly known: Pick<KnownFiles, 'there' | 'isThere'>;
  /** Receives the vault path of a visible file that anyone changed, created or deleted. */
  readonly onEvent: (path: string) => void;
  /** Receives problems while watching, with the folder if they concern one. */
  readonly onError: (error: unknown, folder?: string) => void;
}

/**
 * Looks at every visible file of these folders up to four times a second, for systems and network drives that report no changes. Folders
 * with many files are looked at less often, so that all looks take {@link SHARE} of the time. Resolves after the first look, to a function
 * that stops it.
 */
export async function pollFiles(target: WatchTarget): Promise<() => Promise<void>> {
  const looks = target.folders.map((folder) => new PolledFolder(target, folder));
  const lookAt = async (
    due: readonly PolledFolder[],
    report: (path: string) => void,
  ): Promise<void> => {
    // A missing vault is not looked at, so that its files are not reported as deleted.
    if (await isFolder(target.root)) for (const look of due) await look.look(report);
  };
  const stopping = new AbortController();
  const poll = async (): Promise<void> => {
    for (;;) {
      await wait(INTERVAL_MS, undefined, { signal: stopping.signal });
      // A folder rests in proportion to the square root of its cost: with this share of the time, that gives the least delay.
      const roots = looks.reduce((sum, { tookMs }) => sum + Math.sqrt(tookMs), 0);
      const now = performance.now();
      const due = looks.filter(
        ({ tookMs, endedAt }) => now - endedAt >= (Math.sqrt(tookMs) * roots) / SHARE,
      );
      await lookAt(due, report);
    }
  };
  const report = (path: string): void => {
    if (!stopping.signal.aborted) target.onEvent(path);
  };
  await lookAt(looks, () => undefined);
  const polling = poll().catch((error: unknown) => {
    if (!stopping.signal.aborted) target.onError(error);
  });
  return () => {
    stopping.abort();
    return polling;
  };
}

/** The files of a folder as they were at the last look. */
class PolledFolder {
  #known = new Map<string, string>();
  #failure = '';
  #isDeep = false;
  /** When the last look ended, by a monotonic clock, and how long it took (ms). */
  endedAt = -Infinity;
  tookMs = 0;

  constructor(
    private readonly target: WatchTarget,
    private readonly folder: string,
  ) {}

  async look(report: (path: string) => void): Promise<void> {
    const begun = performance.now();
    await this.#look(report);
    this.endedAt = performance.now();
    this.tookMs = this.endedAt - begun;
  }

  async #look(report: (path: string) => void): Promise<void> {
    const failures: (readonly [error: unknown, folder: string])[] = [];
    const onFailure = (error: unknown, folder: string): void => {
      if (systemErrorCode(error) === 'EILSEQ') this.target.onError(error, folder);
      else if (systemErrorCode(error) !== 'ETOODEEP') failures.push([error, folder]);
      else if (!this.#isDeep) {
        this.#isDeep = true;
        this.target.onError(error);
      }
    };
    const files = await listFiles(this.target.root, this.folder, onFailure).catch(
      (error: unknown) => {
        onFailure(error, this.folder);
      },
    );
    // What is in a folder that cannot be read is not gone. The reason is reported once.
    const failure = failures.map((one) => `${one[1]}: ${describeSystemError(one[0])}`).join();
    const isNew = failure !== this.#failure;
    this.#failure = failure;
    if (isNew) for (const one of failures) this.target.onError(...one);
    if (!files) return;
    const isHidden = (path: string): boolean =>
      failures.some(([, folder]) => folder === '' || path.startsWith(`${folder}/`));
    const now = new Map(files.map((file) => [file.path, stampOf(file)]));
    const before = this.#known;
    for (const [path, stamp] of before) if (!now.has(path) && isHidden(path)) now.set(path, stamp);
    this.#known = now;
    for (const [path, stamp] of now) if (before.get(path) !== stamp) report(path);
    for (const path of before.keys()) if (!now.has(path)) report(path);
    const prefix = this.folder === '' ? '' : `${this.folder}/`;
    for (const path of [...this.target.known.there()]) {
      const isGone = !now.has(path) && !before.has(path) && !isHidden(path);
      if (path.startsWith(prefix) && isGone) report(path);
    }
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}
