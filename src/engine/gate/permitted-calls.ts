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
/** The time (ms) that one audit line about the calls of one client and tool covers. */
const tellEveryMs = 60_000;
/** How long a call is kept (ms). */
const keptMs = 30 * 86_400_000;

/** A call that is about to be made under a standing permission. */
export interface LoggedCall {
  /** An id that no other call has. */
  readonly id: string;
  readonly actor: string;
  readonly bridge: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}

type Counted = Pick<LoggedCall, 'actor' | 'bridge' | 'tool'>;

/** Calls that are not yet in the audit log. */
interface Untold extends Counted {
  count: number;
}

/**
 * The calls under standing permissions: each is logged before it is made, their number per hour is limited, and once a minute the audit log
 * gets their number.
 */
export class PermittedCalls {
  private readonly times = new Map<string, readonly number[]>();
  private readonly untold = new Map<string, Untold>();
  private head = noLine;
  /** The last written line of the log. Every call up to it is counted. */
  private written: Pick<CallLogLine, 'hash' | 'atMs'> = { hash: noLine, atMs: 0 };
  /** The latest time of a line, whose day names the file of the next one, even if the clock was set back. */
  private latestMs = 0;
  private opened: Promise<Problem | null> | null = null;
  /** Settles when all appends so far are done, which happens in order. */
  private last: Promise<unknown> = Promise.resolve();
  /** Why a line could not be written; null if all could. No call is made that cannot be logged. */
  private broken: Problem | null = null;

  constructor(
    private readonly log: CallLog | undefined,
    private readonly book: LedgerBook,
    /** Schedules a check of the permissions and a {@link tell} at a time (ms since 1970). */
    private readonly timers: { at(key: 'permissions:', atMs: number): void },
    /** The system clock. The ledger's time would not do: it stays ahead after the clock was ahead once, so that an hour would not end. */
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /**
   * Reads the earlier calls once; returns the problem if that failed. They are included in the hourly limit, and those that the audit log
   * lacks are added to it.
   */
  open(): Promise<Problem | null> {
    return (this.opened ??= this.read());
  }

  /** Takes a place in the hour for a call; returns a problem if there is none, or no log. */
  take(call: Counted): Problem | null {
    if (this.broken) return this.broken;
    const nowMs = this.clock.now();
    const key = keyOf(call);
    const recent = this.withinHour(key, nowMs);
    this.times.set(key, recent);
    const [first = nowMs] = recent;
    if (recent.length >= permittedCallsPerHour) {
      // Rounded up to a whole minute, so that the stated time is not too early.
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

  /** Writes a call into the log. The call may be made only after this has succeeded. */
  async begin(call: LoggedCall): Promise<Result<void>> {
    const { arguments: args, ...named } = call;
    return this.append({ is: 'call', ...named, arguments: args }, call);
  }

  /** Writes the outcome of a call. */
  async end({ id }: Pick<LoggedCall, 'id'>, outcome: string): Promise<void> {
    await this.append({ is: 'outcome', id, outcome });
  }

  /**
   * Writes the number of new calls into the audit log, then deletes old calls from the call log. Returns why no call can be logged; null if
   * calls can.
   */
  async tell(): Promise<Problem | null> {
    if (await this.open()) return this.broken;
    await this.last;
    const groups = [...this.untold.values()];
    if (groups.length === 0) return this.broken;
    this.untold.clear();
    const { hash: head, atMs } = this.written;
    // Synced first: otherwise the ledger could name a line that is lost in a power failure.
    const kept = await this.log?.sync();
    if (kept?.ok === false) this.broken = kept.error;
    const told = await Promise.all(
      groups.map(({ actor, bridge, tool, count }) => {
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
    // Old calls are dropped only after the record, and never the day whose last line the record names: without that line, the log looks
    // damaged.
    const dropped = await this.log?.dropBefore(atMs - keptMs);
    if (dropped?.ok === false) this.broken = dropped.error;
    return this.broken;
  }

  private withinHour(key: string, nowMs: number): readonly number[] {
    return timesWithin(hourMs, this.times.get(key) ?? [], nowMs);
  }

  private count(call: Counted): void {
    if (this.untold.size === 0) this.timers.at('permissions:', this.clock.now() + tellEveryMs);
    const { actor, bridge, tool } = call;
    const known = this.untold.get(keyOf(call)) ?? { actor, bridge, tool, count: 0 };
    known.count += 1;
    this.untold.set(keyOf(call), known);
  }

  /**
   * Appends a line to the log.
   * @param call given if the audit log must count the line's call
   */
  private append(what: JsonObject, call?: Counted): Promise<Result<void>> {
    const { log } = this;
    const nowMs = this.clock.now();
    const dayMs = (this.latestMs = Math.max(this.latestMs, nowMs));
    // The line's place in the hash chain is fixed before any await.
    const line = { ...what, at: new Date(nowMs).toISOString(), prev: this.head };
    const hash = sha256Hex(canonicalJson(line));
    this.head = hash;
    const written = this.last.then(async (): Promise<Result<void>> => {
      if (this.broken) return { ok: false, error: this.broken };
      const appended = (await log?.append({ ...line, hash }, dayMs)) ?? noLog;
      if (!appended.ok) {
        this.broken = appended.error;
        // This check shows the problem to a person.
        this.timers.at('permissions:', nowMs);
      } else {
        // Both are set together, so that the audit log never names a line whose call was not counted.
        this.written = { hash, atMs: nowMs };
        if (call) this.count(call);
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
    let isUntold = told === null || told === lines[0]?.prev;
    for (const line of lines) {
      this.head = line.hash;
      this.latestMs = Math.max(this.latestMs, line.atMs);
      if (line.call) {
        const key = keyOf(line.call);
        this.times.set(key, [...this.withinHour(key, line.atMs), line.atMs]);
        if (isUntold) this.count(line.call);
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
