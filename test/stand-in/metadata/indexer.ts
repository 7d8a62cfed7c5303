import { TFile, type TAbstractFile } from '../vault/abstract-file.js';
import type { Vault } from '../vault/vault.js';
import type { Timers } from '../workspace/timers.js';
import type { MetadataCache } from './metadata-cache.js';
import type { KeptMetadata, MetadataStore } from './metadata-store.js';
import { parseMetadata } from './parse-metadata.js';

/**
 * When a changed note is indexed: after so many milliseconds, when a test steps, or never. Reported
 * (agents that write to the disk): the cache is stale for a while, and may be at any moment.
 */
export type IndexDelay = number | 'manual' | 'never';

/** Notes read at once; between two lots the app can do other things. */
const LOT = 16;

/** Keeps the metadata cache up to date, asynchronously, from the vault's events. */
export class Indexer {
  private readonly queue = new Set<TFile>();
  private kept: ReadonlyMap<string, KeptMetadata> = new Map();
  private unsaved = new Map<string, KeptMetadata | null>();
  private running = false;
  private stopped = false;

  constructor(
    private readonly vault: Vault,
    private readonly cache: MetadataCache,
    private readonly store: MetadataStore,
    private readonly timers: Timers,
    private readonly delay: IndexDelay,
  ) {}

  /** To be called before the vault's first events. */
  async start(): Promise<void> {
    this.kept = await this.store.load();
    this.vault.on('create', (entry: TAbstractFile) => this.created(entry));
    this.vault.on('modify', (entry: TAbstractFile) => this.enqueue(entry));
    this.vault.on('delete', (entry: TAbstractFile) => this.deleted(entry));
    this.vault.on('rename', (entry: TAbstractFile, old: string) => this.renamed(entry, old));
  }

  /** Notes that wait to be indexed. */
  waiting(): string[] {
    return [...this.queue].map((file) => file.path);
  }

  /** Indexes so many of the notes that wait, whatever the delay is. */
  async step(count = Infinity): Promise<void> {
    for (let left = count; left > 0 && this.queue.size > 0; left -= LOT) {
      await this.indexLot(Math.min(left, LOT));
    }
    await this.save();
    if (this.queue.size === 0) this.cache.trigger('resolved');
  }

  /** Resolves when nothing waits; at once when nothing is indexed by itself. */
  async settled(): Promise<void> {
    if (typeof this.delay !== 'number') return;
    while (!this.stopped && (this.queue.size > 0 || this.running)) await this.pause(1);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.save();
  }

  private created(entry: TAbstractFile): void {
    if (!(entry instanceof TFile)) return;
    this.cache.names.add(entry);
    const kept = this.kept.get(entry.path);
    if (this.delay !== 'never' && kept !== undefined && isCurrent(kept, entry)) {
      this.cache.entries.set(entry.path, kept);
    } else {
      this.enqueue(entry);
    }
  }

  private enqueue(entry: TAbstractFile): void {
    if (!(entry instanceof TFile) || entry.extension !== 'md' || this.delay === 'never') return;
    this.queue.add(entry);
    if (this.running || typeof this.delay !== 'number') return;
    this.running = true;
    this.timers.wait(this.delay, () => void this.run());
  }

  private deleted(entry: TAbstractFile): void {
    if (!(entry instanceof TFile)) return;
    this.cache.names.remove(entry, entry.path);
    this.queue.delete(entry);
    const before = this.cache.getCache(entry.path);
    this.cache.entries.delete(entry.path);
    this.cache.forgetLinks(entry.path);
    this.unsaved.set(entry.path, null);
    this.cache.trigger('deleted', entry, before);
  }

  /** Documented (obsidian.d.ts:4447): no `changed` on a rename; the cache moves along. */
  private renamed(entry: TAbstractFile, oldPath: string): void {
    if (!(entry instanceof TFile)) return;
    this.cache.names.remove(entry, oldPath);
    this.cache.names.add(entry);
    const metadata = this.cache.entries.get(oldPath);
    this.cache.entries.delete(oldPath);
    this.cache.forgetLinks(oldPath);
    this.unsaved.set(oldPath, null);
    if (metadata === undefined) return this.enqueue(entry);
    this.cache.entries.set(entry.path, metadata);
    this.cache.resolveLinks(entry.path);
    this.unsaved.set(entry.path, metadata);
  }

  private async run(): Promise<void> {
    while (!this.stopped && this.queue.size > 0) {
      await this.indexLot(LOT);
      await this.pause(0);
    }
    this.running = false;
    if (this.stopped) return;
    await this.save();
    this.cache.trigger('resolved');
  }

  private async indexLot(count: number): Promise<void> {
    const files = [...this.queue].slice(0, count);
    for (const file of files) this.queue.delete(file);
    const read = await Promise.all(
      files.map(async (file) => {
        const { mtime, size } = file.stat;
        const { path } = file;
        const text = await this.vault.adapter.read(path).catch(() => null);
        return { file, path, mtime, size, text };
      }),
    );
    for (const { file, path, mtime, size, text } of read) {
      if (this.stopped || file.deleted) continue;
      if (text === null) {
        if (file.path !== path) this.enqueue(file);
        continue;
      }
      const metadata = { mtime, size, cache: parseMetadata(text) };
      this.cache.entries.set(file.path, metadata);
      this.unsaved.set(file.path, metadata);
      this.cache.trigger('changed', file, text, metadata.cache);
      this.cache.resolveLinks(file.path);
      this.cache.trigger('resolve', file);
    }
  }

  private async save(): Promise<void> {
    const changes = this.unsaved;
    this.unsaved = new Map();
    if (changes.size > 0) await this.store.save(changes);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.timers.wait(ms, resolve));
  }
}

function isCurrent(kept: KeptMetadata, file: TFile): boolean {
  return kept.mtime === file.stat.mtime && kept.size === file.stat.size;
}
