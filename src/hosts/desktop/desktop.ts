import { realpath } from 'node:fs/promises';
import process from 'node:process';
import { fail, ok, type Result } from '../../core/errors.js';
import type { BridgeConfig, GitSettings } from '../../core/settings/device-config.js';
import { deviceRecord } from '../../core/settings/device-names.js';
import type { McpFileChange } from '../../core/settings/agents/mcp-files.js';
import type { ChildProcesses } from '../../mcp/client/transport/child-processes.js';
import type { HttpClient } from '../../mcp/client/transport/http-client.js';
import type { AuditLines, AuditLog } from '../../ports/audit-log.js';
import type { Clock } from '../../ports/clock.js';
import type { DeviceState } from '../../ports/device-state.js';
import type { GitReader } from '../../ports/git-reader.js';
import type { Ids } from '../../ports/ids.js';
import type { Keys } from '../../ports/keys.js';
import type { Lock } from '../../ports/lock.js';
import type { NoticeSender } from '../../ports/notice-sender.js';
import {
  callLogIn,
  ledgerFileIn,
  nameNewLedger,
  openDevice,
  type Device,
  type DeviceOptions,
} from './device/device.js';
import type { AgentEndpoint } from './agents/agent-endpoint.js';
import { lookAtMcpFiles } from './servers/mcp-files.js';
import type { ServeOptions } from './agents/serve-agents.js';
import { deviceFolder } from './device/device-folder.js';
import { openDiskAuditLog } from './logs/disk-audit-log.js';
import { openDeviceState } from './device/file-device-state.js';
import { openFileCallLog, type FileCallLog } from './logs/file-call-log.js';
import { openFileLedger, type FileLedger } from './logs/file-ledger.js';
import { findServers, type FoundServers } from './servers/found-servers.js';
import { fileLock } from './files/file-lock.js';
import { gitReader } from './git/git-reader.js';
import { findRepository } from './git/repository-files.js';
import { noticeSender, type NoticeSenderOptions } from './notify/notice-sender.js';
import { nodeHttpClient } from './servers/node-http-client.js';
import { nodeProcesses } from './servers/processes.js';
import { setLedgerAside } from './logs/set-ledger-aside.js';
import { steadyClock } from './system/steady-clock.js';
import { describeSystemError, systemErrorCode } from './system/system-error.js';
import { systemIds } from './system/system-ids.js';
import { fileVersion } from './files/file-version.js';
import { linksIn, locateOwnNote, locateRealFile } from './paths/vault-links.js';
import { decideWhichVault, type VaultDecision } from './device/which-vault.js';
import { vaultPartsOf } from './paths/path-containment.js';
import { webKeys } from './system/web-keys.js';

export interface Desktop {
  readonly folder: string;
  readonly state: DeviceState;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly ids: Ids;
  /** `onLost` must stop all dispatching. */
  lock(onLost: (error: Error) => void): Lock;
  /** Call it only while holding the lock. */
  openDevice(): Promise<Result<Device>>;
  setLedgerAside(): Promise<Result<string | null>>;
  openLedger(device: Device): Promise<FileLedger>;
  openCallLog(): FileCallLog;
  openAuditLog(): Promise<AuditLog & AuditLines>;
  /** Null if this device has no settings for the vault. */
  ownTrail(): Promise<
    Result<{
      readonly device: string;
      readonly ledger: FileLedger;
      readonly callLog: FileCallLog;
      readonly formatDevice: (device: string) => string;
    } | null>
  >;
  processes(): ChildProcesses;
  readonly vaultPartsOf: (bridge: BridgeConfig) => Promise<readonly string[]>;
  readonly foundServers: () => Promise<readonly FoundServers[]>;
  readonly mcpFiles: () => Promise<readonly McpFileChange[]>;
  http(): HttpClient;
  noticeSender(options: Omit<NoticeSenderOptions, 'folder'>): NoticeSender;
  git(): GitReader;
  /** Finds the git repository of a folder. An empty text means the vault's folder. */
  readonly findRepository: (folder: string) => Promise<Result<GitSettings>>;
  serveAgents(options: Omit<ServeOptions, 'state' | 'folder'>): Promise<Result<AgentEndpoint>>;
  readonly locate: (path: string) => Promise<Result<string>>;
  readonly vaultRoot: string;
  readonly locateFile: (path: string) => Promise<Result<string>>;
  readonly versionOf: (path: string) => Promise<string | null>;
  readonly linksIn: (folder: string) => Promise<ReadonlySet<string>>;
}

export async function openDesktop(options: DeviceOptions): Promise<Result<Desktop>> {
  const { settings, env = process.env } = options;
  const root = await realRoot(options.vaultRoot);
  if (!root.ok) return root;
  const vaultRoot = root.value;
  const folder = await deviceFolder({ vaultRoot, vaultId: settings.vaultId, env });
  if (!folder.ok) return folder;
  return ok({
    folder: folder.value,
    state: openDeviceState(folder.value),
    keys: webKeys(),
    clock: steadyClock(),
    ids: systemIds(),
    lock: (onLost) => fileLock(folder.value, onLost),
    async openDevice() {
      const device = await openDevice({ vaultRoot, settings, env });
      return device.ok ? nameNewLedger(device.value) : device;
    },
    setLedgerAside: () => setLedgerAside(ledgerFileIn(folder.value), Date.now()),
    openLedger: ({ ledgerFile }) => openFileLedger(ledgerFile),
    openCallLog: () => openFileCallLog(callLogIn(folder.value)),
    openAuditLog: () => openDiskAuditLog(vaultRoot),
    async ownTrail() {
      const known = await openDeviceState(folder.value).read();
      if (!known.ok || !known.value) return known.ok ? ok(null) : known;
      const ledger = await openFileLedger(ledgerFileIn(folder.value));
      const config = known.value;
      const callLog = openFileCallLog(callLogIn(folder.value));
      const formatDevice = (id: string): string => deviceRecord(config, id);
      return ok({ device: config.device, ledger, callLog, formatDevice });
    },
    processes: () => nodeProcesses({ folder: folder.value, vaultRoot, environment: env }),
    vaultPartsOf: (bridge) => vaultPartsOf(bridge, vaultRoot, env, folder.value),
    foundServers: () => findServers({ vaultRoot, env }),
    mcpFiles: () => lookAtMcpFiles(vaultRoot, openDeviceState(folder.value)),
    http: nodeHttpClient,
    noticeSender: (options) => noticeSender({ ...options, folder: folder.value }),
    git: () => gitReader({ folder: folder.value, vaultRoot, environment: env }),
    findRepository: (named) => findRepository(named === '' ? vaultRoot : named),
    async serveAgents(options) {
      const { serveAgents } = await import('./agents/serve-agents.js');
      const place = { state: openDeviceState(folder.value), folder: folder.value };
      return serveAgents({ ...options, ...place });
    },
    vaultRoot,
    locate: (path) => locate(path, locateOwnNote(vaultRoot, path)),
    locateFile: (path) => locate(path, locateRealFile(vaultRoot, path)),
    async versionOf(path) {
      const file = await locateRealFile(vaultRoot, path);
      return file.ok ? fileVersion(file.value) : null;
    },
    linksIn: (path) => linksIn(vaultRoot, path),
  });
}

/**
 * Applies a person's answer to the question whether this is the same vault as before. CALL ONLY ON
 * A PERSON'S GESTURE.
 */
export function decideVault(
  vaultRoot: string,
  decision: Pick<VaultDecision, 'answer' | 'current' | 'save'>,
): Promise<Result<string>> {
  return decideWhichVault({ ...decision, vaultRoot, env: process.env });
}

async function locate(path: string, place: Promise<Result<string>>): Promise<Result<string>> {
  try {
    return await place;
  } catch (error) {
    if (systemErrorCode(error) === '') throw error;
    return fail(
      'note_read_failed',
      `The folder of this note could not be opened: ${describeSystemError(error)}.`,
      'Fix the cause, then try again.',
      { path },
    );
  }
}

async function realRoot(vaultRoot: string): Promise<Result<string>> {
  try {
    return ok(await realpath(vaultRoot));
  } catch (error) {
    return fail(
      'device_state_invalid',
      `The folder of this vault could not be opened: ${describeSystemError(error)}.`,
      'Check that the vault is where Obsidian shows it, then try again.',
    );
  }
}
