import { unwatchFile, watchFile } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CountersignError, fail, ok, type Problem, type Result } from '../../../core/errors.js';
import { settingsGone, type DeviceConfig } from '../../../core/settings/device-config.js';
import { folderDifferences } from '../../../core/settings/folders.js';
import { loopOfRunner } from '../../../core/settings/loop.js';
import { planningOf } from '../../../core/settings/planning.js';
import { agentAddress } from '../../../core/settings/agents/agent-clients.js';
import { AlertBoard, toldBy } from '../../../engine/views/alert-board.js';
import { settingsAlerts } from '../../../engine/views/engine-alerts.js';
import { WaitingNotices } from '../../../engine/views/waiting-notices.js';
import { Engine } from '../../../engine/engine.js';
import { clientInfo } from '../../../mcp/client/protocol/client-info.js';
import { mcpBridges } from '../../../mcp/client/bridges.js';
import { practiceFolderOf } from '../../../mcp/client/practice/practice-note.js';
import type { Notifier } from '../../../ports/notifier.js';
import { callLogIn, nameNewLedger, type Environment } from '../../desktop/device/device.js';
import { openDiskAuditLog } from '../../desktop/logs/disk-audit-log.js';
import { openFileCallLog } from '../../desktop/logs/file-call-log.js';
import { openFileLedger } from '../../desktop/logs/file-ledger.js';
import { fileLock } from '../../desktop/files/file-lock.js';
import { gitReader } from '../../desktop/git/git-reader.js';
import { lookAtMcpFiles } from '../../desktop/servers/mcp-files.js';
import type { AgentEndpoint } from '../../desktop/agents/agent-endpoint.js';
import { serveAgents } from '../../desktop/agents/serve-agents.js';
import { noticeSender } from '../../desktop/notify/notice-sender.js';
import { nodeHttpClient } from '../../desktop/servers/node-http-client.js';
import { nodeProcesses } from '../../desktop/servers/processes.js';
import { systemClock } from '../../desktop/system/system-clock.js';
import { describeSystemError, systemErrorCode } from '../../desktop/system/system-error.js';
import { systemIds } from '../../desktop/system/system-ids.js';
import { webKeys } from '../../desktop/system/web-keys.js';
import { realFolder, withOpenFolder } from '../disk/open-folder.js';
import { openNoteIndex } from '../disk/disk-note-index.js';
import { openDiskNoteStore } from '../disk/disk-note-store.js';
import { restoreFolders } from './restore-folders.js';
import { auditWhilePresent, whilePresent } from './present-vault.js';
import { openVaultDevice, type VaultDevice } from './vault-device.js';
import { VaultPresence } from './vault-presence.js';
import { notSetUp, readVaultSettings } from './vault-settings-file.js';

export interface RunnerOptions {
  readonly vault: string;
  readonly env: Environment;
  readonly trustMoves: boolean;
  readonly notifier: Notifier;
  /** An idle runner runs no actions. */
  readonly isIdle?: true;
  readonly agents?: boolean;
  readonly acceptExisting?: boolean;
  readonly polling?: boolean;
}

const tryAgainMs = 250;
const mostTries = 12;

/** An engine that runs on a vault folder, without Obsidian. */
export interface Runner {
  readonly engine: Engine;
  readonly device: VaultDevice;
  readonly agentAddress: string | null;
  /** Resolves when the vault goes missing. */
  readonly vaultGone: Promise<Problem>;
  /** True while a server has not answered a call, even after the call's time limit. */
  awaitsAnswer(): boolean;
  /** Waits for calls in progress, then closes everything that the runner opened. */
  stop(): Promise<void>;
}

export async function startRunner(options: RunnerOptions): Promise<Result<Runner>> {
  const { notifier } = options;
  const opened = await openVaultDevice(options.vault, options.env);
  if (!opened.ok) return opened;
  // Two programs must never run actions for one vault at the same time.
  const lock = fileLock(opened.value.folder, (error) => {
    notifier.notify({ level: 'error', text: `${error.message} This runner is stopping.` });
    process.exit(3);
  });
  let locked = await lock.acquire();
  // Tries again, because an idle runner may hold the lock for a moment.
  for (let tries = 1; !options.isIdle && isHeld(locked) && tries < mostTries; tries += 1) {
    await sleep(tryAgainMs);
    locked = await lock.acquire();
  }
  if (!locked.ok) return locked;
  const disposables: Disposable[] = [locked.value];
  const release = async (): Promise<void> => {
    for (const end of disposables.splice(0).reverse()) await end();
  };
  try {
    const runner = await startLocked(options, opened.value, disposables);
    if (!runner.ok) {
      await release();
      return runner;
    }
    let stopping: Promise<void> | null = null;
    return ok({ ...runner.value, stop: () => (stopping ??= release()) });
  } catch (error) {
    await release();
    return startFailed(error, opened.value);
  }
}

function isHeld(locked: Result<unknown>): boolean {
  return !locked.ok && locked.error.code === 'locked';
}

type Disposable = () => Promise<void>;

async function startLocked(
  options: RunnerOptions,
  known: VaultDevice,
  disposables: Disposable[],
): Promise<Result<Omit<Runner, 'stop'>>> {
  const named = await nameNewLedger(known);
  if (!named.ok) return named;
  const device = named.value;

  let config: DeviceConfig | Problem = device.config;
  let changed: Problem | null = null;
  const auditLog = await openDiskAuditLog((await realFolder(device.root)).root, withOpenFolder);
  const presence = new VaultPresence(device.root, device.settings.vaultId);
  const notifier: Notifier = {
    notify(notice) {
      if (presence.absence === null) options.notifier.notify(notice);
    },
  };
  const clock = systemClock();
  const folders = Object.values(device.settings.folders) as string[];
  const ledger = await openFileLedger(device.ledgerFile);
  disposables.push(() => ledger.close());
  const started: { engine?: Engine } = {};
  const watchProblems = new Map<string, Problem>();
  const callLog = openFileCallLog(callLogIn(device.folder));
  disposables.push(() => callLog.close());
  const notes = await openDiskNoteStore({
    root: device.root,
    journalFolder: join(device.folder, 'moves'),
    folders,
    hiddenIn: device.settings.folders.doneActions,
    ...(options.polling === undefined ? {} : { polling: options.polling }),
    onProblem(problem) {
      watchProblems.set(problem.message, problem);
      started.engine?.showProblems('watch', [...watchProblems.values()]);
    },
  });
  disposables.push(() => notes.close());
  const store = whilePresent(notes, presence);
  if (!options.isIdle) {
    const stopKeeping = await restoreFolders({ store, root: device.root, folders, notifier });
    disposables.push(async () => stopKeeping());
  }
  const loop = { ...loopOfRunner, takesEarlier: options.acceptExisting ?? false };
  const planning = planningOf(device.settings, loop);
  const place = { folder: device.folder, vaultRoot: device.root, environment: options.env };
  const processes = nodeProcesses(place);
  const ways = { processes, http: nodeHttpClient(), clock };
  const bridges = mcpBridges({
    configs: () => ('device' in config ? config.bridges : []),
    ...ways,
    practice: { store, folder: practiceFolderOf(device.settings), now: () => clock.now() },
    onLateAnswer: (requestId, report) => void started.engine?.lateAnswer(requestId, report),
  });
  disposables.push(() => bridges.close());
  const noteIndex = await openNoteIndex(
    join(device.folder, 'notes.json'),
    JSON.stringify([await programVersion(), device.root, device.settings.vaultId, folders]),
  );
  const engine = await Engine.start({
    store,
    noteIndex,
    bridges,
    ledger,
    callLog,
    auditLog: auditWhilePresent(auditLog, presence),
    keys: webKeys(),
    clock,
    ids: systemIds(),
    notifier,
    folders: device.settings.folders,
    dashboardPath: device.settings.dashboard,
    vaultId: device.settings.vaultId,
    device: device.config.device,
    planning: () => planning,
    mcpFiles: () => lookAtMcpFiles(device.root, device.state),
    git: gitReader(place),
    ...(options.isIdle ? { isIdle: true } : {}),
    async refreshConfig() {
      config = await configOnDisk(device);
    },
    // A runner trusts moves only if it was started with `--trust-moves`, whatever the setting says.
    config() {
      const stopped = presence.absence ?? changed;
      if (stopped) return stopped;
      return 'device' in config ? { ...config, trustMoves: options.trustMoves } : config;
    },
  });
  if (!engine.ok) return engine;
  disposables.push(() => engine.value.stop());
  const saved = options.isIdle ? Promise.resolve() : noteIndex.save();
  disposables.push(() => saved);
  if (!options.isIdle) {
    const ending = new AbortController();
    const look = (path: string): void => engine.value.look(path);
    const checked = saved
      .then(() => noteIndex.check(store, look, ending.signal))
      .catch(() => undefined);
    disposables.push(() => {
      ending.abort();
      return checked;
    });
  }
  disposables.push(async () => bridges.windDown());
  started.engine = engine.value;
  engine.value.showProblems('watch', [...watchProblems.values()]);
  const told = new AlertBoard(toldBy(notifier));
  const tellSettings = (): void => {
    if (!options.isIdle)
      told.replace({ kind: 'settings' }, settingsAlerts(config, device.settings.folders));
  };
  tellSettings();
  const stopWatching = watchConfig(device, (now) => {
    config = now;
    tellSettings();
    engine.value.lookAtEverything();
  });
  disposables.push(async () => stopWatching());
  presence.onSettings = async (): Promise<void> => {
    const problem = await whatChanged(device);
    if (problem?.message === changed?.message) return;
    changed = problem;
    notifier.notify(
      problem
        ? { level: 'warning', text: `${problem.message} ${problem.advice}` }
        : { level: 'info', text: 'The vault’s settings are as before.' },
    );
    engine.value.lookAtEverything();
  };
  await presence.onSettings();
  void presence.watch();
  disposables.push(async () => presence.stop());
  if (!options.isIdle) {
    const notices = WaitingNotices.start({
      source: engine.value,
      onlyWhileActing: true,
      clock,
      sender: noticeSender({ ...ways, folder: device.folder, config: () => config }),
      onResult: (problem) => engine.value.showProblems('notify', problem ? [problem] : []),
    });
    disposables.push(() => notices.stop());
  }
  let address: string | null = null;
  if (options.agents) {
    let said = '';
    const tellAgents = (endpoint: AgentEndpoint): void => {
      said = sayAgents(notifier, endpoint, said);
    };
    const served = await serveAgents({
      ...{ engine: engine.value, state: device.state, folder: device.folder },
      clients: () => ('device' in config ? (config.agents ?? []) : null),
      onChange: tellAgents,
    });
    if (served.ok) {
      // Agents are disconnected before the engine stops, so that the engine can finish every call.
      disposables.push(() => served.value.close());
      const { port, portProblem } = served.value;
      if (portProblem === null) address = agentAddress(port);
      if (portProblem ?? served.value.socketProblem) tellAgents(served.value);
    } else {
      const { message, advice } = served.error;
      notifier.notify({ level: 'error', text: `${message} ${advice}` });
    }
  }
  return ok({
    ...{ engine: engine.value, device, agentAddress: address, vaultGone: presence.gone },
    awaitsAnswer: () => bridges.awaitsAnswer(),
  });
}

async function programVersion(): Promise<string> {
  const { size, mtimeMs } = await stat(fileURLToPath(import.meta.url));
  return `${clientInfo.version} ${size} ${mtimeMs}`;
}

function sayAgents(notifier: Notifier, endpoint: AgentEndpoint, before: string): string {
  const { port, portProblem, socketProblem } = endpoint;
  const said = `${portProblem?.message} ${socketProblem?.message}`;
  if (said === before) return said;
  for (const problem of [portProblem, socketProblem]) {
    if (!problem) continue;
    notifier.notify({ level: 'error', text: `${problem.message} ${problem.advice}` });
  }
  if (portProblem === null) {
    notifier.notify({ level: 'info', text: `Agents connect at ${agentAddress(port)}.` });
  } else if (socketProblem === null) {
    notifier.notify({ level: 'info', text: 'Agents can connect with `countersign mcp`.' });
  }
  return said;
}

function startFailed(error: unknown, { root, folder }: VaultDevice): Result<never> {
  if (error instanceof CountersignError) return { ok: false, error: error.problem };
  if (systemErrorCode(error) === '') throw error;
  return fail(
    'note_read_failed',
    `Couldn’t open the vault ${root} or its folder ${folder} on this device: ${describeSystemError(error)}.`,
    'Fix the cause, then start again.',
  );
}

async function whatChanged({ root, settings: opened }: VaultDevice): Promise<Problem | null> {
  const read = await readVaultSettings(root);
  if (!read.ok) return read.error;
  if (!read.value) return notSetUp(root).error;
  const { folders, dashboard } = read.value;
  const renamed = [
    ...folderDifferences(opened.folders, folders),
    ...(dashboard === opened.dashboard ? [] : [`Dashboard: ${dashboard}`]),
  ];
  if (renamed.length === 0) return null;
  return fail(
    'settings_invalid',
    `The vault’s settings have named other folders or another Dashboard since this runner started (${renamed.join('; ')}).`,
    'Nothing runs. Restart the runner, or change the names back.',
  ).error;
}

/** Polls the file, because the system may have no file watches left. */
function watchConfig(
  device: VaultDevice,
  onChange: (config: DeviceConfig | Problem) => void,
): () => void {
  const look = (): void => {
    void configOnDisk(device).then(onChange);
  };
  const file = join(device.folder, 'device.json');
  watchFile(file, { interval: 250 }, look);
  return () => {
    unwatchFile(file, look);
  };
}

async function configOnDisk(device: VaultDevice): Promise<DeviceConfig | Problem> {
  const read = await device.state.read();
  return read.ok ? (read.value ?? settingsGone()) : read.error;
}
