/** An item becomes a task after this time without changes, because a note may be saved in parts. */
export const settledMs = 1_000;

export const planApprovals = ['always', 'risky', 'never'] as const;
/**
 * When a plan that nobody asked for waits for approval. `risky` means that the plan may do harm.
 */
export type PlanApproval = (typeof planApprovals)[number];

export interface LoopSettings {
  /** True when items of a known type become tasks automatically. */
  readonly takesItems: boolean;
  /** True when the plans of tasks are written automatically. */
  readonly writesPlans: boolean;
  readonly planApproval: PlanApproval;
  readonly trajectories: boolean;
  readonly takesEarlier: boolean;
}

export type ChosenLoop = Partial<Omit<LoopSettings, 'takesEarlier'>>;

/** The usual settings in Obsidian, where a person decides what becomes a task. */
export const loopOfPlugin: LoopSettings = {
  takesItems: false,
  writesPlans: false,
  planApproval: 'risky',
  trajectories: true,
  takesEarlier: false,
};

export const loopOfRunner: LoopSettings = { ...loopOfPlugin, takesItems: true, writesPlans: true };
