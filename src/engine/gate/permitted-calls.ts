import {
  isCallLogWhole,
  noLine,
  readCallLogLine,
  type CallLogLine,
} from '../../core/audit/call-log-line.js';
import { canonicalJson, sha256Hex } from '../../core/digest.js';
import { fail, type Problem, type Result } from '../../core/errors.js';
import type { JsonObject } from '../../core/json.js';
import { permittedCallsPerHour } from '../../core/settings/agents/standing-permission.js';
import { timesWithin, utcTime } from '../../core/time.js';
import type { CallLog } from '../../ports/call-log.js';
import type { Clock } from '../../ports/clock.js';
import type { LedgerBook } from '../ledger/ledger-book.js';

const hourMs = 3_600_000;
const tellEveryMs = 60_000;
const keptMs = 30 * 86_400_000;

export interface LoggedCall {
  readonly id: string;
  readonly actor: string;
  readonly bridge: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}

type Counted = Pick<LoggedCall, 'actor' | 'bridge' | 'tool'>;

interface Untold extends Counted {
  readonly ids: Set<string>;
}

/** Logs and limits the calls that a person allowed in advance. */
export class PermittedCalls {
  private readonly times = new Map<string, readonly number[]>();
  private readonly untold = new Map<string, Untold>();
  private head = noLine;
  private written: Pick<CallLogLine, 'hash' | 'atMs'> = { hash: noLine, atMs: 0 };
  private latestMs = 0;
  private opened: Promise<Problem | null> | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private broken: Problem | null = null;

  constructor(
    private readonly log: CallLog | undefined,
    private readonly book: LedgerBook,
    private readonly timers: { at(key: 'permissions:', atMs: number): void },
    /**
     * Not the ledger's time, which can stop for a while after a clock error. Then the hourly limit
     * would last longer than an hour.
     */
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  open(): Promise<Problem | null> {
    return (this.opened ??= this.read());
  }

  take(call: Counted): Problem | null {
    if (this.broken) return this.broken;
    const nowMs = this.clock.now();
    const key = keyOf(call);
    const recent = this.withinHour(key, nowMs);
    this.times.set(key, recent);
    const [first = nowMs] = recent;
    if (recent.length >= permittedCallsPerHour) {
      const nextMs = Math.ceil((first + hourMs) / 60_000) * 60_000;
      const minutes = Math.max(1, Math.ceil((nextMs - nowMs) / 60_000));
      return fail(
        'input_invalid',
        `More than ${permittedCallsPerHour} calls of this tool in an hour.`,
        `Nothing was called. Check whether you are repeating yourself. The next call is possible at ${utcTime(nextMs, 'minutes')} (in ${minutes} min).`,
      ).error;
    }
    this.times.set(key, [...recent, nowMs]);
    return null;
  }

  /** Logs a call. If that fails, the call must not be made. */
  async begin(call: LoggedCall): Promise<Result<void>> {
    const { arguments: args, ...named } = call;
    return this.append({ is: 'call', ...named, arguments: args }, call);
  }

  /** @param wasSent false if the call never reached its server */
  async end(call: LoggedCall, outcome: string, wasSent: boolean): Promise<void> {
    if (!wasSent) this.uncount(call);
    await this.append({ is: 'outcome', id: call.id, outcome, ...(wasSent ? {} : { sent: false }) });
  }

  async tell(): Promise<Problem | null> {
    if (await this.open()) return this.broken;
    await this.last;
    const groups = [...this.untold.values()];
    if (groups.length === 0) return this.broken;
    this.untold.clear();
    const { hash: head, atMs } = this.written;
    // The audit trail will name the newest line, so a power failure must not lose it.
    const kept = await this.log?.sync();
    if (kept?.ok === false) this.broken = kept.error;
    const told = await Promise.all(
      groups.map(({ actor, bridge, tool, ids }) => {
        const count = ids.size;
        const times = count === 1 ? 'once' : `${count} times`;
        return this.book.record(
          { kind: 'event' },
          {
            ...{ actor, event: 'tools_called', calls: { bridge, tool, count, head } },
            detail: `Called ${bridge}.${tool} ${times}, as a person allowed.`,
          },
        );
      }),
    );
    if (this.broken || told.some(({ ok }) => !ok)) return this.broken;
    // Days back from the newest line, because the audit trail names that line.
    const dropped = await this.log?.dropBefore(atMs - keptMs);
    if (dropped?.ok === false) this.broken = dropped.error;
    return this.broken;
  }

  private withinHour(key: string, nowMs: number): readonly number[] {
    return timesWithin(hourMs, this.times.get(key) ?? [], nowMs);
  }

  private count(call: Counted, id: string): void {
    if (this.untold.size === 0) this.timers.at('permissions:', this.clock.now() + tellEveryMs);
    const { actor, bridge, tool } = call;
    const known = this.untold.get(keyOf(call)) ?? { actor, bridge, tool, ids: new Set() };
    known.ids.add(id);
    this.untold.set(keyOf(call), known);
  }

  private uncount(call: LoggedCall): void {
    const known = this.untold.get(keyOf(call));
    known?.ids.delete(call.id);
    if (known?.ids.size === 0) this.untold.delete(keyOf(call));
  }

  private append(what: JsonObject, call?: LoggedCall): Promise<Result<void>> {
    const { log } = this;
    const nowMs = this.clock.now();
    const dayMs = (this.latestMs = Math.max(this.latestMs, nowMs));
    // The hash is computed before any await, so that the lines form one chain.
    const line = { ...what, at: new Date(nowMs).toISOString(), prev: this.head };
    const hash = sha256Hex(canonicalJson(line));
    this.head = hash;
    const written = this.last.then(async (): Promise<Result<void>> => {
      if (this.broken) return { ok: false, error: this.broken };
      const appended = (await log?.append({ ...line, hash }, dayMs)) ?? noLog;
      if (!appended.ok) {
        this.broken = appended.error;
        this.timers.at('permissions:', nowMs);
      } else {
        this.written = { hash, atMs: nowMs };
        if (call) this.count(call, call.id);
      }
      return appended;
    });
    this.last = written;
    return written;
  }

  private async read(): Promise<Problem | null> {
    const found = (await this.log?.recent(readCallLogLine)) ?? noLog;
    if (!found.ok) {
      this.broken = found.error;
      return found.error;
    }
    const lines = found.value.flatMap((line) => line ?? []);
    const told = this.book.permissions.head;
    const unsent = new Set(lines.flatMap(({ unsent: id }) => id ?? []));
    let isUntold = told === null || told === lines[0]?.prev;
    for (const line of lines) {
      this.head = line.hash;
      this.latestMs = Math.max(this.latestMs, line.atMs);
      if (line.call) {
        const key = keyOf(line.call);
        this.times.set(key, [...this.withinHour(key, line.atMs), line.atMs]);
        if (isUntold && !unsent.has(line.call.id)) this.count(line.call, line.call.id);
      }
      if (line.hash === told) isUntold = true;
    }
    this.written = lines.at(-1) ?? this.written;
    if (isCallLogWhole(found.value, told)) return null;
    const detail =
      'The log of calls that agents made unasked isn’t whole: lines of it were lost or changed.';
    await this.book.record(
      { kind: 'event' },
      { ...countersign, event: 'call_log_damaged', detail },
    );
    return null;
  }
}

const countersign = { actor: 'Countersign' } as const;

const noLog = fail(
  'device_state_write_failed',
  'There is no log of calls on this device.',
  'Nothing was called unasked.',
);

function keyOf({ actor, bridge, tool }: Counted): string {
  return JSON.stringify([actor, bridge, tool]);
}
