import { CountersignError, fail, ok, type Problem, type Result } from '../../../core/errors.js';
import type {
  BridgeConfig,
  DeviceConfig,
  GitSettings,
} from '../../../core/settings/device-config.js';
import type { AuditEntry } from '../../../core/audit/entry.js';
import { entriesOfClient } from '../../../core/ledger/client-entries.js';
import type { AgentClient } from '../../../core/settings/agents/agent-clients.js';
import { trustOwnKey } from '../../../core/settings/device-keys.js';
import type { Planning } from '../../../core/settings/planning.js';
import type { VaultSettings } from '../../../core/settings/vault-settings.js';
import { Engine } from '../../../engine/engine.js';
import { WaitingNotices } from '../../../engine/views/waiting-notices.js';
import { mcpBridges, type OfferableTool } from '../../../mcp/client/bridges.js';
import { practiceFolderOf } from '../../../mcp/client/practice/practice-note.js';
import type { ShownInspection } from '../../../ports/bridges.js';
import type { Notifier } from '../../../ports/notifier.js';
import type { NoteStore } from '../../../ports/note-store.js';
import type { MetadataCache } from '../../../ports/metadata-cache.js';
import type { Signer } from '../../../ports/signer.js';
import type { Desktop } from '../../desktop/desktop.js';
import type { FoundServers } from '../../desktop/servers/found-servers.js';
import { DeviceSettings, type UnsavedPause } from '../storage/device-settings.js';
import { AgentService } from './agent-service.js';
import { Disposables } from './disposables.js';
import type { KnownTools } from '../storage/known-tools.js';

export interface ExecutorOptions {
  readonly desktop: Desktop;
  readonly settings: VaultSettings;
  readonly store: NoteStore;
  readonly metadataCache: MetadataCache;
  readonly signer: Signer;
  readonly tools: KnownTools;
  readonly planning: () => Planning;
  readonly notifier: Notifier;
  readonly linkTo: (requestId: string) => string;
  readonly change?: (config: DeviceConfig) => DeviceConfig;
  readonly unsavedPause: UnsavedPause;
  readonly beginEpoch?: boolean;
  readonly isClosing: () => boolean;
  readonly onLockLost: (problem: Problem) => void;
  readonly onChange: () => void;
}

/** The parts that run while this device runs actions. */
export interface Executor {
  readonly engine: Engine;
  readonly settings: VaultSettings;
  readonly device: DeviceSettings;
  readonly agents: AgentService;
  didOf(client: AgentClient): Promise<Result<readonly AuditEntry[]>>;
  readonly publicKey: string;
  vaultPartsOf(bridge: BridgeConfig): Promise<readonly string[]>;
  sendTest(): Promise<Result<void>>;
  inspect(alias: string): Promise<Result<ShownInspection>>;
  toolsToOffer(alias: string): Promise<Result<readonly OfferableTool[]>>;
  /** May contain secrets. Show this text only to the person who configured the bridge. */
  stderr(alias: string): string;
  foundServers(): Promise<readonly FoundServers[]>;
  /** An empty `folder` means the vault's folder. */
  findRepository(folder: string): Promise<Result<GitSettings>>;
  /** Waits for calls in progress, then closes everything. */
  stop(): Promise<void>;
}

export async function startExecutor(options: ExecutorOptions): Promise<Result<Executor>> {
  const disposables = new Disposables();
  const started = await open(options, disposables).catch(notStarted);
  if (!started.ok) await disposables.run();
  return started;
}

async function open(options: ExecutorOptions, disposables: Disposables): Promise<Result<Executor>> {
  const { desktop, settings, store, metadataCache, signer, notifier } = options;
  const running: { engine?: Engine; device?: DeviceSettings; agents?: AgentService } = {};
  const lock = desktop.lock((error) => {
    const problem = lockLost(error);
    running.device?.halt(problem);
    running.engine?.halt(problem);
    options.onLockLost(problem);
  });
  const locked = await lock.acquire();
  if (!locked.ok) return locked;
  disposables.add(locked.value);

  const aside = options.beginEpoch ? await desktop.setLedgerAside() : ok(null);
  if (!aside.ok) return aside;
  const opened = await desktop.openDevice();
  if (!opened.ok) return opened;
  const publicKey = await signer.publicKey();
  if (!publicKey.ok) return publicKey;
  const { state, config } = opened.value;
  const look = (): void => {
    running.engine?.lookAtEverything();
    running.agents?.look();
  };
  const device = new DeviceSettings(state, config, look, options.unsavedPause);
  running.device = device;
  const changed = await device.change((config) =>
    trustOwnKey(options.change?.(config) ?? config, publicKey.value),
  );
  if (!changed.ok) return changed;

  const { clock, ids, keys } = desktop;
  const ledger = await desktop.openLedger(opened.value);
  disposables.add(() => ledger.close());
  const callLog = desktop.openCallLog();
  disposables.add(() => callLog.close());
  const ways = { processes: desktop.processes(), http: desktop.http(), clock };
  const bridges = mcpBridges({
    configs: () => device.config.bridges,
    ...ways,
    practice: { store, folder: practiceFolderOf(settings), now: () => clock.now() },
    onListed: (alias, listed) => options.tools.learn(alias, listed),
    onLateAnswer: (requestId, report) => void running.engine?.lateAnswer(requestId, report),
  });
  disposables.add(() => bridges.close());
  if (options.isClosing()) return disabled;
  const engine = await Engine.start({
    store,
    metadataCache,
    bridges,
    ledger,
    callLog,
    auditLog: await desktop.openAuditLog(),
    keys,
    signer,
    clock,
    ids,
    notifier,
    folders: settings.folders,
    dashboardPath: settings.dashboard,
    vaultId: settings.vaultId,
    device: device.config.device,
    hasUndoWindow: true,
    planning: options.planning,
    mcpFiles: desktop.mcpFiles,
    git: desktop.git(),
    refreshConfig: () => device.refresh(),
    config() {
      const { effective } = device;
      return options.isClosing() && !('code' in effective) ? disabled.error : effective;
    },
  });
  if (!engine.ok) return engine;
  disposables.add(() => engine.value.stop());
  disposables.add(async () => bridges.windDown());
  running.engine = engine.value;
  const clients = (): readonly AgentClient[] | null =>
    'code' in device.effective ? null : (device.effective.agents ?? []);
  const agents = new AgentService({
    ...{ clock, clients, onChange: options.onChange },
    isWanted: () =>
      !options.isClosing() &&
      'device' in device.effective &&
      device.effective.servesAgents === true,
    serve: (to) => desktop.serveAgents({ ...to, engine: engine.value }),
    refresh: () => device.refresh(),
  });
  // Agents are disconnected before the engine stops, so that the engine can finish every call.
  disposables.add(() => agents.close());
  running.agents = agents;
  agents.look();
  const sender = desktop.noticeSender({
    ...ways,
    config: () => device.effective,
    refresh: () => device.refresh(),
    linkTo: options.linkTo,
  });
  const notices = WaitingNotices.start({
    ...{ source: engine.value, onlyWhileActing: true, clock, sender },
    onResult: (problem) => engine.value.showProblems('notify', problem ? [problem] : []),
  });
  disposables.add(() => notices.stop());
  return ok({
    engine: engine.value,
    settings,
    device,
    agents,
    async didOf(client) {
      const read = await ledger.read();
      return read.ok ? ok(entriesOfClient(read.value.records, client)) : read;
    },
    publicKey: publicKey.value,
    inspect: (alias) => bridges.inspectToShow(alias),
    toolsToOffer: (alias) => bridges.inspectToOffer(alias),
    vaultPartsOf: desktop.vaultPartsOf,
    sendTest: () => sender.test(),
    stderr: (alias) => bridges.diagnostics(alias)?.stderr ?? '',
    foundServers: desktop.foundServers,
    findRepository: desktop.findRepository,
    stop: () => disposables.run(),
  });
}

const disabled = fail(
  'locked',
  'Countersign was turned off while starting.',
  'Enable it again to continue.',
);

function lockLost(error: Error): Problem {
  return fail(
    'locked',
    `Another process took over running actions for this vault: ${error.message}`,
    'Nothing more runs here. Turn on “Allow actions on this computer” again to take it back.',
  ).error;
}

function notStarted(error: unknown): Result<never> {
  if (error instanceof CountersignError) return { ok: false, error: error.problem };
  return fail(
    'device_state_invalid',
    `Actions can’t run here: ${error instanceof Error ? error.message : String(error)}.`,
    'Fix the cause, then turn on “Allow actions on this computer” again.',
  );
}
