import { FileSystemAdapter, Platform, type Vault } from 'obsidian';
import { fail, type Problem, type Result } from '../../../core/errors.js';
import type { VaultSettings } from '../../../core/settings/vault-settings.js';
import type { Desktop } from '../../desktop/desktop.js';
import type { VaultDecision } from '../../desktop/device/which-vault.js';

export type DesktopAccess =
  | { readonly desktop: Desktop }
  /** `problem` is what a person has to solve. */
  | { readonly desktop: null; readonly cannotRun: string; readonly problem: Problem | null };

/** The code for Node must never be imported on a phone. */
export async function openDesktopAccess(
  vault: Vault,
  settings: VaultSettings,
): Promise<DesktopAccess> {
  const { adapter } = vault;
  if (!Platform.isDesktop || !Platform.isDesktopApp || !(adapter instanceof FileSystemAdapter)) {
    return none('Phones and tablets show plans; actions run on a computer.');
  }
  try {
    const { openDesktop } = await import('../../desktop/desktop.js');
    const opened = await openDesktop({ vaultRoot: adapter.getBasePath(), settings });
    return opened.ok
      ? { desktop: opened.value }
      : none('Actions can’t run here until the problem above is solved.', opened.error);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return none(`Actions can’t run here: Node.js is not available in this app (${cause}).`);
  }
}

/**
 * Applies a person's answer to “Is this the same vault as before?”. CALL ONLY ON A PERSON'S
 * GESTURE.
 */
export async function answerWhichVault(
  { adapter }: Vault,
  decision: Pick<VaultDecision, 'answer' | 'current' | 'save'>,
): Promise<Result<string>> {
  if (!Platform.isDesktop || !Platform.isDesktopApp || !(adapter instanceof FileSystemAdapter)) {
    return onAComputer;
  }
  const { decideVault } = await import('../../desktop/desktop.js');
  return decideVault(adapter.getBasePath(), decision);
}

const onAComputer = fail(
  'vault_id_changed',
  'You can only say which vault this is on a computer.',
  'Answer this on the computer that runs actions.',
);

function none(cannotRun: string, problem: Problem | null = null): DesktopAccess {
  return { desktop: null, cannotRun, problem };
}
