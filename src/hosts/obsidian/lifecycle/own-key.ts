import { fail, type Problem } from '../../../core/errors.js';
import type { PinnedKey } from '../../../core/settings/device-config.js';
import { deviceNameOf, type SharedKeys } from '../../../core/settings/device-keys.js';
import { fingerprintOf } from '../../../core/settings/fingerprint.js';
import type { Approver } from '../../../engine/person-actions/remote-context.js';
import type { Signer } from '../../../ports/signer.js';
import type { OpenVault } from './open-vault.js';

export interface OwnKey extends PinnedKey {
  readonly fingerprint: string;
  readonly isTrustedHere: boolean;
  /** The device id in the names of this computer's audit files. Null if it is unknown. */
  readonly ranAs: string | null;
  /** Why this computer's settings could not be read. */
  readonly problem: Problem | null;
}

/** Returns this device's own key. Creates the key if there is none. */
export async function readOwnKey({ signer, side }: OpenVault): Promise<OwnKey | null> {
  const made = await signer.publicKey();
  if (!made.ok) return null;
  const publicKey = made.value;
  const device = deviceNameOf(publicKey);
  const fingerprint = fingerprintOf(publicKey);
  if (device === null || fingerprint === null) return null;
  const config = await side.desktop?.state.read();
  const known = config?.ok ? config.value : null;
  const pinned = known?.pinnedKeys ?? [];
  const isTrustedHere = pinned.some((key) => key.device === device && key.publicKey === publicKey);
  const problem = config === undefined || config.ok ? null : config.error;
  return { device, publicKey, fingerprint, isTrustedHere, ranAs: known?.device ?? null, problem };
}

/** Returns who signs approvals on a device that runs no actions. */
export function approverHere(
  own: OwnKey | null,
  signer: Signer,
  shared: SharedKeys,
): Approver | Problem {
  if (own === null) return noKey;
  if (own.isTrustedHere || isShared(own, shared)) return { device: own.device, signer };
  return own.problem ?? notYet;
}

export function isShared({ publicKey }: PinnedKey, { keys }: SharedKeys): boolean {
  return keys.some((key) => key.publicKey === publicKey);
}

const noKey: Problem = fail(
  'key_unavailable',
  'This device doesn’t run actions and has no key to approve with.',
  'Restart Obsidian. If that doesn’t help, approve on the device that runs actions.',
).error;

const notYet: Problem = fail(
  'approving_not_set_up',
  'This device isn’t set up to approve requests yet.',
  'Set it up here, or approve on the computer that runs actions.',
).error;
