import type { MemoryVault } from './memory-vault.js';

/** Brings one copy of a vault to what the other holds, note by note; what is gone there goes. */
export function syncVaults(
  source: MemoryVault,
  target: MemoryVault,
  only: (path: string) => boolean = () => true,
): void {
  // Each device writes a Dashboard of its own.
  const isSynced = (path: string): boolean => path !== 'Dashboard.md' && only(path);
  for (const path of [...target.entries.keys()].filter(isSynced)) {
    if (!source.entries.has(path)) target.outside.remove(path);
  }
  for (const path of [...source.entries.keys()].filter(isSynced)) {
    const text = source.outside.read(path) ?? '';
    if (target.outside.read(path) !== text) target.outside.write(path, text);
  }
}
