/**
 * An item becomes a task automatically once it has not changed for this long, because a note may be saved
 * in parts.
 */
export const settledMs = 1_000;

export const planApprovals = ['always', 'risky', 'never'] as const;
/** When a plan that nobody asked for waits in `Plans/pending`: always, if it may do harm, or never. */
export type PlanApproval = (typeof planApprovals)[number];

/** Which steps of an item's life are automatic. */
export interface LoopSettings {
  /** Items of a known type become tasks automatically; otherwise they are suggested. */
  readonly takesItems: boolean;
  /** Their plans are written automatically; otherwise they are suggested. */
  readonly writesPlans: boolean;
  readonly planApproval: PlanApproval;
  /** Events in agents' runs may be recorded as decisions. */
  readonly trajectories: boolean;
  /** Items that existed before the first start are included. */
  readonly takesEarlier: boolean;
}

/**
 * The part that a person chooses for the vault. Including earlier items is an option only at the start of
 * the runner.
 */
export type ChosenLoop = Partial<Omit<LoopSettings, 'takesEarlier'>>;

/** In Obsidian a person decides what becomes a task. */
export const loopOfPlugin: LoopSettings = {
  takesItems: false,
  writesPlans: false,
  planApproval: 'risky',
  trajectories: true,
  takesEarlier: false,
};

/** The runner works without a person watching. */
export const loopOfRunner: LoopSettings = { ...loopOfPlugin, takesItems: true, writesPlans: true };
