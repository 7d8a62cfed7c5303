import { ok } from '../../src/core/errors.js';
import { newDeviceConfig, type DeviceConfig } from '../../src/core/settings/device-config.js';
import { Engine, type EngineOptions } from '../../src/engine/engine.js';
import { webKeys } from '../../src/hosts/desktop/system/web-keys.js';
import type { AuditLog } from '../../src/ports/audit-log.js';
import type { Ledger } from '../../src/ports/ledger.js';
import { mailRoute } from '../../test/support/builders/mail-route.js';
import {
  createMemoryServer,
  memoryBridges,
  type MemoryServer,
} from '../../test/support/memory/memory-bridges.js';
import { seededIds } from '../../test/support/memory/seeded-ids.js';
import { folders } from '../../test/support/builders/numbered-notes.js';

export const dashboardPath = 'Dashboard.md';
const device = 'd-aaaaaaaaaa';

/** Trusted moves and no practical limit on calls: the gate does all it does, and never waits. */
export const benchConfig: DeviceConfig = {
  ...newDeviceConfig(device, folders),
  trustMoves: true,
  routes: [mailRoute({ budgetPerHour: 1_000_000 })],
};

/** An engine over these stores, with a server in this process that answers at once. */
export async function startEngine(
  ports: Pick<EngineOptions, 'store' | 'ledger' | 'auditLog' | 'clock'>,
  server: MemoryServer = createMemoryServer(),
  more: Partial<EngineOptions> = {},
): Promise<Engine> {
  const started = await Engine.start({
    ...ports,
    bridges: memoryBridges(server),
    keys: webKeys(),
    ids: seededIds(1),
    notifier: { notify: () => undefined },
    folders,
    dashboardPath,
    vaultId: 'v-abcdefghij',
    device,
    config: () => benchConfig,
    ...more,
  });
  if (!started.ok) throw new Error(started.error.message);
  return started.value;
}

/** A ledger that costs nothing. */
export function freeLedger(): Ledger {
  return {
    read: async () => ok({ records: [], damaged: [], earlier: [] }),
    append: async () => ok(undefined),
  };
}

/** An audit log that costs nothing. */
export function freeAuditLog(): AuditLog {
  return {
    read: async () => [],
    append: async () => ok(null),
    version: async () => null,
    setAside: async () => ok(null),
  };
}
