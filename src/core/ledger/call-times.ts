const hourMs = 3_600_000;

export interface CalledBridge {
  readonly digest: string;
  readonly alias?: string;
}

interface TimedCall {
  readonly bridge: CalledBridge;
  readonly atMs: number;
}

export class CallTimes {
  private readonly calls = new Map<string, readonly TimedCall[]>();

  add(bridge: CalledBridge, tool: string, atMs: number): void {
    const recent = (this.calls.get(tool) ?? []).filter((call) => call.atMs > atMs - hourMs);
    this.calls.set(tool, [...recent, { bridge, atMs }]);
  }

  /** Returns the times of at most `most` calls in the last hour (ms since 1970). */
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
