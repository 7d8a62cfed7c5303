import { fail, ok } from '../../src/core/errors.js';
import type { LedgerRecord } from '../../src/core/ledger/ledger-record.js';
import type { EngineOptions } from '../../src/engine/engine.js';
import type { ObserverOptions } from '../../src/engine/observer.js';
import { appendLines } from '../../test/support/memory/append-lines.js';
import { memoryAuditLog } from '../../test/support/memory/memory-audit-log.js';
import { ledgerContents } from '../../test/support/memory/memory-ledger.js';
import { MEMORY_ROOT, memoryNoteStore } from '../../test/support/memory/memory-note-store.js';
import { seededIds } from '../../test/support/memory/seeded-ids.js';
import { SimulatedCrash } from '../../test/support/memory/simulated-crash.js';
import { callLogOf } from './clients/call-log-file.js';
import type { Process } from './device.js';
import { signerOf } from './keys.js';
import { mixSeeds } from './random.js';
import type { World } from './world.js';

/** How likely an event of a file watcher is lost, or comes twice. */
const lostEvent = 0.02;
const doubledEvent = 0.05;

/** The ports of one process: each call waits for its turn, and dies with the process. */
export function portsOf(world: World, process: Process): EngineOptions {
  const { device } = process;
  return {
    store: storeOf(world, process),
    bridges: bridgesOf(world, process),
    ledger: ledgerOf(world, process),
    auditLog: auditLogOf(world, process),
    callLog: callLogOf(world, process),
    keys: {
      verify: (publicKey, message, signature) =>
        world.turn(process, 'verify', () => world.keys.verify(publicKey, message, signature)),
    },
    ...(process.as === 'plugin' ? { signer: signerFor(world, process) } : {}),
    clock: clockOf(world, process),
    ids: seededIds(mixSeeds(world.seed, process.number)),
    notifier: { notify: () => undefined },
    folders: device.folders,
    dashboardPath: 'Dashboard.md',
    vaultId: world.vaultId,
    device: device.config.device,
    config: () => device.config,
    hasUndoWindow: process.as === 'plugin',
  };
}

/** The ports of a process that runs no actions: no ledger, no bridges, its own key to approve with. */
export function observerPortsOf(world: World, process: Process): ObserverOptions {
  const { device } = process;
  const signer = signerFor(world, process);
  return {
    store: storeOf(world, process),
    folders: device.folders,
    approving: {
      vaultId: world.vaultId,
      clock: clockOf(world, process),
      ids: seededIds(mixSeeds(world.seed, process.number)),
      approver: () => ({ device: device.config.device, signer }),
    },
  };
}

function signerFor(world: World, process: Process) {
  return signerOf(process.device.key, (effect) => world.turn(process, 'sign', effect));
}

function clockOf(world: World, process: Process): EngineOptions['clock'] {
  return {
    now: () => world.now(process.device),
    setTimer: (delayMs, callback) => world.scheduler.setTimer(process, delayMs, callback),
  };
}

function storeOf(world: World, process: Process): EngineOptions['store'] {
  const { device } = process;
  const store = memoryNoteStore(device.vault);
  const turn = <T>(what: string, effect: () => T | Promise<T>): Promise<T> =>
    world.turn(process, what, effect);
  const full = fail('note_write_failed', 'The disk is full.', 'Make room.');
  const isFull = (): boolean => world.fullDisks.has(device.name);
  return {
    list: (folder) => turn(`list ${folder}`, () => store.list(folder)),
    read: (path) => turn(`read ${path}`, () => store.read(path)),
    digest: (path) => turn(`digest ${path}`, () => store.digest(path)),
    version: (path) => turn(`version ${path}`, () => store.version(path)),
    vaultPathOf: (value) => store.vaultPathOf(value),
    createFolder: (path) => turn(`folder ${path}`, () => store.createFolder(path)),
    create: (path, text) =>
      turn(`create ${path}`, async () => {
        if (isFull()) return full;
        const created = await store.create(path, text);
        if (created.ok) world.witness.takenAway.tell(device, path);
        return created;
      }),
    update: (path, edit) =>
      turn(`update ${path}`, () => {
        let written: [string, string] | null = null;
        let wasTold = false;
        const updated = store.update(path, (text) => {
          const next = edit(text);
          if (next === null || next === text || isFull()) return null;
          wasTold = world.witness.takenAway.wasTold(device, path);
          written = [text, next];
          return next;
        });
        if (written) world.watchWrite(process, path, ...(written as [string, string]));
        // What it knows and writes, it knows; nobody tells it of that.
        if (written && wasTold) world.witness.takenAway.tell(device, path);
        return isFull() ? full : updated;
      }),
    move: (from, to) =>
      turn(`move ${from} to ${to}`, async () => {
        if (isFull()) return full;
        world.watchMove(process, from);
        const wasTold = world.witness.takenAway.wasTold(device, from);
        const moved = await store.move(from, to);
        if (moved.ok && wasTold) world.witness.takenAway.tell(device, to);
        return moved;
      }),
    watch: (onChange) =>
      turn('watch', () =>
        store.watch((path) => {
          const deliver = (): void => {
            const { random } = world.scheduler;
            if (!world.faultless && random.chance(lostEvent)) return;
            if (!world.faultless && random.chance(doubledEvent)) {
              world.scheduler.post(process, `${device.name} event ${path}`, deliver);
            }
            onChange(path);
            world.witness.toldOf(device, path);
          };
          world.scheduler.post(process, `${device.name} event ${path}`, deliver);
        }),
      ),
  };
}

function bridgesOf(world: World, process: Process): EngineOptions['bridges'] {
  return {
    aliases: () => [...world.servers.keys()],
    launchOf: (alias) => world.servers.get(alias)?.launch ?? null,
    inspect: (alias) =>
      world.turn(process, `inspect ${alias}`, () => {
        const server = world.servers.get(alias);
        if (!server)
          return fail(
            'bridge_unknown',
            `No server named "${alias}" on this computer.`,
            'Import it.',
          );
        const { target, tools, connection, launch } = server;
        return server.reachable
          ? ok({ target, launch, tools, connection })
          : fail('bridge_unreachable', `The server "${alias}" can’t be reached.`, 'Start it.');
      }),
    argumentProblems: (_tool, args) =>
      typeof args['to'] === 'string' ? [] : ['`to` must be a text'],
    namesVault: async (texts) => texts.some((text) => text.startsWith(`${MEMORY_ROOT}/`)),
    deviceStateProblem: async () => null,
    async call(action, whyNot) {
      await world.turn(process, `connect for ${action.requestId}`, () => undefined);
      const kept = await whyNot();
      const report =
        kept === null
          ? world.serve(process, action)
          : ({ kind: 'not_sent', detail: kept } as const);
      await world.turn(process, `answer ${action.requestId}`, () => undefined);
      if (report.kind === 'timeout') world.answerLate(process, action.requestId);
      return report;
    },
    closedProblem: () => null,
    close: async () => undefined,
  };
}

function ledgerOf(world: World, process: Process): EngineOptions['ledger'] {
  const { device } = process;
  return {
    read: () =>
      world.turn(process, 'ledger read', () => {
        return ok(ledgerContents(device.ledger));
      }),
    append(handed, durable) {
      const records = handed as unknown as readonly LedgerRecord[];
      // What comes later must not change what was handed over now.
      const lines = handed.map((record) => JSON.stringify(record));
      for (const record of records) world.watchIntent(process, record);
      return world.turn(
        process,
        `ledger ${records.map(({ kind }) => kind).join(' ')}`,
        () => {
          if (world.fullDisks.has(device.name)) {
            return fail('ledger_write_failed', 'The disk is full.', 'Make room, and restart.');
          }
          appendTo(process, lines, false);
          if (durable) device.ledger.synced = device.ledger.text?.length ?? 0;
          device.ledger.versions.push(device.ledger.text ?? '');
          for (const record of records) world.watchRecord(process, record);
          return ok(undefined);
        },
        () => appendTo(process, lines, true),
      );
    },
  };
}

/** A torn one leaves the first half: some lines are whole then, and the next may be cut. */
function appendTo({ device }: Process, lines: readonly string[], torn: boolean): void {
  const { ledger } = device;
  const file = {
    text: ledger.text ?? '',
    store: (text: string) => {
      ledger.text = text;
    },
  };
  orTorn(torn, (hooks) => appendLines(file, lines, 'ledger', hooks));
}

function auditLogOf(world: World, process: Process): EngineOptions['auditLog'] {
  const { vault } = process.device;
  const log = memoryAuditLog(vault);
  let hasRead = false;
  return {
    version: (path) => log.version(path),
    setAside: (path, atMs) =>
      world.turn(process, `audit set aside ${path}`, () => log.setAside(path, atMs)),
    append: (path, lines, left) =>
      world.turn(
        process,
        `audit ${path}`,
        () => {
          if (world.fullDisks.has(process.device.name)) {
            return fail('audit_write_failed', 'The disk is full.', 'Make room, and restart.');
          }
          const appended = log.append(path, lines, left);
          world.watchAudit(process, lines);
          return appended;
        },
        () =>
          orTorn(true, (hooks) => {
            void memoryAuditLog(vault, hooks)
              .append(path, lines, left)
              .catch(() => undefined);
          }),
      ),
    read: (folder) =>
      world.turn(process, `audit read`, () => {
        if (!hasRead) world.witness.lookAtStart(process.device);
        hasRead = true;
        if (process.engine === null) world.witness.lookAtTrails(process.device);
        return log.read(folder);
      }),
  };
}

/** Does a write wholly, or as a process does it that dies on the way. */
function orTorn(torn: boolean, write: (hooks: { beforeWrite?: () => void }) => void): void {
  if (!torn) return write({});
  try {
    write({
      beforeWrite: () => {
        throw new SimulatedCrash('append', true);
      },
    });
  } catch (error) {
    if (!(error instanceof SimulatedCrash)) throw error;
  }
}
