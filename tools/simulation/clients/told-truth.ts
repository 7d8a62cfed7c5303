import { parseRequest } from '../../../src/core/request/parse-request.js';
import type { CallReport } from '../../../src/core/request/outcome/call-report.js';
import type { LedgerRecord } from '../../../src/core/ledger/ledger-record.js';
import type { ToolAnswer } from '../../../src/mcp/server/server-features.js';
import type { Device, Process } from '../device.js';
import { openNotes } from '../vault-notes.js';
import type { World } from '../world.js';
import type { ClientName } from './client-programs.js';
import type { OpenCall } from './permitted-truth.js';

/** What a server answers a client, to be found again. */
const mark = /answer-to-([\w-]+);/g;
const open = ['waiting_for_person', 'approved', 'note_problem'];

/** A request that a client was told of. */
export interface ClientRequest {
  readonly id: string;
  readonly device: Device;
  readonly client: ClientName;
}

/** What clients are told: each only what is its own, and of one call one request. */
export class ToldTruth {
  /** The requests that clients were told of, oldest first. */
  readonly requests: ClientRequest[] = [];
  /** By device and id: who asked for it. */
  private readonly drafters = new Map<string, string>();
  /** By device, client and call: the request that it was told to wait for. */
  private readonly waiting = new Map<string, string>();
  /** By device and id: that its client was told, or may have been told, an end of it; or that it was rejected. */
  private readonly ended = new Set<string>();
  private readonly rejected = new Set<string>();
  /** What clients ask after now: of which process, and which request. */
  readonly asking = new Set<{ readonly process: Process; readonly id: string }>();

  constructor(private readonly world: World) {}

  /** A ledger says who asked for a request; who is told of it may be told after a restart. */
  watch({ device }: Process, { audit }: LedgerRecord): void {
    const name = /^Agent \((.*)\)$/.exec(audit.actor)?.[1];
    if (audit.event !== 'action_drafted' || name === undefined || !audit.call) return;
    this.drafters.set(`${device.name} ${audit.request_id}`, name);
  }

  /** Whether a client asked for it on this device, by calling a tool. */
  isAskedFor({ name }: Device, id: string): boolean {
    return this.drafters.has(`${name} ${base(id)}`);
  }

  /** The report of a call, with words that are its own. */
  marked(report: CallReport, id: string): CallReport {
    if (report.kind !== 'result') return report;
    const { result } = report as {
      readonly result: { readonly content?: readonly { readonly text: string }[] };
    };
    if (!result.content) return report;
    const content = result.content.map((part) => ({
      ...part,
      text: `${part.text} answer-to-${id};`,
    }));
    return { ...report, result: { ...result, content } };
  }

  /** A request is called that its client was told to be rejected. */
  serve(device: Device, id: string): void {
    const isKnown = device.ledger.text?.includes(`"event":"rejected"`) === true;
    if (isKnown && this.rejected.has(`${device.name} ${id}`)) {
      this.world.witness.object(`nothing is called that its client knows to be rejected: ${id}`);
    }
  }

  /** A client is told something: `call` is what it called, unless it only asked what became of it. */
  tell(
    device: Device,
    client: ClientName,
    { answer, call }: { readonly answer: ToolAnswer; readonly call: OpenCall | null },
  ): void {
    for (const [, id = ''] of JSON.stringify(answer).matchAll(mark)) {
      if (!this.isOwn(device, client, id, call)) {
        this.world.witness.object(`answers only for who asked: ${client} is told that of ${id}`);
      }
    }
    const { request_id: id, status } = answer.structured ?? {};
    if (typeof id !== 'string' || typeof status !== 'string') return;
    this.world.say('told', device, { id, detail: `${status} ${client}` });
    if (call) this.tellOfCall(device, client, call, id, status);
    if (!open.includes(status)) this.ended.add(`${device.name} ${base(id)}`);
    if (status === 'rejected') this.rejected.add(`${device.name} ${id}`);
  }

  /** A device died: what clients had asked it for, they may have been told. */
  lose({ name, process }: Device, calls: readonly OpenCall[]): void {
    for (const asked of this.asking) {
      if (asked.process === process) this.ended.add(`${name} ${base(asked.id)}`);
    }
    for (const { client, key } of calls) {
      const id = this.waiting.get(`${name} ${client} ${key}`);
      if (id !== undefined) this.ended.add(`${name} ${base(id)}`);
    }
  }

  private tellOfCall(
    device: Device,
    client: ClientName,
    { key, tool }: OpenCall,
    id: string,
    status: string,
  ): void {
    const place = `${device.name} ${client} ${key}`;
    const before = this.waiting.get(place);
    if (before !== undefined && base(before) === base(id)) {
      this.world.say('same call again', device, { id, detail: status });
      return;
    }
    if (status !== 'waiting_for_person') return;
    const isWaiting =
      before !== undefined &&
      !this.ended.has(`${device.name} ${base(before)}`) &&
      isDraftedIn(device, before) &&
      this.lies(device, before);
    if (isWaiting) {
      this.world.witness.object(`no second note of a call that waits: ${id} beside ${before}`);
    }
    this.waiting.set(place, id);
    this.drafters.set(`${device.name} ${id}`, client);
    this.requests.push({ id, device, client });
    this.world.say('asked by a client', device, { id, detail: tool });
  }

  /** Equal calls of one client are not told apart. */
  private isOwn(device: Device, client: ClientName, id: string, call: OpenCall | null): boolean {
    const { calls } = this.world.witness.permitted;
    if (calls.some((one) => one.id === id && one.of.key === call?.key)) return true;
    return [device.name, device.cloneOf].some((name) => {
      return this.drafters.get(`${name} ${base(id)}`) === client;
    });
  }

  private lies(device: Device, id: string): boolean {
    return openNotes(device, ['pending', 'approved']).some((path) => {
      const text = device.vault.outside.read(path) ?? '';
      const request = parseRequest(text, path).request;
      return request !== null && base(request.requestId) === base(id);
    });
  }
}

/** Whether a ledger tells who asked for a request: a new one does not know it of those that it takes over. */
function isDraftedIn({ ledger }: Device, id: string): boolean {
  return (ledger.text ?? '').split('\n').some((line) => {
    // A line that a crash tore is no record.
    const isWhole = line.endsWith('}');
    return (
      isWhole && line.includes('"event":"action_drafted"') && line.includes(`"request_id":"${id}"`)
    );
  });
}

/** The id that a request had before it came back. */
function base(id: string): string {
  return id.replace(/(-r[a-z2-7]{4})+$/, '');
}
