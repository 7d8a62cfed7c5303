import { folderDifferences } from '../../../src/core/settings/folders.js';
import type { AgentTool } from '../../../src/core/settings/agents/agent-tools.js';
import type { JsonObject } from '../../../src/core/json.js';
import type { AuthorisedAction } from '../../../src/core/request/approval/authorised-action.js';
import { MEMORY_ROOT } from '../../../test/support/memory/memory-note-store.js';
import type { Device, DeviceName, Process } from '../device.js';
import type { ServedCall } from '../servers.js';
import { callKey } from '../truth.js';
import type { World } from '../world.js';
import { serverOf, type ClientName, type ClientTool } from './client-programs.js';

const hourMs = 3_600_000;
const mostPerHour = 300;
const heldMs = 90 * 24 * hourMs;

/** A person lets clients call a tool unasked, as they saw it and its server then. */
export interface Permission {
  readonly device: DeviceName;
  readonly tool: ClientTool;
  /** All that the server said of the tool, and how it was reached. */
  readonly says: string;
  readonly launch: string;
  readonly tokens: ReadonlySet<string>;
  readonly untilMs: number;
  /** Whether the settings hold it: an old file of settings may bring it back. */
  isHeld: boolean;
  /** Whether the device had time to see it. */
  isSeen: boolean;
  /** Why it never holds again: its device had time to see that it was taken away, or said that it had ended. */
  over: string | null;
}

/** A call that a client makes, from when it asks until it is answered. */
export interface OpenCall {
  readonly process: Process;
  readonly client: ClientName;
  readonly token: string;
  readonly tool: ClientTool;
  readonly key: string;
  /** Between these times of its device it took its place in the hour. */
  fromMs: number;
  toMs: number;
  /** All that the server said of the tool meanwhile. */
  readonly said: Set<string>;
  /** The permission that its client had when it asked. */
  readonly held: Permission | undefined;
  readonly namesFile: boolean;
}

/** A call under a permission that reached a server. */
interface PermittedCall {
  readonly id: string;
  readonly device: DeviceName;
  readonly process: number;
  /** Equal calls of one client are not told apart: one of them. */
  readonly of: OpenCall;
  /** No earlier than this did it take its place in the hour; when the clock is set back, as if it were then. */
  fromMs: number;
}

type Given = Omit<Permission, 'isHeld' | 'isSeen' | 'over'>;

function contentOf({ device, tool, says, launch, tokens, untilMs }: Given): string {
  return JSON.stringify([device, tool, says, launch, [...tokens].sort(), untilMs]);
}

/** Old settings, as a backup holds them. */
interface OldSettings {
  readonly agentTools: readonly AgentTool[];
  readonly held: ReadonlySet<Permission>;
}

/**
 * Knows what the people of the world permitted, and took away; sees what reaches the servers without having been asked
 * for; and says what must not be. It never asks an engine.
 */
export class PermittedTruth {
  readonly calls: PermittedCall[] = [];
  /** Of clients that wait for an answer, or whose device died meanwhile. */
  readonly open: OpenCall[] = [];
  /** By process and call: how often clients made it. */
  private readonly begun = new Map<string, number>();
  private readonly permissions: Permission[] = [];
  private readonly before = new Map<DeviceName, OldSettings[]>();
  /** By process: calls of earlier processes that its log told of when it was read. */
  private readonly logged = new Map<number, ReadonlySet<string>>();

  constructor(private readonly world: World) {}

  /** A call that nobody is asked about has an id of its own kind. */
  isPermitted({ requestId }: AuthorisedAction): boolean {
    return /^c-[a-z2-7]{20}$/.test(requestId);
  }

  heldBy(device: Device, tool: ClientTool, token: string): Permission | undefined {
    return this.permissions.find((one) => {
      return one.device === device.name && one.tool === tool && one.isHeld && one.tokens.has(token);
    });
  }

  /** The settings are about to change: a backup may bring back what they hold now. */
  keepOld({ name, config }: Device): void {
    const held = new Set(this.permissions.filter((one) => one.device === name && one.isHeld));
    const old = this.before.get(name) ?? [];
    this.before.set(name, [...old, { agentTools: config.agentTools ?? [], held }].slice(-20));
  }

  /** The newest old settings that hold another permission than there is now. */
  oldSettings({ name }: Device): readonly AgentTool[] | null {
    const held = this.permissions.filter((one) => one.device === name && one.isHeld);
    const old = this.before.get(name)?.findLast((one) => {
      return one.held.size > 0 && ![...one.held].every((permission) => held.includes(permission));
    });
    if (!old) return null;
    for (const one of this.permissions) if (one.device === name) one.isHeld = old.held.has(one);
    return old.agentTools;
  }

  /** A person gives a permission: what they had given for the tool before is no more. */
  give(device: Device, tool: ClientTool, tokens: readonly string[]): void {
    const server = this.world.servers.get(serverOf(tool));
    if (!server) return this.takeAway(device, tool);
    const given = {
      device: device.name,
      tool,
      says: server.saysOf(tool),
      launch: server.launch,
      tokens: new Set(tokens),
      untilMs: this.world.now(device) + heldMs,
    };
    // Given twice at one moment, it is the same in the settings.
    const isSame = (one: Permission): boolean =>
      one.isHeld && one.over === null && contentOf(one) === contentOf(given);
    this.takeAway(device, tool, isSame);
    if (this.permissions.some(isSame)) return;
    this.permissions.push({ ...given, isHeld: true, isSeen: false, over: null });
  }

  takeAway({ name }: Device, tool: ClientTool, unless: (one: Permission) => boolean = () => false) {
    for (const one of this.permissions) {
      if (one.device === name && one.tool === tool && !unless(one)) one.isHeld = false;
    }
  }

  /** A device with its state is copied whole onto another. */
  copy(from: Device, to: Device): void {
    this.forgetAll(to);
    const own = this.permissions.filter(({ device }) => device === from.name);
    this.permissions.push(...own.map((one) => ({ ...one, device: to.name })));
  }

  /** The settings of a device are gone. */
  forgetAll({ name }: Device): void {
    for (const one of this.permissions) if (one.device === name) one.isHeld = false;
    this.before.delete(name);
  }

  /** A ledger is lost or set aside: the next one knows of the ends that audit files tell of, if nothing was done to them. */
  loseLedger(device: Device): void {
    const harm = ['tampered', 'audit torn', 'audit rolled back', 'cloned', 'conflict'];
    if (this.world.happenings.some(({ what }) => harm.includes(what))) this.forgetEnds(device);
    for (const one of this.permissions) if (one.device === device.name) one.isSeen = false;
  }

  /** A ledger is an older one: what it knew of ends it cannot know any more. */
  forgetEnds({ name }: Device): void {
    for (const one of this.permissions) {
      if (one.device === name) Object.assign(one, { isSeen: false, over: null });
    }
  }

  /** A device is idle: it has seen what its settings hold. */
  look({ name, process }: Device): void {
    const canWrite = !this.world.fullDisks.has(name) && process?.engine?.halted() === null;
    if (!canWrite) return;
    for (const one of this.permissions) {
      if (one.device !== name) continue;
      if (one.isHeld) one.isSeen = true;
      else if (one.isSeen) one.over ??= 'a person took it away';
    }
  }

  begin(call: Pick<OpenCall, 'process' | 'client' | 'token' | 'tool'>, args: JsonObject): OpenCall {
    const { process, tool, token } = call;
    const { device } = process;
    const open: OpenCall = {
      ...call,
      key: callKey(serverOf(tool), tool, args),
      fromMs: this.world.now(device),
      toMs: 0,
      said: new Set([this.world.servers.get(serverOf(tool))?.saysOf(tool) ?? '']),
      held: this.heldBy(device, tool, token),
      namesFile: this.namesFile(device, args),
    };
    this.begun.set(`${process.number} ${open.key}`, this.begunOf(open) + 1);
    this.open.push(open);
    return open;
  }

  private begunOf({ process, key }: Pick<OpenCall, 'process' | 'key'>): number {
    return this.begun.get(`${process.number} ${key}`) ?? 0;
  }

  /** It was answered. */
  end(open: OpenCall): void {
    this.open.splice(this.open.indexOf(open), 1);
  }

  /** A server says something else of its tools. */
  lookAtServers(): void {
    for (const { tool, said } of this.open) {
      said.add(this.world.servers.get(serverOf(tool))?.saysOf(tool) ?? '');
    }
  }

  /** Before a clock is set, and after. */
  lookAtClock(device: Device): void {
    const nowMs = this.world.now(device);
    for (const open of this.open) {
      if (open.process.device !== device) continue;
      open.fromMs = Math.min(open.fromMs, nowMs);
      open.toMs = Math.max(open.toMs, nowMs);
    }
    for (const call of this.calls) {
      if (call.device === device.name) call.fromMs = Math.min(call.fromMs, nowMs);
    }
  }

  /** A process reads what was called before it began. */
  readLog({ number }: Process, lines: readonly string[]): void {
    const ids = lines.flatMap((line) => {
      const id = /"id":"(c-[a-z2-7]{20})".*"is":"call"|"is":"call".*"id":"(c-[a-z2-7]{20})"/.exec(
        line,
      );
      return id && line.endsWith('}') ? [id[1] ?? id[2] ?? ''] : [];
    });
    this.logged.set(number, new Set(ids));
  }

  /** A call reaches a server, and no request is behind it: whose it is. */
  serve(
    process: Process,
    { requestId: id }: AuthorisedAction,
    served: ServedCall,
  ): ClientName | null {
    const { witness } = this.world;
    const { device } = process;
    if (this.calls.some((one) => one.id === id)) {
      witness.object(`each call unasked is made once: ${id}`);
    }
    if (
      !device.callLog.lines.findLast(({ text }) => text.includes(`"${id}"`) && text.endsWith('}'))
    ) {
      witness.object(`no call unasked before it is in the log: ${id}`);
    }
    const key = callKey(served.bridge, served.tool, served.arguments);
    const own = this.open.filter((one) => one.process === process && one.key === key);
    const [first] = own;
    const before = this.calls.filter(({ process: number, of }) => {
      return number === process.number && of.key === key;
    });
    if (!first || before.length >= this.begunOf(first)) {
      witness.object(`no call unasked that no client makes: ${id} ${key}`);
      return null;
    }
    const objections = own.map((open) => this.objectionTo(device, open));
    const at = Math.max(0, objections.indexOf(null));
    const objection = objections[at] ?? null;
    const of = own[at] ?? first;
    if (objection !== null) witness.object(`${objection} (${id} of ${of.client}, ${key})`);
    const fromMs = Math.min(...own.map((open) => open.fromMs));
    this.calls.push({ id, device: device.name, process: process.number, of, fromMs });
    return of.client;
  }

  private objectionTo(device: Device, open: OpenCall): string | null {
    const { config, clients, folders, process } = device;
    if (config.paused) return 'no call unasked while paused:';
    if (folderDifferences(config.folders, process?.folders ?? folders).length > 0) {
      return 'no call unasked while the folders are not confirmed:';
    }
    const client = clients.get(open.client);
    if (client?.token !== open.token) return 'no call unasked of a client that was revoked:';
    if (client.isPaused) return 'no call unasked of a client that is paused:';
    const reasons = this.permissions
      .filter(({ device: name, tool }) => name === device.name && tool === open.tool)
      .map((permission) => this.whyNot(device, permission, open));
    if (!reasons.includes(null)) {
      return `no call unasked without permission: ${reasons.join(', ') || 'none was given'}`;
    }
    if (open.namesFile) return 'no call unasked that names a file of the vault:';
    return this.isOverHour(device, open)
      ? `no more calls unasked than ${mostPerHour} an hour:`
      : null;
  }

  private whyNot(device: Device, permission: Permission, open: OpenCall): string | null {
    const server = this.world.servers.get(serverOf(open.tool));
    if (!permission.tokens.has(open.token)) return 'it is for other clients';
    if (permission.over !== null) return `it is over: ${permission.over}`;
    if (!permission.isHeld) return 'a person took it away';
    if (this.latestMs(device) >= permission.untilMs) return 'its time is over';
    if (!open.said.has(permission.says)) return 'the tool is another';
    return permission.launch === server?.launch ? null : 'the server is another';
  }

  /** No earlier than this is it for the device: its clock, and the last line of its ledger. */
  private latestMs(device: Device): number {
    const lines = (device.ledger.text ?? '').trimEnd();
    const last = lines.slice(lines.lastIndexOf('\n') + 1);
    const at = /"at":"([^"]+)"/.exec(last)?.[1];
    return Math.max(this.world.now(device), at === undefined ? 0 : Date.parse(at));
  }

  /** Whether so many others certainly took their places in the same hour. */
  private isOverHour(device: Device, open: OpenCall): boolean {
    const untilMs = Math.max(open.toMs, this.world.now(device));
    const number = open.process.number;
    const logged = this.logged.get(number);
    const recent = this.calls.filter((one) => {
      const isKnown = one.process === number || logged?.has(one.id) === true;
      const { client, tool } = one.of;
      const isSame = client === open.client && tool === open.tool && one.device === device.name;
      return isKnown && isSame && one.fromMs > untilMs - hourMs;
    });
    return recent.length >= mostPerHour;
  }

  /** Whether an argument is the path of a file, or begins with that of the vault. */
  private namesFile(device: Device, args: JsonObject): boolean {
    return Object.values(args).some((value) => {
      const text = typeof value === 'string' ? value : '';
      return text.startsWith(`${MEMORY_ROOT}/`) || device.vault.outside.read(text) !== null;
    });
  }
}
