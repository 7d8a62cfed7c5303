const hourMs = 3_600_000;

/** The bridge of a call: the digest of its target, and its name. */
export interface CalledBridge {
  readonly digest: string;
  /** The bridge's name; absent if it is not known. */
  readonly alias?: string;
}

interface TimedCall {
  readonly bridge: CalledBridge;
  readonly atMs: number;
}

/** When the tools of bridges were called, for the hourly limit. */
export class CallTimes {
  private readonly calls = new Map<string, readonly TimedCall[]>();

  /** Adds a call at a time (ms since 1970). */
  add(bridge: CalledBridge, tool: string, atMs: number): void {
    const recent = (this.calls.get(tool) ?? []).filter((call) => call.atMs > atMs - hourMs);
    this.calls.set(tool, [...recent, { bridge, atMs }]);
  }

  /**
   * Times (ms) of the last `most` calls within the hour before `nowMs`, in their order: of the bridge with this name, and of
   * any with the same target.
   */
  withinHour(
    { digest, alias }: CalledBridge,
    tool: string,
    nowMs: number,
    most: number,
  ): readonly number[] {
    const times: number[] = [];
    const calls = this.calls.get(tool) ?? [];
    for (let at = calls.length - 1; at >= 0 && times.length < most; at -= 1) {
      const call = calls[at];
      const isSame = call?.bridge.digest === digest || call?.bridge.alias === alias;
      if (call && isSame && call.atMs > nowMs - hourMs) times.push(call.atMs);
    }
    return times.reverse();
  }
}
