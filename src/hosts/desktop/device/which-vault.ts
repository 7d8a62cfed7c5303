import { rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../../core/errors.js';
import { isVaultId } from '../../../core/settings/vault-settings.js';
import { syncFolder } from '../files/atomic-file.js';
import { setAsideMark, statesOf, type KnownStates, type VaultLocation } from './device-folder.js';
import { fileLock } from '../files/file-lock.js';
import { describeSystemError, systemErrorCode } from '../system/system-error.js';
import { systemIds } from '../system/system-ids.js';
import { timestampForName } from '../../../core/time.js';

/** A person's answer: the vault that was always in this folder, or another one in its place. */
export type WhichVault = 'same' | 'another';

/** The decision, and how the vault's settings get its id. */
export interface VaultDecision extends VaultLocation {
  readonly answer: WhichVault;
  /** The id in the settings now, whatever it is. */
  readonly current: unknown;
  readonly save: (vaultId: string) => Promise<Result<void>>;
}

/**
 * Records the answer which vault this is. The same: its settings get back the id under which this computer
 * knows it. Another: the known state is set aside, never changed or deleted. CALL ONLY ON A PERSON'S WORD.
 * Returns the vault's id from now on.
 */
export async function decideWhichVault(decision: VaultDecision): Promise<Result<string>> {
  const { answer, current, save } = decision;
  try {
    const states = await statesOf(decision);
    const others = states.vaultIds.filter((id) => id !== current);
    if (others.length === 0 && (answer === 'same' || isVaultId(current))) return nothingToDecide;
    const now = isVaultId(current) ? current : `v-${systemIds().random(10)}`;
    const vaultId = answer === 'same' ? await lastUsed(states, others) : now;
    const aside = await setAside(
      states,
      states.vaultIds.filter((id) => id !== vaultId),
    );
    if (!aside.ok) return aside;
    const saved = vaultId === current ? ok(undefined) : await save(vaultId);
    return saved.ok ? ok(vaultId) : saved;
  } catch (error) {
    if (systemErrorCode(error) === '') throw error;
    return fail(
      'device_state_write_failed',
      `What this computer knows of this vault could not be set aside: ${describeSystemError(error)}.`,
      'Fix the cause, then answer again. Nothing runs until then.',
    );
  }
}

/** Folders of several ids exist only if somebody put them there; the last used one is meant. */
async function lastUsed(states: KnownStates, ids: readonly string[]): Promise<string> {
  const used = await Promise.all(
    ids.map(async (id) => {
      const folder = join(states.parent, `${id}${states.suffix}`);
      const { mtimeMs } = await stat(join(folder, 'ledger.jsonl')).catch(() => stat(folder));
      return { id, mtimeMs };
    }),
  );
  return used.reduce((last, one) => (one.mtimeMs > last.mtimeMs ? one : last)).id;
}

async function setAside(states: KnownStates, ids: readonly string[]): Promise<Result<void>> {
  const time = timestampForName(Date.now());
  const folders = ids.map((id) => join(states.parent, `${id}${states.suffix}`));
  // Every lock is tried before the first rename, so that nothing changes while a runner is running.
  for (const folder of folders) {
    const locked = await fileLock(folder, () => undefined).acquire();
    if (!locked.ok) return locked;
    await locked.value();
  }
  for (const folder of folders) {
    const mark = `${setAsideMark}${time}-${systemIds().random(4)}`;
    await rename(folder, join(dirname(folder), `${basename(folder)}${mark}`));
  }
  if (folders.length > 0) await syncFolder(states.parent);
  return ok(undefined);
}

const nothingToDecide = fail(
  'usage',
  'This computer knows this vault under no other id.',
  'Nothing was changed.',
);
