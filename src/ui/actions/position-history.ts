/** A rectangle in the window, in CSS pixels. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Position {
  readonly at: Rectangle;
  readonly sinceMs: number;
}

const rememberedMs = 2_000;

export class PositionHistory {
  private positions: readonly Position[] = [];

  note(at: Rectangle, nowMs: number): void {
    const last = this.positions.at(-1);
    if (last && isSame(last.at, at)) return;
    const until = nowMs - rememberedMs;
    const kept = this.positions.filter((_place, index) => {
      const next = this.positions[index + 1];
      return next === undefined || next.sinceMs > until;
    });
    const { left, top, right, bottom } = at;
    this.positions = [...kept, { at: { left, top, right, bottom }, sinceMs: nowMs }];
  }

  /** Returns for how many milliseconds the control has covered this point. */
  steadyMs(point: { readonly x: number; readonly y: number }, nowMs: number): number {
    let sinceMs = nowMs;
    for (const place of [...this.positions].reverse()) {
      if (!contains(place.at, point)) break;
      ({ sinceMs } = place);
    }
    return nowMs - sinceMs;
  }

  unchangedMs(nowMs: number): number {
    return nowMs - (this.positions.at(-1)?.sinceMs ?? nowMs);
  }
}

function isSame(a: Rectangle, b: Rectangle): boolean {
  return a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom;
}

function contains(
  { left, top, right, bottom }: Rectangle,
  { x, y }: { readonly x: number; readonly y: number },
): boolean {
  return left <= x && x <= right && top <= y && y <= bottom;
}
