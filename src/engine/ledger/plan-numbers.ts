const planName = /^PLAN-(\d{4})-(\d{3,6})(?!\d)/;
/** A number above this is made up, and would leave none for the plans after it: an id has six digits at most. */
const mostPlans = 900_000;

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
