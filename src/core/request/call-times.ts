const hourMs = 3_600_000;

/** When the tools of bridges were called, for what an hour allows. */
export class CallTimes {
  private readonly times = new Map<string, number[]>();

  /** Adds a call at a time (ms). */
  add(bridge: string, tool: string, atMs: number): void {
    const key = keyOf(bridge, tool);
    const recent = this.times.get(key)?.filter((time) => time > atMs - hourMs) ?? [];
    this.times.set(key, [...recent, atMs]);
  }

  /** Times (ms) within the hour before `nowMs`, oldest first. */
  withinHour(bridge: string, tool: string, nowMs: number): readonly number[] {
    return (this.times.get(keyOf(bridge, tool)) ?? []).filter((time) => time > nowMs - hourMs);
  }
}

function keyOf(bridge: string, tool: string): string {
  return `${bridge} ${tool}`;
}
