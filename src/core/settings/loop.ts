/** A note may be saved in parts. So an item is read only when it stayed unchanged for so long. */
export const settledMs = 1_000;

export const planApprovals = ['always', 'risky', 'never'] as const;
export type PlanApproval = (typeof planApprovals)[number];

export interface LoopSettings {
  readonly takesItems: boolean;
  readonly writesPlans: boolean;
  readonly planApproval: PlanApproval;
  readonly trajectories: boolean;
  readonly takesEarlier: boolean;
}

export type ChosenLoop = Partial<Omit<LoopSettings, 'takesEarlier'>>;

export const loopOfPlugin: LoopSettings = {
  takesItems: false,
  writesPlans: false,
  planApproval: 'risky',
  trajectories: true,
  takesEarlier: false,
};

export const loopOfRunner: LoopSettings = { ...loopOfPlugin, takesItems: true, writesPlans: true };
