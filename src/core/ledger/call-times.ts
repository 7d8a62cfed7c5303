const hourMs = 3_600_000;

/** The bridge of a call: what it leads to, and by which name. */
export interface CalledBridge {
  readonly digest: string;
  /** Absent: not known. */
  readonly alias?: string;
}

interface TimedCall {
  readonly bridge: CalledBridge;
  readonly atMs: number;
}

/** When the tools of bridges were called, for what an hour allows. */
export class CallTimes {
  private readonly calls = new Map<string, readonly TimedCall[]>();

  /** Adds a call at a time (ms). */
  add(bridge: CalledBridge, tool: string, atMs: number): void {
    const recent = (this.calls.get(tool) ?? []).filter((call) => call.atMs > atMs - hourMs);
    this.calls.set(tool, [...recent, { bridge, atMs }]);
  }

  /**
   * Times (ms) within the hour before `nowMs`, oldest first: of the bridge by this name, and of whatever leads to the
   * same.
   */
  withinHour({ digest, alias }: CalledBridge, tool: string, nowMs: number): readonly number[] {
    const times: number[] = [];
    for (const { bridge, atMs } of this.calls.get(tool) ?? []) {
      const isSame = bridge.digest === digest || bridge.alias === alias;
      if (isSame && atMs > nowMs - hourMs) times.push(atMs);
    }
    return times;
  }
}
