/** An item becomes a task by itself once it has not changed for so long: whoever saves a note may write it in parts. */
export const settledMs = 1_000;

export const planApprovals = ['always', 'risky', 'never'] as const;
/** When a plan that nobody asked for waits in `Plans/pending`: always, where it may do harm, or never. */
export type PlanApproval = (typeof planApprovals)[number];

/** How far items move by themselves. */
export interface LoopSettings {
  /** Items of a known type become tasks by themselves; else they are suggested. */
  readonly takesItems: boolean;
  /** Their plans are written by themselves; else they are suggested. */
  readonly writesPlans: boolean;
  readonly planApproval: PlanApproval;
  /** What happened in runs of agents may be recorded as decisions. */
  readonly trajectories: boolean;
  /** Items that lay there before the first start are taken, too. */
  readonly takesEarlier: boolean;
}

/** What of it a person chooses for the vault. That earlier items are taken is said at a start of the runner only. */
export type ChosenLoop = Partial<Omit<LoopSettings, 'takesEarlier'>>;

/** In Obsidian a person decides what becomes a task. */
export const loopOfPlugin: LoopSettings = {
  takesItems: false,
  writesPlans: false,
  planApproval: 'risky',
  trajectories: true,
  takesEarlier: false,
};

/** The runner works where nobody looks. */
export const loopOfRunner: LoopSettings = { ...loopOfPlugin, takesItems: true, writesPlans: true };
