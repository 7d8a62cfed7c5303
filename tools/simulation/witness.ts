import { readAuditLine } from '../../src/core/audit/verify.js';
import type { AuthorisedAction } from '../../src/core/request/approval/authorised-action.js';
import type { CallReport } from '../../src/core/request/outcome/call-report.js';
import type { LedgerRecord } from '../../src/core/ledger/ledger-record.js';
import { parseRequest } from '../../src/core/request/parse-request.js';
import { MEMORY_ROOT } from '../../test/support/memory/memory-note-store.js';
import { PermittedTruth } from './clients/permitted-truth.js';
import { ToldTruth } from './clients/told-truth.js';
import type { Device, DeviceName, Process } from './device.js';
import { IdleLooks } from './idle-looks.js';
import type { ServedCall, SimulatedServer } from './servers.js';
import { TakenAway } from './taken-away.js';
import { epochOf, showsMore, trailOf } from './trails.js';
import {
  callKey,
  falseOutcome,
  objectionTo,
  stepOf,
  type Approval,
  type Decision,
  type MadeCall,
} from './truth.js';
import { fileName, notesIn, openNotes, plansOf, requestAt } from './vault-notes.js';
import type { World } from './world.js';

/** What lies in Approved on a device, as its bytes say. */
type Lying = Readonly<Record<'id' | 'call', string>>;

const outcomeLine = /· attempt `([^`]+)` · \*\*(executed|not executed|unknown)\*\*/g;
const handTick = /^\d+\. \[x\] ✋.*\^([\w-]+)\s*$/;

/** How a trail tells that an approval counts no more. */
const takenBack = ['withdrawn', 'rejected', 'returned', 'happened', 'taken_back'];

/**
 * Sees what reaches the servers and what is written into notes, knows what the people of the world
 * decided, and says what must not be. It never asks an engine.
 */
export class Witness {
  readonly approvals: Approval[] = [];
  readonly calls: MadeCall[] = [];
  /** Steps that a person ticked, or said to have happened. */
  readonly byHand = new Set<string>();
  violation: string | null = null;
  private readonly decisions = new Map<string, Decision>();
  /** Calls of a device that were taken out of its ledger, and out of its audit trail. */
  private readonly forgotten = new Map<string, number>();
  private readonly arrived = new Set<string>();
  private readonly gone = new Set<string>();
  private readonly toldGone = new Set<string>();
  private readonly lying = new Map<string, Lying>();
  /** By epoch: calls that a ledger must know of, because the vault told of them when they were imported. */
  private readonly imported = new Map<string, ReadonlySet<string>>();
  /** By the id under which another ledger's request came back: the id it had. */
  private readonly takenOverAs = new Map<string, string>();
  private readonly beforeImport = new Map<DeviceName, ReadonlySet<string>>();
  private readonly ledgerMs = new Map<DeviceName, number>();
  /** Outcomes that notes of a device told of. */
  readonly told = new Set<string>();

  readonly idle: IdleLooks;
  readonly takenAway: TakenAway;
  /** What is called unasked, and what clients are told. */
  readonly permitted: PermittedTruth;
  readonly clients: ToldTruth;

  constructor(private readonly world: World) {
    this.idle = new IdleLooks(world);
    this.takenAway = new TakenAway(world, this.approvals);
    this.permitted = new PermittedTruth(world);
    this.clients = new ToldTruth(world);
  }

  object(violation: string): void {
    this.violation ??= `${violation} (step ${this.world.scheduler.steps})`;
  }

  /**
   * A person takes a request back or rejects it: what was approved until now does not count once they
   * were told that this is done.
   */
  takeBack(device: Device, id: string): () => void {
    const epoch = epochOf(device);
    const until = this.approvals.filter((one) => one.requestId === id && one.epoch === epoch);
    return () => {
      for (const approval of until) approval.takenBackOn.add(device.name);
      const ours = `${device.name} ${id} `;
      if (this.lies(device, id)) return;
      for (const key of this.arrived) if (key.startsWith(ours)) this.arrived.delete(key);
    };
  }

  /** A device was told of a change at a path. */
  toldOf(device: Device, path: string): void {
    this.takenAway.tell(device, path);
    if (device.vault.outside.read(path) === null) this.toldGone.add(`${device.name} ${path}`);
  }

  /** A held note that a device was told to be gone, and that is gone while it is idle: who puts it back is not who dragged it. */
  lookAtHolds(device: Device): void {
    for (const approval of this.approvals) {
      const { heldAt, device: by } = approval;
      const isHeld = approval.notBeforeMs > this.world.scheduler.elapsedMs;
      if (!isHeld || heldAt === null || by !== device.name) continue;
      const isGone = device.vault.outside.read(heldAt) === null;
      if (isGone && this.toldGone.has(`${by} ${heldAt}`)) approval.takenBackOn.add(by);
    }
  }

  /** Whether a request lies in Approved on a device. */
  lies(device: Device, id: string): boolean {
    return [...this.lying].some(([place, lying]) => {
      return place.startsWith(`${device.name} `) && lying.id === id;
    });
  }

  /** A file of a device changed. */
  lookAt(device: Device, path: string): void {
    const approved = `${device.config.folders.approved}/`;
    if (!path.startsWith(approved)) return;
    const place = `${device.name} ${path}`;
    const before = this.lying.get(place);
    const text = device.vault.outside.read(path);
    const request = text === null ? null : parseRequest(text, path).request;
    const { bridge, tool, arguments: args } = request?.call ?? {};
    const now: Lying | null =
      request && bridge !== undefined && tool !== undefined && args
        ? { id: request.requestId, call: callKey(bridge, tool, args) }
        : null;
    if (now) this.lying.set(place, now);
    else this.lying.delete(place);
    if (now) {
      this.arrived.add(`${device.name} ${now.id} ${now.call}`);
      this.gone.delete(`${device.name} ${now.id} ${now.call}`);
    }
    if (!before || (now?.id === before.id && now.call === before.call)) return;
    const left = `${device.name} ${before.id} ${before.call}`;
    const elsewhere = [...this.lying].some(([other, { id, call }]) => {
      return other.startsWith(`${device.name} `) && id === before.id && call === before.call;
    });
    if (!elsewhere && this.isLooking(device, path)) this.gone.add(left);
  }

  /** The folders are others than before: what lies there has arrived. */
  lookAtAll(device: Device): void {
    for (const path of device.vault.entries.keys()) this.lookAt(device, path);
  }

  /** Whether a device is at most connecting: whatever it does next, it reads the note again before. */
  private isLooking({ process }: Device, path: string): boolean {
    if (!process) return true;
    const before = [
      'inspect',
      'digest',
      'event',
      'list',
      'sign',
      'update Dashboard',
      `read ${path}$`,
    ];
    return !this.world.scheduler.waits(new RegExp(`^\\w+ (?!${before.join('|')})`), process);
  }

  /** A record is about to be appended to a ledger. */
  watchIntent(process: Process, record: LedgerRecord): void {
    const { device } = process;
    const atMs = Date.parse(record.audit.at);
    const before = record.kind === 'epoch' ? 0 : (this.ledgerMs.get(device.name) ?? 0);
    this.ledgerMs.set(device.name, Math.max(before, atMs));
    this.clients.watch(process, record);
    if (record.kind === 'epoch') this.beginEpoch(device, record.epoch);
    if (record.kind === 'taken_over') this.import(device, epochOf(device));
    if (record.kind === 'voided' && record.successor !== undefined) {
      const epoch = requestAt(device, record.path ?? '')?.machine.preparation?.epoch;
      if (epoch !== undefined && epoch !== epochOf(device)) {
        this.takenOverAs.set(record.successor, record.id);
      }
    }
    if (record.kind !== 'intent') return;
    this.decisions.set(`${device.name} ${record.id}`, this.decisionOf(device, record.id));
  }

  private decisionOf(device: Device, id: string): Decision {
    const { scheduler } = this.world;
    return {
      device: device.name,
      config: device.config,
      folders: device.process?.folders ?? device.folders,
      epoch: epochOf(device),
      elapsedMs: scheduler.elapsedMs,
      nowBeforeMs: Math.min(this.idle.nowMs(device), this.world.now(device)),
      ledgerMs: this.ledgerMs.get(device.name) ?? 0,
      planStops: this.planStopsOf(device, id),
      told: this.imported.get(epochOf(device)) ?? new Set(),
    };
  }

  /** A ledger begins, or a person takes over: what the vault tells of from here on, it must know then. */
  lookAtTrails(device: Device): void {
    this.beforeImport.set(device.name, this.toldIn(device));
  }

  /** A ledger begins. Where the last one was lost, what no file tells of cannot be known any more. */
  private beginEpoch(device: Device, epoch: string): void {
    const told = this.import(device, epoch);
    if (!this.world.lost.delete(device.name)) return;
    for (const { device: name, requestId } of this.calls) {
      if (name === device.name && !told.has(requestId)) this.forget(name, requestId);
    }
  }

  private import(device: Device, epoch: string): ReadonlySet<string> {
    const now = this.toldIn(device);
    const before = this.beforeImport.get(device.name) ?? now;
    const told = new Set(this.imported.get(epoch));
    for (const id of before) if (now.has(id)) told.add(id);
    this.imported.set(epoch, told);
    return told;
  }

  private toldIn({ vault, config }: Device): ReadonlySet<string> {
    const ids = new Set<string>();
    for (const path of vault.entries.keys()) {
      const text = vault.outside.read(path) ?? '';
      if (path.endsWith('.jsonl')) {
        for (const line of text.split('\n')) {
          const entry = line === '' ? null : readAuditLine(line);
          if (entry?.event === 'intent' && entry.request_id) ids.add(entry.request_id);
        }
      } else if (path.startsWith(`${config.folders.doneActions}/`)) {
        const request = parseRequest(text, path).request;
        if (request) ids.add(request.requestId);
      }
    }
    return ids;
  }

  /** A call reaches a server. */
  serve(process: Process, action: AuthorisedAction, server: SimulatedServer): CallReport {
    const { device } = process;
    const { scheduler } = this.world;
    const count = server.calls.length;
    const report = server.receive(action, device.name, scheduler.steps);
    const served = server.calls[count];
    const id = action.requestId;
    if (this.permitted.isPermitted(action))
      return this.servePermitted(process, action, report, served);
    this.world.say('called', device, { id, detail: served?.row ?? 'not_sent' });
    if (!served) return report;
    const decided = this.decisions.get(`${device.name} ${id}`) ?? this.decisionOf(device, id);
    // Sync may have brought the plan back since: it is read once more between the two.
    const planStops = decided.planStops && this.planStopsOf(device, id);
    const decision = { ...decided, planStops };
    const key = callKey(served.bridge, served.tool, served.arguments);
    const call: MadeCall = {
      ...served,
      epoch: decision.epoch,
      planStep: this.planStepOf(device, id),
      effect: `${served.target} ${key} ${this.filesOf(device, served)}`,
      ledgerMs: decision.ledgerMs,
    };
    const place = `${device.name} ${id} ${key}`;
    const objection = objectionTo(call, decision, {
      approvals: this.approvals,
      earlier: this.calls,
      arrived: this.arrived.has(place),
      gone: this.gone.has(place),
      changedSince: (completion) => this.idle.changedSince(device, completion, served),
      knows: (earlier) =>
        this.knows(device, decision, earlier) || this.takenOverAs.get(id) === earlier.requestId,
      excused: (earlier) =>
        this.isExcused(device, earlier) ||
        (this.isNamesake(device, earlier) && !this.knows(device, decision, earlier)),
      forgot: (earlier) => this.isForgotten(device, earlier),
    });
    this.calls.push(call);
    if (objection !== null) this.object(objection);
    this.watchRecorded(device, id);
    if (!this.approvals.some(({ requestId, state }) => requestId === id && state !== 'refused')) {
      this.world.say('called on trust', device, { id });
    }
    if (this.isBudgetUsed(device)) this.world.say('budget used', device, { detail: call.tool });
    this.clients.serve(device, id);
    return this.clients.isAskedFor(device, id) ? this.clients.marked(report, id) : report;
  }

  private servePermitted(
    process: Process,
    action: AuthorisedAction,
    report: CallReport,
    served: ServedCall | undefined,
  ): CallReport {
    if (!served) return report;
    const detail = this.permitted.serve(process, action, served) ?? '';
    this.world.say('called unasked', process.device, { id: action.requestId, detail });
    return this.clients.marked(report, action.requestId);
  }

  /** The intent of a call is on the disk, and its line in the trail, before the call is made. */
  private watchRecorded({ ledger, vault, config }: Device, id: string): void {
    const durable = ledger.text?.slice(0, ledger.synced) ?? '';
    if (!durable.includes(`"kind":"intent","id":"${id}"`)) {
      this.object(`no call before its intent: ${id} is not in the ledger`);
    }
    const harm = ['tampered', 'cloned'];
    if (this.world.happenings.some(({ what }) => harm.includes(what))) return;
    const isThere = trailOf({ vault, config }).some((line) => {
      return line.includes(`"event":"intent"`) && line.includes(`"request_id":"${id}"`);
    });
    if (!isThere) this.object(`no call before its intent: ${id} is not in the audit trail`);
  }

  /** Whether a tool was called as often as a device allows in an hour. */
  isBudgetUsed({ name, config }: Device): boolean {
    const since = (this.ledgerMs.get(name) ?? 0) - 3_600_000;
    const recent = this.calls.filter(({ device, ledgerMs }) => device === name && ledgerMs > since);
    return config.routes.some(({ tool, budgetPerHour }) => {
      return recent.filter((call) => call.tool === tool).length >= (budgetPerHour ?? Infinity);
    });
  }

  /** What of a request's plan, which is there once, ends its step. */
  private planStopsOf(device: Device, id: string): string | null {
    const [planId, stepId] = this.planStepOf(device, id)?.split('#') ?? [];
    const [plan, another] = plansOf(device).filter(({ taskId }) => taskId === planId);
    if (!plan || another) return null;
    if (plan.status === 'Cancelled') return 'is cancelled';
    return plan.steps.some((step) => step.id === stepId && step.done) ? 'has it done' : null;
  }

  private planStepOf(device: Device, id: string): string | null {
    // A ledger that was lost may give an id again that a note in the archive has: what is called lies in Approved.
    const approved = `${device.config.folders.approved}/`;
    const paths = [...device.vault.entries.keys()];
    const [first, last] = [true, false].map((isFirst) =>
      paths.filter((path) => path.startsWith(approved) === isFirst),
    );
    for (const path of [...(first ?? []), ...(last ?? [])]) {
      if (!path.endsWith('.md')) continue;
      const text = device.vault.outside.read(path) ?? '';
      if (!text.includes(`request_id: ${id}\n`)) continue;
      const request = parseRequest(text, path).request;
      if (request?.requestId === id) return stepOf(request);
    }
    return this.approvals.find(({ requestId }) => requestId === id)?.step ?? null;
  }

  private filesOf(
    device: Device,
    { arguments: args }: MadeCall | SimulatedServer['calls'][number],
  ) {
    const names = Array.isArray(args['attachments']) ? args['attachments'] : [];
    return JSON.stringify(
      names.map((name) => device.vault.outside.read(String(name).slice(MEMORY_ROOT.length + 1))),
    );
  }

  /** Whether this ledger was told of a call: by itself, by one set aside before it, by the vault, or by a take-over. */
  private knows(
    { ledger }: Device,
    { epoch, told }: Decision,
    { requestId: id, epoch: of }: MadeCall,
  ) {
    const tells = (text: string): boolean => text.includes(`"kind":"intent","id":"${id}"`);
    if (of === epoch) return tells(ledger.text ?? '');
    return told.has(id) || (ledger.earlier ?? []).some(tells);
  }

  /**
   * docs/security.md#several-computers-copies-and-backups: a clone carries ledger and epoch. A ledger that was rolled back and whose
   * lines are gone from the audit file too cannot know, unless the note of that call lies in Done/Actions.
   */
  private isExcused(device: Device, earlier: MadeCall): boolean {
    if (earlier.device !== device.name) {
      const other = this.world.device(earlier.device as DeviceName);
      return device.cloneOf === other.name || other.cloneOf === device.name;
    }
    const { requestId: id } = earlier;
    const isFiled = notesIn(device, device.config.folders.doneActions).some((path) => {
      return (
        [id, this.nameInApproved(device, id)].includes(fileName(path).replace(/\.md$/, '')) &&
        requestAt(device, path)?.requestId === id
      );
    });
    return !isFiled && this.isForgotten(device, earlier);
  }

  /**
   * Clients of two devices asked for a call within one second: these are two requests, and have one name. A device that
   * has heard of another puts a part of its own name into that.
   */
  private isNamesake(device: Device, { device: name, requestId: id }: MadeCall): boolean {
    if (name === device.name) return false;
    const other = this.world.device(name as DeviceName);
    return [device, other].every((one) => {
      const part = `-${one.config.device.slice(2, 6)}`;
      return this.clients.isAskedFor(one, id) && !id.includes(part);
    });
  }

  /** What it calls from now on it knows of. */
  private forget(device: string, id: string): void {
    this.forgotten.set(`${device} ${id}`, this.calls.length);
  }

  private isForgotten(device: Device, earlier: MadeCall): boolean {
    const before = this.forgotten.get(`${device.name} ${earlier.requestId}`) ?? 0;
    return earlier.device === device.name && this.calls.indexOf(earlier) < before;
  }

  /**
   * What a note of a device must be true of. Where a device cannot know of its first call of an id, it says
   * what became of the second; no note says *executed* of a call that there was not.
   */
  private knownCalls(device: Device, id: string, said: string): readonly MadeCall[] {
    const calls = this.calls.filter(({ requestId }) => requestId === id);
    const last = calls.findLast((call) => call.device === device.name);
    const isLast = (call: MadeCall): boolean => call === last && !this.isForgotten(device, call);
    if (said === 'executed') return calls;
    return calls.filter((call) => isLast(call) || !this.isExcused(device, call));
  }

  private nameInApproved(device: Device, id: string): string {
    const at = openNotes(device, ['approved']).find(
      (path) => requestAt(device, path)?.requestId === id,
    );
    return fileName(at ?? '').replace(/\.md$/, '');
  }

  /** A device that starts reads its trail: what neither its ledger nor its trail tells of then, it cannot know. */
  lookAtStart(device: Device): void {
    if (!this.world.rolledBack.has(device.name) || showsMore(device)) return;
    for (const call of this.calls) {
      if (call.device === device.name && !this.tellsOf(device, call.requestId, ['intent'])) {
        this.forget(device.name, call.requestId);
      }
    }
    // The same of what its person took back: the old approval is all that it knows of.
    for (const { requestId, takenBackOn } of this.approvals) {
      if (!this.tellsOf(device, requestId, takenBack)) takenBackOn.delete(device.name);
    }
  }

  /** Whether a device's ledger or trail tells that one of these befell a request. */
  private tellsOf(
    { ledger, vault, config }: Device,
    id: string,
    events: readonly string[],
  ): boolean {
    const tells = (text: string): boolean => {
      return text.includes(`"${id}"`) && events.some((one) => text.includes(`"event":"${one}"`));
    };
    return (ledger.text ?? '').split('\n').some(tells) || trailOf({ vault, config }).some(tells);
  }

  /** A note is rewritten by an engine. */
  watchWrite({ device, folders }: Process, path: string, before: string, after: string): void {
    const isStamped = after.includes('"stamp":"') && !before.includes('"stamp":"');
    if (isStamped && !path.startsWith(`${folders.approved}/`)) {
      this.object(`no stamp outside Approved: ${path}`);
    }
    const isOurs = path === 'Dashboard.md';
    // What we said on top of a note gives way to what we say later: logs and audit trail keep it.
    const theirs = before.replace(/^> \[!warning\] Countersign: .*$/mu, '');
    for (const [marker] of isOurs ? [] : theirs.matchAll(/mark-\d+;/g)) {
      if (!after.includes(marker)) this.object(`nothing is lost: ${marker} in ${path}`);
    }
    const known = new Set([...before.matchAll(outcomeLine)].map(([text]) => text));
    for (const [text, id = '', said = ''] of after.matchAll(outcomeLine)) {
      if (known.has(text)) continue;
      this.told.add(`${device.name} ${id}`);
      const objection = falseOutcome(id, said, this.knownCalls(device, id, said));
      if (objection !== null) this.object(`outcomes are true: ${objection}`);
    }
    if (path.startsWith(`${device.config.folders.plans}/`)) this.watchTicks(path, before, after);
  }

  private watchTicks(path: string, before: string, after: string): void {
    const known = new Set(before.split('\n'));
    const plan = /^task_id: (\S+)$/m.exec(after)?.[1] ?? '';
    for (const line of after.split('\n')) {
      const id = known.has(line) ? undefined : handTick.exec(line)?.[1];
      if (id === undefined) continue;
      const step = `${plan}#${id}`;
      const wasDone = this.calls.some(({ planStep, ran, says }) => {
        return planStep === step && (ran || says === 'success');
      });
      if (!wasDone && !this.byHand.has(step)) {
        this.object(`outcomes are true: ${step} is ticked in ${path}, and nobody did it`);
      }
    }
  }
}
