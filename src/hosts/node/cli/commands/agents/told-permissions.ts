import { sha256Hex } from '../../../../../core/digest.js';
import { ok, type Result } from '../../../../../core/errors.js';
import type { Json } from '../../../../../core/json.js';
import { Permissions } from '../../../../../core/ledger/permissions.js';
import { isLedgerRecord } from '../../../../../core/ledger/read-ledger.js';
import type { AgentTool } from '../../../../../core/settings/agents/agent-tools.js';
import { clientsOf } from '../../../../../core/settings/agents/standing-permission.js';
import { recordedMs } from '../../../../../core/time.js';
import { permissionEnded } from '../../../../../engine/views/offered-tools.js';
import { launchKey } from '../../../../../mcp/client/bridge-target.js';
import { openFileLedger } from '../../../../desktop/logs/file-ledger.js';
import type { VaultDevice } from '../../../runner/vault-device.js';

interface ToldPermission {
  readonly clients: readonly string[];
  readonly until: string;
  readonly ended: string | null;
}

/** Returns the newest time in the ledger, in milliseconds since 1970. */
export async function ledgerMs({ ledgerFile }: VaultDevice): Promise<Result<number>> {
  const ledger = await openFileLedger(ledgerFile);
  try {
    const read = await ledger.read();
    return read.ok ? ok(newestMs(read.value.records)) : read;
  } finally {
    await ledger.close();
  }
}

function newestMs(records: readonly Json[]): number {
  const known = records.filter(isLedgerRecord);
  return known.reduce((newest, { audit }) => Math.max(newest, recordedMs(audit)), 0);
}

/** Returns a permission or null for each tool. The list is empty if no tool has a permission. */
export async function permissionsOf(
  { config, ledgerFile }: VaultDevice,
  tools: readonly AgentTool[],
): Promise<Result<readonly (ToldPermission | null)[]>> {
  if (tools.every(({ allowed }) => !allowed)) return ok([]);
  const ledger = await openFileLedger(ledgerFile);
  try {
    const read = await ledger.read();
    if (!read.ok) return read;
    const { records } = read.value;
    const reachedMs = newestMs(records);
    const now = (): number => Math.max(Date.now(), reachedMs);
    const book = { permissions: Permissions.of(records), now };
    return ok(
      tools.map((tool) => {
        const { allowed } = tool;
        if (!allowed) return null;
        const clients = clientsOf(config, allowed);
        const server = config.bridges.find(({ alias }) => alias === tool.bridge);
        const launch = server ? sha256Hex(launchKey(server)) : null;
        const ended =
          clients.length === 0
            ? 'Its clients were revoked.'
            : permissionEnded(book, config, tool, launch);
        return { clients, until: allowed.until, ended };
      }),
    );
  } finally {
    await ledger.close();
  }
}

export function describePermission(permission: ToldPermission | null): string {
  if (!permission) return 'Each call waits for you.';
  const { clients, until, ended } = permission;
  return ended === null
    ? `${new Intl.ListFormat('en-GB').format(clients)} may call it without asking, until ${until.slice(0, 10)}.`
    : 'The permission to call it without asking has ended. Each call waits for you, or fails if the server changed the tool.';
}
