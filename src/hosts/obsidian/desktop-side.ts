import { FileSystemAdapter, Platform, type Vault } from 'obsidian';
import type { Problem } from '../../core/errors.js';
import type { VaultSettings } from '../../core/settings/vault-settings.js';
import type { Desktop } from '../desktop/desktop.js';

/** What this device can do besides showing the vault. */
export type DesktopSide =
  | { readonly desktop: Desktop }
  /** Why it cannot run actions: by its nature (`cannotRun`), or because something is broken. */
  | { readonly desktop: null; readonly cannotRun: string; readonly problem: Problem | null };

/** The only way to Node: one guarded import, never tried on a phone. */
export async function openDesktopSide(vault: Vault, settings: VaultSettings): Promise<DesktopSide> {
  const { adapter } = vault;
  if (!Platform.isDesktop || !Platform.isDesktopApp || !(adapter instanceof FileSystemAdapter)) {
    return none('Phones and tablets show missions; actions run on a computer.');
  }
  try {
    const { openDesktop } = await import('../desktop/desktop.js');
    const opened = await openDesktop({ vaultRoot: adapter.getBasePath(), settings });
    return opened.ok
      ? { desktop: opened.value }
      : none('Actions cannot run here until the problem above is solved.', opened.error);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return none(`Actions cannot run here: Node.js is not available in this app (${cause}).`);
  }
}

function none(cannotRun: string, problem: Problem | null = null): DesktopSide {
  return { desktop: null, cannotRun, problem };
}
