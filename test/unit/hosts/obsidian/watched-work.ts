import type { ModelFeed } from '../../../../src/hosts/obsidian/shared/model-feed.js';
import type { Engine } from '../../../../src/engine/engine.js';
import type { WatchedComputer } from '../../../support/obsidian/watched-computer.js';

/** How much was done since the last reset. */
export interface WorkCounts {
  /** Files and folders that were looked at or read, in the vault and outside of it. */
  readonly reads: number;
  readonly writes: number;
  /** Keys that the engine was asked to look at. */
  readonly looks: number;
  /** Pictures made for panels. */
  readonly pictures: number;
}

/** What a running plugin keeps to itself. */
interface Insides {
  readonly engine: { readonly queue: { add(key: string): void } };
  readonly feed: { build(): Promise<unknown> };
}

/** Counts what a running plugin does, with a panel that a person sees. */
export function watchWork(engine: Engine, feed: ModelFeed, computer: WatchedComputer) {
  let looks = 0;
  let pictures = 0;
  const { queue } = engine as unknown as Insides['engine'];
  const add = queue.add.bind(queue);
  queue.add = (key) => {
    looks += 1;
    add(key);
  };
  const drawing = feed as unknown as Insides['feed'];
  const draw = drawing.build.bind(drawing);
  drawing.build = () => {
    pictures += 1;
    return draw();
  };
  feed.watch({ isVisible: () => true, show: () => undefined });
  feed.changed();
  const accesses = (): string[] => computer.accesses.filter((access) => !isLock(access));
  return {
    pictures: () => pictures,
    counts(): WorkCounts {
      const all = accesses();
      const reads = all.filter((access) => reading.test(access)).length;
      return { reads, writes: all.length - reads, looks, pictures };
    },
    reset() {
      computer.accesses.length = 0;
      looks = 0;
      pictures = 0;
    },
  };
}

const reading = /^(?:disk|fs)\.(?:read\w*|stat|lstat|list|realpath|access) /;

/** The lock is renewed every two seconds, whatever happens. */
function isLock(access: string): boolean {
  return /[/\\]lock$/.test(access);
}
