import type { AuthorisedAction } from '../../src/core/request/approval/authorised-action.js';
import type { CallReport } from '../../src/core/request/outcome/call-report.js';
import type { LedgerRecord } from '../../src/core/ledger/ledger-record.js';
import { newDeviceConfig } from '../../src/core/settings/device-config.js';
import { trustOwnKey } from '../../src/core/settings/device-keys.js';
import { contractFolders } from '../../src/core/settings/folders.js';
import { Engine } from '../../src/engine/engine.js';
import { Observer } from '../../src/engine/observer.js';
import { planSetUp } from '../../src/engine/operations/set-up-vault.js';
import { createMemoryVault } from '../../test/support/memory/memory-vault.js';
import { seededIds } from '../../test/support/memory/seeded-ids.js';
import { losePower } from './clients/call-log-file.js';
import { addClient, clientNames, offeredTools } from './clients/client-programs.js';
import type { Crash } from './command.js';
import { deviceNames, type Device, type DeviceName, type Host, type Process } from './device.js';
import { KeyRing } from './keys.js';
import { observerPortsOf, portsOf } from './ports.js';
import { mixSeeds, Random } from './random.js';
import { Scheduler, type Owner } from './scheduler.js';
import { rows, SimulatedServer } from './servers.js';
import { Sync } from './sync.js';
import type { Details, Happening } from './trace.js';
import { openNotes, requestAt } from './vault-notes.js';
import { Witness } from './witness.js';

const begin = Date.parse('2026-02-21T10:30:00Z');
const ids: Record<DeviceName, string> = {
  desk: 'd-aaaaaaaaaa',
  laptop: 'd-bbbbbbbbbb',
  phone: 'd-cccccccccc',
};
/** The latest old texts that git or a backup may bring back. */
const longestHistory = 200;

/** Three devices with a copy of one vault each, two servers, one time; everything follows from a seed. */
export class World {
  readonly vaultId = 'v-abcdefghij';
  readonly scheduler = new Scheduler();
  readonly keys = new KeyRing();
  readonly outside: Owner = { alive: true };
  readonly servers = new Map<string, SimulatedServer>([
    ['email', new SimulatedServer('email', 'send_email', 'look_up')],
    ['bank', new SimulatedServer('bank', 'pay')],
  ]);
  readonly sync = new Sync(this);
  readonly witness = new Witness(this);
  readonly happenings: Happening[] = [];
  readonly all: readonly Device[];
  readonly fullDisks = new Set<DeviceName>();
  /** Devices whose ledger was put back to an older one. */
  readonly rolledBack = new Set<DeviceName>();
  /** The last note that somebody deleted on a device. */
  readonly deleted = new Map<
    DeviceName,
    { readonly path: string; readonly text: string; readonly id: string }
  >();
  /** Devices whose ledger was lost, and not set aside by a person. */
  readonly lost = new Set<DeviceName>();
  /** Whether events of file watchers all arrive. */
  faultless = false;
  private processes = 0;
  private deviceNames = 0;
  private marks = 0;

  constructor(readonly seed: number) {
    this.all = deviceNames.map((name) => this.createDevice(name));
    for (const a of this.all) for (const b of this.all) if (a !== b) this.sync.agree(a, b);
    const keys = this.all.map(({ config, key }) => {
      return { device: config.device, publicKey: key.publicKey };
    });
    for (const device of this.all) {
      const trusted = keys.filter(
        ({ device: id }) => id === device.config.device || id === ids.phone,
      );
      device.config = { ...device.config, pinnedKeys: trusted };
    }
  }

  device(name: DeviceName): Device {
    const [desk] = this.all;
    const device = this.all.find((candidate) => candidate.name === name) ?? desk;
    if (!device) throw new RangeError(`There is no device ${name}`);
    return device;
  }

  /** A device's clock, ms since 1970. */
  now({ skewMs }: Device): number {
    return begin + this.scheduler.elapsedMs + skewMs;
  }

  /** Something written by a person or an agent, to be found again. */
  mark(): string {
    this.marks += 1;
    return `mark-${this.marks};`;
  }

  /** A name for a device whose ledger is new. */
  newDeviceName(): string {
    this.deviceNames += 1;
    return `d-${seededIds(mixSeeds(this.seed, this.deviceNames)).random(10)}`;
  }

  say(what: string, device: Device | null, details: Details = {}): void {
    const name = device?.name ?? '';
    const { steps: step } = this.scheduler;
    this.happenings.push({ what, device: name, step, id: '', path: '', detail: '', ...details });
    this.scheduler.mark(`${what} ${name} ${details.id ?? ''}`);
  }

  /** Waits for an answer in the background; an exception is a bug. */
  await<T>(answer: Promise<T> | undefined, then: (value: T) => void = () => undefined): void {
    answer?.then(then).catch((error: unknown) => {
      this.witness.object(`no exceptions: ${String((error as Error).stack ?? error)}`);
    });
  }

  /** Somebody acts on a request: said apart if its device is connecting, or calling, for it. */
  sayDuring(device: Device, how: string, id: string): void {
    const { process, name } = device;
    if (!process) return;
    const waits = (what: string): boolean => {
      return this.scheduler.waits(new RegExp(`^${name} ${what}`), process);
    };
    if (waits(`answer ${id}$`)) this.say(`${how} during call`, device, { id });
    else if ((waits('inspect ') || waits(`connect for ${id}$`)) && this.witness.lies(device, id)) {
      this.say(`${how} during connect`, device, { id });
    }
  }

  turn<T>(
    process: Process,
    what: string,
    effect: () => T | Promise<T>,
    torn?: () => void,
  ): Promise<T> {
    return this.scheduler.turn(process, `${process.device.name} ${what}`, effect, torn);
  }

  /** Lets at most so many things happen; stops when there is nothing, or when told to. */
  async run(most: number, seed: number, until: () => boolean = () => false): Promise<void> {
    this.scheduler.random = new Random(seed);
    this.scheduler.order = (['any', 'any', 'first', 'last'] as const)[seed % 4] ?? 'any';
    for (let step = 0; step < most && !this.witness.violation && !until(); step += 1) {
      if (!(await this.scheduler.step())) return;
    }
  }

  /** Starts a process of a device, unless one runs: the lock keeps a second one off. A phone runs nothing. */
  start(device: Device, host: Host): void {
    if (device.process) return;
    const as = device.name === 'phone' ? 'observer' : host;
    this.processes += 1;
    const process: Process = {
      alive: true,
      number: this.processes,
      device,
      as,
      folders: device.folders,
      engine: null,
      observer: null,
      isStopping: false,
    };
    device.process = process;
    this.say('started', device, { detail: as });
    if (as === 'observer') {
      this.await(Observer.start(observerPortsOf(this, process)), (observer) => {
        process.observer = observer;
      });
      return;
    }
    if (as === 'plugin') device.config = trustOwnKey(device.config, device.key.publicKey);
    this.await(Engine.start(portsOf(this, process)), (started) => {
      if (!started.ok) {
        this.say('not started', device, { detail: started.error.code });
        process.alive = false;
        if (device.process === process) device.process = null;
        return;
      }
      process.engine = started.value;
    });
  }

  /** Ends a process in good order; `then` is called when it has ended, unless it dies before. */
  stop(device: Device, then: () => void = () => undefined): void {
    const { process } = device;
    const running = process?.engine ?? process?.observer;
    if (!process || !running) return;
    this.say('stopping', device);
    process.isStopping = true;
    this.await(running.stop(), () => {
      // Hosts close the ledger now: what was asked for after the end began is refused.
      this.scheduler.end(process);
      if (device.process === process) device.process = null;
      then();
    });
  }

  /** A process dies, if there is one. */
  kill(device: Device): void {
    if (device.process) this.crash(device, 'kill', new Random(0));
  }

  /** A process dies; in a power failure, so does what was not on the disk yet. */
  crash(device: Device, how: Crash, random: Random): void {
    const { process, vault, ledger } = device;
    if (!process) return;
    const { id, write } = device.reached;
    this.say('crashed', device, { id, detail: `${how} W${write}` });
    this.sayUnasked(device, process);
    const asking = this.witness.permitted.open.filter((one) => one.process === process);
    this.witness.clients.lose(device, asking);
    this.scheduler.kill(process, random);
    device.process = null;
    device.screen = [];
    this.sayUnstamped(device);
    if (how !== 'kill') losePower(device.callLog, random);
    if (how === 'kill' || ledger.text === null) return;
    const { text } = ledger;
    ledger.text = text.slice(0, ledger.synced + random.below(text.length - ledger.synced + 1));
    const own = [...vault.entries.keys()].filter((path) =>
      path.includes(`/${device.config.device}-`),
    );
    const last = own.sort().at(-1);
    if (last === undefined || (how === 'power' && random.chance(0.5))) return;
    const audit = vault.outside.read(last) ?? '';
    vault.outside.write(
      last,
      audit.slice(0, audit.length - random.below(Math.min(900, audit.length))),
    );
    this.say('audit torn', device);
  }

  /** Where a process died of a call that nobody is asked about. */
  private sayUnasked(device: Device, process: Process): void {
    const places = {
      'at the log': 'log call',
      'before the call': 'connect for c-',
      'during the call': 'answer c-',
    };
    for (const [where, label] of Object.entries(places)) {
      const waits = this.scheduler.waits(new RegExp(`^${device.name} ${label}`), process);
      if (waits) this.say('crashed unasked', device, { detail: where });
    }
  }

  /** A process died in the midst of an approval: the note was moved, and not stamped. */
  private sayUnstamped(device: Device): void {
    for (const path of openNotes(device, ['approved'])) {
      const request = requestAt(device, path);
      const isHalf = this.witness.approvals.some(({ device: name, requestId, state }) => {
        return name === device.name && requestId === request?.requestId && state === 'pressed';
      });
      if (!request || request.machine.stamp !== null || !isHalf) continue;
      this.say('moved, not stamped', device, { id: request.requestId });
    }
  }

  /** Whether what a device's ledger or notes say may have been taken from them. */
  isDamaged(device: Device): boolean {
    const harm = ['ledger wiped', 'ledger rolled back', 'cloned', 'deleted', 'settings tampered'];
    return (
      this.rolledBack.has(device.name) ||
      this.happenings.some(({ what, device: name }) => name === device.name && harm.includes(what))
    );
  }

  serve(process: Process, action: AuthorisedAction): CallReport {
    const server = this.servers.get(action.bridge);
    if (!server) return rows.not_sent.report;
    this.reach(process.device, 2.5, action.requestId);
    return this.witness.serve(process, action, server);
  }

  /** What a server says when nobody waits for it any more. */
  answerLate(process: Process, id: string): void {
    this.scheduler.post(process, `late ${id}`, () => {
      this.await(process.engine?.lateAnswer(id, rows.success.report));
      this.say('late answer', process.device, { id });
    });
  }

  watchIntent(process: Process, record: LedgerRecord): void {
    this.witness.watchIntent(process, record);
  }

  watchRecord({ device }: Process, record: LedgerRecord): void {
    if (record.kind === 'intent') device.reached = { write: 1, id: record.id };
    if (record.kind === 'outcome') this.reach(device, 3, record.id);
    if (record.kind === 'filed') this.reach(device, 8, record.id);
    if (record.kind === 'voided') this.say('voided', device, { id: record.id, detail: record.why });
    if (record.kind === 'asked') this.say('asked', device, { id: record.id });
    if (record.kind === 'missing') this.say('missing', device, { id: record.id });
    const isExpiry = record.kind === 'voided' ? record.expired : record.audit.event === 'expired';
    if (isExpiry) this.say('expired', device, { id: record.audit.request_id ?? '' });
    if (record.kind === 'outcome') {
      this.say('outcome', device, { id: record.id, detail: record.outcome });
    }
    if (record.audit.event === 'error') {
      this.witness.object(`no exceptions: ${record.audit.detail}`);
    }
    if (record.kind === 'event' && record.audit.event === 'already_used') {
      this.say('already used', device, { id: record.audit.request_id ?? '' });
    }
  }

  watchAudit({ device }: Process, lines: readonly string[]): void {
    const { id } = device.reached;
    const ours = lines.filter((line) => line.includes(`"request_id":"${id}"`));
    if (ours.some((line) => line.includes('"event":"intent"'))) this.reach(device, 2, id);
    if (ours.some((line) => line.includes('"event":"outcome"'))) this.reach(device, 4, id);
  }

  watchMove({ device }: Process, from: string): void {
    if (device.reached.write === 4 && from.startsWith(`${device.config.folders.approved}/`)) {
      this.reach(device, 5, device.reached.id);
    }
  }

  watchWrite(process: Process, path: string, before: string, after: string): void {
    const { device } = process;
    const { id, write } = device.reached;
    if (after.includes(`attempt \`${id}\``)) this.reach(device, 6, id);
    else if (write === 6 && path.startsWith(`${device.config.folders.plans}/`)) {
      this.reach(device, 7, id);
    }
    this.witness.watchWrite(process, path, before, after);
  }

  private reach(device: Device, write: number, id: string): void {
    if (device.reached.id === id && device.reached.write < write) device.reached = { write, id };
  }

  private createDevice(name: DeviceName): Device {
    const folders = contractFolders();
    const vault = createMemoryVault(() => begin + this.scheduler.elapsedMs);
    const setUp = planSetUp(folders, 'Dashboard.md');
    for (const folder of setUp.folders) vault.outside.makeFolder(folder);
    vault.outside.write('Dashboard.md', '# Dashboard\n');
    vault.outside.write('Files/rates.md', 'Rates: 1,500.\n');
    const route = { arguments: {}, success: this.seed % 2 === 0 ? '^Email sent' : null };
    const device: Device = {
      alive: true,
      name,
      vault,
      ledger: { text: null, synced: 0, versions: [], earlier: [] },
      config: {
        ...newDeviceConfig(ids[name], folders),
        routes: [
          { ...route, actionType: 'email', bridge: 'email', tool: 'send_email', budgetPerHour: 4 },
          { ...route, actionType: 'payment', bridge: 'bank', tool: 'pay', budgetPerHour: 1 },
        ],
      },
      key: this.keys.create(ids[name]),
      folders,
      skewMs: 0,
      process: null,
      screen: [],
      history: [],
      reached: { write: 0, id: '' },
      cloneOf: null,
      callLog: { lines: [], synced: 0 },
      clients: new Map(),
      tokens: 0,
    };
    for (const client of clientNames) {
      device.config = addClient(device, client, begin) ?? device.config;
    }
    const agentTools = [...this.servers.values()].flatMap(offeredTools);
    device.config = { ...device.config, agentTools };
    vault.watchers.add({
      owner: this,
      onChange: (path) => {
        this.sync.touch(device, path);
        this.witness.lookAt(device, path);
        this.remember(device, path);
      },
    });
    return device;
  }

  private remember({ history, vault }: Device, path: string): void {
    if (!path.endsWith('.md') || path === 'Dashboard.md') return;
    const text = vault.outside.read(path);
    if (text === null || history.at(-1)?.text === text) return;
    history.push({ path, text });
    if (history.length > longestHistory) history.shift();
  }
}
