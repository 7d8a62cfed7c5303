const planName = /^PLAN-(\d{4})-(\d{3,6})(?!\d)/;
/** No plan is counted on from a number above this, which would leave none: an id has six digits at most. */
export const mostPlans = 900_000;

/** The highest plan number of each year, of the ids and file names it was told. */
export class PlanNumbers {
  private readonly highest = new Map<string, number>();

  /** Takes in a `task_id` or base name; what is neither is passed over. */
  note(name: string): void {
    const [, year, number] = planName.exec(name) ?? [];
    if (year === undefined || Number(number) > mostPlans) return;
    this.highest.set(year, Math.max(this.highestOf(year), Number(number)));
  }

  /** Whether it never was told this number of that year, nor a higher one. */
  isAbove(planId: string): boolean {
    const [, year = '', number] = planName.exec(planId) ?? [];
    return Number(number) > this.highestOf(year);
  }

  highestOf(year: number | string): number {
    return this.highest.get(String(year)) ?? 0;
  }
}
