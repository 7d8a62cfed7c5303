import type { DiskStat, VaultDisk } from '../disk/vault-disk.js';
import type { Timers } from '../workspace/timers.js';
import type { Reconciler } from './reconciler.js';
import type { SerialQueue } from './serial-queue.js';
import type { VaultTree } from './vault-tree.js';

/**
 * Reported (obsidian-writing-studio#219, mnaoumov/obsidian-external-rename-handler): a move made
 * outside Obsidian is a `create` and a `delete`, never a `rename`; which comes first differs by
 * system. `native`: as this machine tells it.
 */
export interface OutsideMoves {
  /**
   * Changes within this many milliseconds of the first are looked at together, so that both halves
   * of a move are (A1).
   */
  readonly windowMs: number;
  readonly order: 'native' | 'create-first' | 'delete-first';
  /** Milliseconds between the two halves; 0 when the order is native. */
  readonly gapMs: number;
}

interface Look {
  readonly path: string;
  readonly stat: DiskStat | null;
}

/** Collects what the watcher tells and has it reconciled, in the order asked for. */
export class OutsideChanges {
  private readonly pending = new Set<string>();
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly disk: VaultDisk,
    private readonly tree: VaultTree,
    private readonly queue: SerialQueue,
    private readonly reconciler: Reconciler,
    private readonly timers: Timers,
    private readonly moves: OutsideMoves,
  ) {}

  note(path: string): void {
    this.pending.add(path);
    if (this.pending.size === 1) this.later(this.moves.windowMs, () => this.lookAtPending());
  }

  isIdle(): boolean {
    return this.waiting.size === 0;
  }

  stop(): void {
    for (const cancel of this.waiting) cancel();
    this.waiting.clear();
  }

  private async lookAtPending(): Promise<void> {
    const paths = [...this.pending];
    this.pending.clear();
    const looks = await Promise.all(
      paths.map(async (path) => ({ path, stat: await this.disk.stat(path) })),
    );
    if (this.moves.order === 'native') return this.settle(looks);
    const gone = looks.filter(({ path, stat }) => stat === null && this.tree.get(path) !== null);
    const there = looks.filter(({ stat }) => stat !== null);
    const halves = this.moves.order === 'create-first' ? [there, gone] : [gone, there];
    const [first = [], second = []] = halves;
    await this.settle(first);
    if (first.length === 0 || second.length === 0 || this.moves.gapMs === 0) {
      return this.settle(second);
    }
    this.later(this.moves.gapMs, async () => {
      for (const { path } of second) await this.reconciler.reconcile(path);
    });
  }

  private async settle(looks: readonly Look[]): Promise<void> {
    for (const { path, stat } of looks) await this.reconciler.settle(path, stat);
  }

  private later(ms: number, task: () => Promise<void>): void {
    const done = (): void => {
      this.waiting.delete(cancel);
    };
    const cancel = this.timers.wait(ms, () => {
      void this.queue.run(task).finally(done);
    });
    this.waiting.add(cancel);
  }
}
