import type { Device } from './device.js';
import { sayMeanwhile } from './clients/client-handlers.js';
import { forgetClients } from './clients/client-programs.js';
import type { ReadingChange } from './command.js';
import type { Handlers } from './handlers.js';
import { Random } from './random.js';
import { settled } from './scheduler.js';
import { dropLedger } from './ledgers.js';
import { epochOf, linesOf, trailPaths } from './trails.js';
import { fileName, nthOf, requestAt } from './vault-notes.js';
import type { World } from './world.js';

const longestWait = 250;

/** What befalls devices, clocks, servers and files. */
export const environmentHandlers: Handlers<
  | 'run'
  | 'until'
  | 'start'
  | 'stop'
  | 'crash'
  | 'wipe'
  | 'roll back'
  | 'clone'
  | 'disk'
  | 'advance'
  | 'jump'
  | 'sync'
  | 'restore'
  | 'restore used'
  | 'answer'
  | 'server'
> = {
  run: (world, { steps, seed }) => world.run(steps, seed),

  async until(world, { on, at, seed }) {
    const device = world.device(on);
    const before = device.reached.write;
    const isReached =
      typeof at === 'number'
        ? () => device.reached.write === at && before !== at
        : () => world.scheduler.waits(new RegExp(`^${on} ${at} `), device.process ?? undefined);
    await world.run(longestWait, seed, isReached);
  },

  start: (world, { on, as }) => world.start(world.device(on), as),
  stop: (world, { on }) => world.stop(world.device(on)),
  crash: (world, { on, how, seed }) => world.crash(world.device(on), how, new Random(seed)),

  wipe(world, { on, all }) {
    const device = world.device(on);
    world.kill(device);
    if (device.ledger.text === null) return;
    world.say('ledger wiped', device, {
      id: device.reached.id,
      detail: String(device.reached.write),
    });
    dropLedger(world, device);
    world.witness.permitted.loseLedger(device);
    world.lost.add(on);
    if (all) forgetAll(world, device);
  },

  'roll back'(world, { on, records, trail }) {
    const device = world.device(on);
    world.kill(device);
    const { versions } = device.ledger;
    const older = versions.at(-1 - Math.max(1, records));
    if (older === undefined || epochOf(device) === '') return;
    const { id, write } = device.reached;
    world.say('ledger rolled back', device, { id, detail: String(write) });
    world.rolledBack.add(device.name);
    world.witness.permitted.forgetEnds(device);
    device.ledger.text = older;
    device.ledger.synced = older.length;
    versions.length -= Math.max(1, records);
    device.reached = { write: 0, id: '' };
    if (trail) rollTrailBack(world, device);
  },

  clone(world, { from, to }) {
    const [original, copy] = [world.device(from), world.device(to)];
    if (from === to || original.ledger.text === null) return;
    world.kill(copy);
    copy.ledger = { ...original.ledger, versions: [...original.ledger.versions] };
    copy.config = original.config;
    copy.key = original.key;
    copy.cloneOf = original.name;
    Object.assign(copy.callLog, original.callLog);
    copy.clients.clear();
    for (const [name, program] of original.clients) copy.clients.set(name, program);
    world.witness.permitted.copy(original, copy);
    for (const path of [...copy.vault.entries.keys()]) {
      if (original.vault.outside.read(path) === null) copy.vault.outside.remove(path);
    }
    for (const path of original.vault.entries.keys()) {
      copy.vault.outside.write(path, original.vault.outside.read(path) ?? '');
    }
    world.sync.agree(original, copy);
    world.say('cloned', copy, { detail: from });
  },

  disk(world, { on, full }) {
    if (full) {
      world.fullDisks.add(on);
      world.say('disk full', world.device(on));
    } else world.fullDisks.delete(on);
  },

  advance(world, { ms }) {
    world.scheduler.advance(ms);
    world.say('advanced', null, { detail: String(ms) });
  },

  jump(world, { on, ms }) {
    const device = world.device(on);
    const budget = world.witness.isBudgetUsed(device) ? ' budget used' : '';
    world.witness.permitted.lookAtClock(device);
    device.skewMs += ms;
    world.witness.permitted.lookAtClock(device);
    world.say('jumped', device, { detail: `${ms}${budget}` });
  },

  async sync(world, { from, to, files, settling, seed }) {
    const random = new Random(seed);
    for (let count = 0; count < files; count += 1) {
      if (!world.sync.carry(world.device(from), world.device(to), settling, random)) break;
    }
    await settled();
  },

  restore(world, { on, nth, as, to }) {
    const device = world.device(on);
    const requests = device.history.filter(({ text }) => text.includes('type: approval_request'));
    bringBack(world, device, nthOf(requests, nth), as, to);
  },

  'restore used'(world, { on, nth, as, to }) {
    const device = world.device(on);
    const ids = new Set(
      world.happenings.flatMap(({ what, id }) =>
        ['called', 'withdraw', 'undo', 'reject'].includes(what) ? [id] : [],
      ),
    );
    const used = device.history.filter(({ text }) => {
      const id = /^request_id: (.*)$/m.exec(text)?.[1] ?? '';
      return ids.has(id) && text.includes('"stamp"');
    });
    bringBack(world, device, nthOf(used, nth), as, to);
  },

  answer(world, { by, row, ran }) {
    world.servers.get(by)?.plan(row, ran);
  },

  server(world, { by, what }) {
    const server = world.servers.get(by);
    if (!server) return;
    for (const device of world.all) sayMeanwhile(world, device, `server: ${what}`);
    world.say('server', null, { detail: what });
    if (what === 'gone' || what === 'back') server.reachable = what === 'back';
    if (what === 'tool') server.changeTool();
    if (what === 'target') server.changeTarget();
    if (what === 'restart') server.restart();
    if (what === 'account') server.changeAccount();
    if (what === 'account back') server.changeAccount(1);
    if (['read tool', 'renamed', 'twice', 'tools back'].includes(what)) {
      server.changeReading(what as ReadingChange);
    }
    world.witness.permitted.lookAtServers();
  },
};

function bringBack(
  world: World,
  device: Device,
  old: { readonly path: string; readonly text: string } | undefined,
  as: 'same' | 'other',
  to: 'pending' | 'approved' | 'rejected',
): void {
  if (!old) return;
  const name = as === 'same' ? fileName(old.path) : `Restored ${fileName(old.path)}`;
  const path = `${device.config.folders[to]}/${name}`;
  device.vault.outside.write(path, old.text);
  const id = requestAt(device, path)?.requestId ?? '';
  world.say('restored', device, { id, path, detail: `${as} ${to}` });
}

/** A backup of the whole computer: the audit files are as they were when the ledger was. */
function rollTrailBack(world: World, device: Device): void {
  const held = linesOf(device.ledger);
  for (const path of trailPaths(device)) {
    const month = path.slice(-'2026-02.jsonl'.length, -'.jsonl'.length);
    const lines = held.filter((line) => line.includes(`"at":"${month}`));
    device.vault.outside.write(path, lines.map((line) => `${line}\n`).join(''));
  }
  world.say('audit rolled back', device);
}

/** The whole device state is gone: a new key, and a person who trusts again whom they trusted. */
function forgetAll(world: World, device: Device): void {
  const { publicKey: lost } = device.key;
  device.key = world.keys.create(device.config.device);
  const pinnedKeys = device.config.pinnedKeys.filter(({ publicKey }) => publicKey !== lost);
  device.config = { ...device.config, trustMoves: false, pinnedKeys };
  forgetClients(world, device);
}
