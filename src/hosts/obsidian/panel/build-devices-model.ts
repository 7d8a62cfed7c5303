import type { ApproverLine, DeviceRole } from '../../../core/screens/panel-model.js';
import type { SharedKeys } from '../../../core/settings/device-keys.js';
import { formatDevice } from '../../../core/settings/device-names.js';
import { fingerprintOf } from '../../../core/settings/fingerprint.js';
import type { Executor } from '../lifecycle/executor.js';
import { isShared, type OwnKey } from '../lifecycle/own-key.js';

export type DevicesModel = Pick<
  DeviceRole,
  'approvers' | 'untrustedKeys' | 'ignoredKeys' | 'approves'
>;

export function buildDevicesModel(
  executor: Executor | null,
  approving: OwnKey | null,
  shared: SharedKeys,
  audits: readonly string[],
): DevicesModel {
  if (executor) {
    const approvers = approverLines(executor);
    const known = new Set(approvers.map(({ publicKey }) => publicKey));
    const others = shared.keys.filter(({ publicKey }) => !known.has(publicKey));
    return { approvers, untrustedKeys: others.length, ignoredKeys: shared.ignored };
  }
  if (!approving) return {};
  const { device, fingerprint, isTrustedHere, ranAs, problem } = approving;
  return {
    approves: {
      device,
      fingerprint,
      isShared: isShared(approving, shared),
      isTrusted: isTrustedHere,
      onlyOthersRan:
        problem === null &&
        audits.length > 0 &&
        !audits.some((name) => name.startsWith(`${ranAs}-`)),
    },
  };
}

function approverLines({ device: { config }, publicKey: own }: Executor): readonly ApproverLine[] {
  const lines = new Map<string, ApproverLine>();
  for (const { device: id, publicKey } of config.pinnedKeys) {
    const device = formatDevice(config, id);
    const isOwn = publicKey === own;
    if (lines.has(publicKey)) continue;
    lines.set(publicKey, { device, publicKey, fingerprint: fingerprintOf(publicKey), isOwn });
  }
  return [...lines.values()].sort((a, b) => Number(b.isOwn) - Number(a.isOwn));
}
