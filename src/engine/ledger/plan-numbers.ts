const planName = /^PLAN-(\d{4})-(\d{3,6})(?!\d)/;
/** Higher numbers are ignored, so that the next ones still fit into six digits. */
export const mostPlans = 900_000;

export class PlanNumbers {
  private readonly highest = new Map<string, number>();

  /** Accepts a `task_id` or the base name of a note. */
  note(name: string): void {
    const [, year, number] = planName.exec(name) ?? [];
    if (year === undefined || Number(number) > mostPlans) return;
    this.highest.set(year, Math.max(this.highestOf(year), Number(number)));
  }

  isAbove(planId: string): boolean {
    const [, year = '', number] = planName.exec(planId) ?? [];
    return Number(number) > this.highestOf(year);
  }

  highestOf(year: number | string): number {
    return this.highest.get(String(year)) ?? 0;
  }
}
