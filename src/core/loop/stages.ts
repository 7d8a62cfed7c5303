export const STAGES = [
  'WATCH',
  'WRITE',
  'REASON',
  'PLAN',
  'APPROVE',
  'ACT',
  'LOG',
  'CLOSE',
] as const;
export type Stage = (typeof STAGES)[number];

export function isNamed(stage: Stage | undefined): boolean {
  return stage !== 'WATCH' && stage !== 'WRITE';
}

export interface TaskFacts {
  readonly accepted: boolean;
  readonly written: boolean;
  readonly assessed: boolean;
  readonly planned: boolean;
  readonly approved: boolean;
  readonly finished: boolean;
  readonly logged: boolean;
}

export interface Passage {
  readonly event: string;
  readonly from: Stage;
  readonly to: Stage;
  readonly isOpen: (facts: TaskFacts) => boolean;
}

/** A task takes the first passage that is open. */
export const passages: readonly Passage[] = [
  { event: 'ACCEPT', from: 'WATCH', to: 'WRITE', isOpen: ({ accepted }) => accepted },
  { event: 'WRITE', from: 'WRITE', to: 'REASON', isOpen: ({ written }) => written },
  { event: 'ASSESS', from: 'REASON', to: 'PLAN', isOpen: ({ assessed }) => assessed },
  { event: 'PLAN', from: 'PLAN', to: 'APPROVE', isOpen: ({ planned }) => planned },
  { event: 'APPROVE', from: 'APPROVE', to: 'ACT', isOpen: ({ approved }) => approved },
  { event: 'FINISH', from: 'ACT', to: 'LOG', isOpen: ({ finished }) => finished },
  { event: 'WITHDRAW_APPROVAL', from: 'ACT', to: 'APPROVE', isOpen: ({ approved }) => !approved },
  { event: 'LOG', from: 'LOG', to: 'CLOSE', isOpen: ({ logged }) => logged },
  { event: 'REOPEN', from: 'CLOSE', to: 'ACT', isOpen: ({ finished }) => !finished },
];

export function isBackward(from: Stage, to: Stage): boolean {
  return STAGES.indexOf(to) < STAGES.indexOf(from);
}

export function nextStage(at: Stage, facts: TaskFacts): Stage | null {
  return passages.find(({ from, isOpen }) => from === at && isOpen(facts))?.to ?? null;
}
