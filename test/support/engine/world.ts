import { contractFolders } from '../../../src/core/settings/folders.js';
import type { Result } from '../../../src/core/errors.js';
import { newDeviceConfig, type DeviceConfig } from '../../../src/core/settings/device-config.js';
import { Engine, type EngineOptions } from '../../../src/engine/engine.js';
import type { DraftExternalActionInput } from '../../../src/engine/operations/requests/draft-external-action.js';
import { planSetUp, setUpVault } from '../../../src/engine/operations/set-up-vault.js';
import { webKeys } from '../../../src/hosts/desktop/system/web-keys.js';
import type { LedgerRecord } from '../../../src/core/ledger/ledger-record.js';
import { memoryAuditLog } from '../memory/memory-audit-log.js';
import { createMemoryServer, memoryBridges, type MemoryServer } from '../memory/memory-bridges.js';
import { memoryCallLog, type MemoryCallLogFile } from '../memory/memory-call-log.js';
import { memoryLedger, type MemoryLedgerFile } from '../memory/memory-ledger.js';
import { memoryNoteStore } from '../memory/memory-note-store.js';
import { createMemoryVault, type MemoryVault } from '../memory/memory-vault.js';
import { seededIds } from '../memory/seeded-ids.js';
import type { WriteHooks } from '../memory/simulated-crash.js';
import { settle, virtualClock, type VirtualClock } from '../memory/virtual-clock.js';
import { mailRoute } from '../builders/mail-route.js';

export const folders = contractFolders();
export const vaultId = 'v-abcdefghij';

/** Everything that outlives a process: the vault, the device state, the server, the time. */
export interface World {
  readonly vault: MemoryVault;
  readonly ledgerFile: MemoryLedgerFile;
  readonly callLogFile: MemoryCallLogFile;
  readonly server: MemoryServer;
  readonly clock: VirtualClock;
  config: DeviceConfig;
  readonly notices: string[];
  /** Starts a process over it. */
  start(hooks?: WriteHooks, ports?: Partial<EngineOptions>): Promise<Engine>;
  /** The text of a note; fails the test when there is none. */
  note(path: string): string;
  /** Paths of all notes below a folder, sorted. */
  paths(folder: string): string[];
  /** The one note below a folder. */
  only(folder: string): string;
  /** The whole records of the ledger. */
  records(): LedgerRecord[];
}

/** A vault that was set up, with one bridge to a mail server, under the trusted-move policy. */
export async function createWorld(config: Partial<DeviceConfig> = {}): Promise<World> {
  const clock = virtualClock();
  const vault = createMemoryVault(() => clock.now());
  const ledgerFile: MemoryLedgerFile = { text: null };
  const callLogFile: MemoryCallLogFile = { lines: [] };
  const server = createMemoryServer();
  await setUpVault(memoryNoteStore(vault), planSetUp(folders, 'Dashboard.md'));
  let seed = 1;
  const world: World = {
    vault,
    ledgerFile,
    callLogFile,
    server,
    clock,
    notices: [],
    config: {
      ...newDeviceConfig('d-aaaaaaaaaa', folders),
      trustMoves: true,
      routes: [mailRoute()],
      ...config,
    },
    async start(hooks = {}, ports = {}) {
      const started = await Engine.start({
        store: memoryNoteStore(vault, hooks),
        bridges: memoryBridges(server, hooks),
        ledger: memoryLedger(ledgerFile, hooks),
        callLog: memoryCallLog(callLogFile, hooks),
        auditLog: memoryAuditLog(vault, hooks),
        keys: webKeys(),
        clock,
        ids: seededIds((seed += 1)),
        notifier: { notify: ({ text }) => void world.notices.push(text) },
        folders,
        dashboardPath: 'Dashboard.md',
        vaultId,
        device: world.config.device,
        config: () => world.config,
        ...ports,
      });
      if (!started.ok) throw new Error(started.error.message);
      await started.value.idle();
      return started.value;
    },
    note(path) {
      const text = vault.outside.read(path);
      if (text === null) throw new Error(`There is no note ${path}: ${world.paths('').join(', ')}`);
      return text;
    },
    paths(folder) {
      const prefix = folder === '' ? '' : `${folder}/`;
      return [...vault.entries.keys()]
        .filter((path) => path.startsWith(prefix) && path.endsWith('.md'))
        .sort();
    },
    only(folder) {
      const paths = world.paths(folder);
      if (paths.length !== 1) throw new Error(`${folder} holds ${paths.join(', ') || 'nothing'}`);
      return paths[0] ?? '';
    },
    records: () =>
      (ledgerFile.text ?? '')
        .split('\n')
        // A torn line has no closing brace.
        .filter((line) => line.endsWith('}}'))
        .map((line) => JSON.parse(line) as LedgerRecord),
  };
  return world;
}

/** Every byte that outlives the process, to show that nothing was written. */
export function everythingIn({ vault, ledgerFile }: World): Record<string, string | null> {
  const files = [...vault.entries.keys()].sort().map((path) => [path, vault.outside.read(path)]);
  return { ...Object.fromEntries(files), ledger: ledgerFile.text } as Record<string, string | null>;
}

/** The value of a success; fails the test otherwise. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

/** Lets everything that can happen now happen. */
export async function quiet(engine: Engine): Promise<void> {
  await settle();
  await engine.idle();
  await settle();
  await engine.idle();
}

/** What the seeds' mission is made of. */
export const invoiceMission = {
  objective: 'Generate and send the January invoice to Client A for $1,500.',
  context: 'Client A asked for the invoice by WhatsApp. The amount is on the rate card.',
  sourceLink: '[[EMAIL_client-a-invoice]]',
  steps: [
    { text: 'Write the invoice', gated: false },
    { text: 'Send email to client_a@example.com', gated: true },
    { text: 'Log transaction in [[Current_Month]]', gated: false },
  ],
  actor: 'Agent' as const,
};

export const invoiceMail = {
  planId: 'PLAN-2026-001',
  step: 's2',
  actionType: 'email',
  targetRecipient: 'client_a@example.com',
  title: 'Client A January invoice',
  rationale: 'Step 2 of PLAN-2026-001: the invoice is ready and Client A asked for it.',
  arguments: {
    to: 'client_a@example.com',
    subject: 'January 2026 invoice',
    text: 'Dear Client A,\nplease find the invoice below.',
  },
  actor: 'Agent' as const,
};

/** A mission up to the request that waits for a person; the value is the request note's path. */
export async function upToRequest(
  _world: World,
  engine: Engine,
  input: Partial<DraftExternalActionInput> = {},
): Promise<string> {
  await engine.operations.initializePlan(invoiceMission);
  await engine.operations.updatePlanStep({
    planId: 'PLAN-2026-001',
    step: 1,
    rationale: 'Written',
    actor: 'Agent',
  });
  const drafted = await engine.operations.draftExternalAction({ ...invoiceMail, ...input });
  if (!drafted.ok) throw new Error(drafted.error.message);
  await quiet(engine);
  return drafted.value.path;
}

/** A person moves the note with a file manager. */
export async function moveToApproved(world: World, engine: Engine, path: string): Promise<void> {
  world.vault.outside.move(path, path.replace('Pending_Approval/', 'Approved/'));
  await quiet(engine);
}
