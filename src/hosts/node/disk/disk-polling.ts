import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { describeSystemError, systemErrorCode } from '../../desktop/system/system-error.js';
import type { KnownFiles } from './disk-known-files.js';
import { listFiles, stampOf } from './disk-note-list.js';

const INTERVAL_MS = 250;
const SHARE = 0.05;

export interface WatchTarget {
  readonly root: string;
  readonly folders: readonly string[];
  readonly known: Pick<KnownFiles, 'there' | 'isThere'>;
  readonly hiddenIn?: string;
  readonly onEvent: (path: string) => void;
  readonly onError: (error: unknown, folder?: string) => void;
}

export async function pollFiles(target: WatchTarget): Promise<() => Promise<void>> {
  const looks = target.folders.map((folder) => new PolledFolder(target, folder));
  const lookAt = async (
    due: readonly PolledFolder[],
    report: (path: string) => void,
  ): Promise<void> => {
    // If the vault is missing, all files would seem deleted.
    if (await isFolder(target.root)) for (const look of due) await look.look(report);
  };
  const stopping = new AbortController();
  const poll = async (): Promise<void> => {
    for (;;) {
      await wait(INTERVAL_MS, undefined, { signal: stopping.signal });
      // Polls slow folders less often, to limit the time that polling takes.
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

class PolledFolder {
  #known = new Map<string, string>();
  #failure = '';
  #isDeep = false;
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
      if (systemErrorCode(error) !== 'ETOODEEP') failures.push([error, folder]);
      else if (!this.#isDeep) {
        this.#isDeep = true;
        this.target.onError(error);
      }
    };
    const { root, hiddenIn } = this.target;
    const files = await listFiles(root, this.folder, onFailure, hiddenIn).catch(
      (error: unknown) => {
        onFailure(error, this.folder);
      },
    );
    const failure = failures.map((one) => `${one[1]}: ${describeSystemError(one[0])}`).join();
    const isNew = failure !== this.#failure;
    this.#failure = failure;
    if (isNew) for (const one of failures) this.target.onError(...one);
    if (!files) return;
    // Files in an unreadable folder may still exist, so they are not reported as deleted.
    const isHidden = (path: string): boolean =>
      failures.some(
        ([error, folder]) =>
          systemErrorCode(error) !== 'EILSEQ' && (folder === '' || path.startsWith(`${folder}/`)),
      );
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
