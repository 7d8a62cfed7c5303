import { rename, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../../core/errors.js';
import { isVaultId } from '../../../core/settings/vault-settings.js';
import { syncFolder } from '../files/atomic-file.js';
import { setAsideMark, statesOf, type KnownStates, type VaultLocation } from './device-folder.js';
import { fileLock } from '../files/file-lock.js';
import { describeSystemError, systemErrorCode } from '../system/system-error.js';
import { systemIds } from '../system/system-ids.js';
import { timestampForName } from '../../../core/time.js';

/** A person's answer: is this the same vault as before? */
export type WhichVault = 'same' | 'another';

export interface VaultDecision extends VaultLocation {
  readonly answer: WhichVault;
  readonly current: unknown;
  readonly save: (vaultId: string) => Promise<Result<void>>;
}

/**
 * Applies a person's answer to the question whether this is the same vault as before. Returns the
 * vault's id. CALL ONLY IF A PERSON AGREED.
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
  const releases: (() => Promise<void>)[] = [];
  try {
    // A runner must not start between two renames.
    for (const folder of folders) {
      const locked = await fileLock(folder, () => undefined).acquire();
      if (!locked.ok) return locked;
      releases.push(locked.value);
    }
    for (const folder of folders) {
      const mark = `${setAsideMark}${time}-${systemIds().random(4)}`;
      const aside = join(dirname(folder), `${basename(folder)}${mark}`);
      await rename(folder, aside);
      await rmdir(join(aside, 'lock'));
    }
    if (folders.length > 0) await syncFolder(states.parent);
    return ok(undefined);
  } finally {
    for (const release of releases) await release();
  }
}

const nothingToDecide = fail(
  'usage',
  'This computer knows this vault under no other id.',
  'Nothing was changed.',
);
