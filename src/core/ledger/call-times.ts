const hourMs = 3_600_000;

/** The bridge of a call: its target and its name. */
export interface CalledBridge {
  readonly digest: string;
  /** Absent if unknown. */
  readonly alias?: string;
}

interface TimedCall {
  readonly bridge: CalledBridge;
  readonly atMs: number;
}

/** When the tools of bridges were called, for the hourly limit. */
export class CallTimes {
  private readonly calls = new Map<string, readonly TimedCall[]>();

  /** Adds a call at a time (ms). */
  add(bridge: CalledBridge, tool: string, atMs: number): void {
    const recent = (this.calls.get(tool) ?? []).filter((call) => call.atMs > atMs - hourMs);
    this.calls.set(tool, [...recent, { bridge, atMs }]);
  }

  /**
   * Times (ms) within the hour before `nowMs`, oldest first: for the bridge with this name, and for any
   * with the same target.
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
