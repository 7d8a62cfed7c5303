/**
 * What the notes must come to, worked out a second time from docs/vault-format.md alone. Nothing of the
 * engine or its rules is used here, so that both can only agree by being right.
 */
export interface ModelStep {
  readonly words: string;
  gated: boolean;
  done: boolean;
  /** Its box has a mark that says that nothing runs for it. */
  isSetAside?: boolean;
  /** Positions that its line names as `(after …)`. */
  readonly after: readonly number[] | null;
  blockId: string | null;
  /** An action was carried out for it once. */
  wasRun: boolean;
}

export type ModelStatus = 'Active' | 'Blocked' | 'Draft' | 'Done' | 'Cancelled';

/** One plan note. */
export interface ModelPlan {
  readonly id: string;
  /** Words that no other note has; they find it in the vault, wherever it lies. */
  readonly mark: string;
  readonly source: string;
  createdMs: number;
  priority: string;
  status: ModelStatus;
  /** The request that its block names; `null` when a person blocked it. */
  waitsFor: string | null;
  steps: ModelStep[];
  /** What somebody made of it. */
  state: 'whole' | 'broken' | 'away';
}

export interface ModelRequest {
  readonly id: string;
  readonly planId: string;
  readonly blockId: string;
  readonly stepWords: string;
  readonly createdMs: number;
}

export interface MissionSaid {
  readonly id: string;
  readonly status: string;
  readonly waitsFor: string | null;
  readonly priority: string;
  readonly next: string | null;
  readonly progress: string;
}

export interface Said {
  readonly missions: readonly MissionSaid[];
  readonly counts: Readonly<Record<'active' | 'blocked' | 'draft', number>>;
  readonly waiting: readonly string[];
  /** Where work goes on: the plan's id, its next step, what waits; or why nobody can tell. */
  readonly resumption:
    | { readonly id: string; readonly next: string | null; readonly waiting: readonly string[] }
    | 'nothing'
    | 'two notes of one id';
}

const rank: Readonly<Record<ModelStatus, number>> = {
  Active: 0,
  Blocked: 1,
  Draft: 2,
  Done: 3,
  Cancelled: 3,
};

/** The Dashboard and the panel name no more missions; they count them all. */
const mostShown = 10;

/** Whether a plan still is work to do. */
export function isMission({ status }: Pick<ModelPlan, 'status'>): boolean {
  return rank[status] < 3;
}

export class MissionModel {
  plans: ModelPlan[] = [];
  /** Those that wait for a person. */
  requests: ModelRequest[] = [];
  /** The ids of plans that ended: only a person opens one again, not a note that somebody writes. */
  readonly ended = new Set<string>();

  /** Notes that lie in the plans folder under one id. */
  notesOf(id: string): readonly ModelPlan[] {
    return this.plans.filter((plan) => plan.id === id && plan.state !== 'away');
  }

  /** Whether an id names one plan that can be read. */
  isClear(plan: ModelPlan): boolean {
    return plan.state === 'whole' && this.notesOf(plan.id).length === 1;
  }

  isWorked(plan: ModelPlan): boolean {
    return (
      this.isClear(plan) &&
      !this.ended.has(plan.id) &&
      (plan.status === 'Active' || plan.status === 'Blocked')
    );
  }

  /** Whether all that must be done before a step is done: what it names, else all above it. */
  isReady(plan: ModelPlan, step: ModelStep): boolean {
    const at = plan.steps.indexOf(step);
    const named = (step.after ?? []).map((position) => plan.steps[position - 1]);
    const isKnown = step.after !== null && named.every((other) => other !== undefined);
    const before = isKnown ? named : plan.steps.slice(0, at);
    return before.every((other) => other?.done);
  }

  /** Whether each number that a step names still is the same step when one more follows the first `place`. */
  keepsNumbers({ steps }: ModelPlan, place: number): boolean {
    const named = steps.flatMap(({ after }) => after ?? []);
    return named.every((position) => position <= place || position > steps.length);
  }

  next(plan: ModelPlan): ModelStep | null {
    const open = plan.steps.filter(({ done, isSetAside }) => !done && isSetAside !== true);
    return open.find((step) => this.isReady(plan, step)) ?? open[0] ?? null;
  }

  end(ended: ModelRequest): void {
    this.requests = this.requests.filter((request) => request !== ended);
  }

  /** What must follow of itself, until nothing more does. */
  settle(): void {
    for (const plan of [...this.plans]) if (this.isClear(plan)) this.settlePlan(plan);
  }

  private settlePlan(plan: ModelPlan): void {
    const mine = (): readonly ModelRequest[] =>
      this.requests.filter(({ planId }) => planId === plan.id);
    const stepOf = ({ blockId }: ModelRequest): ModelStep | undefined =>
      plan.steps.find((step) => step.blockId === blockId);
    const finish = (): void => {
      for (const request of mine()) this.end(request);
      this.plans = this.plans.filter((other) => other !== plan);
      this.ended.add(plan.id);
    };
    if (!isMission(plan)) return finish();
    if (this.ended.has(plan.id)) return;
    for (const request of mine()) {
      const step = stepOf(request);
      if (step?.gated && step.done && step.words === request.stepWords) this.end(request);
    }
    const [blocker] = mine()
      .filter((request) => {
        const step = stepOf(request);
        return step?.gated === true && !step.done && step.isSetAside !== true;
      })
      .sort((a, b) => a.createdMs - b.createdMs || (a.id < b.id ? -1 : 1));
    const isOurs = plan.status === 'Blocked' && plan.waitsFor !== null;
    if (blocker && (plan.status === 'Active' || isOurs)) {
      plan.status = 'Blocked';
      plan.waitsFor = blocker.id;
    } else if (isOurs) {
      plan.status = 'Active';
      plan.waitsFor = null;
    }
    const isFinished = plan.steps.length > 0 && plan.steps.every(({ done }) => done);
    if (plan.status === 'Active' && isFinished) finish();
  }

  /** What everybody must be told now. */
  says(): Said {
    const written = this.plans.filter((plan) => plan.state === 'whole' && isMission(plan));
    const missions = written
      .filter(({ id }) => !this.ended.has(id))
      .sort(
        (a, b) =>
          rank[a.status] - rank[b.status] ||
          b.createdMs - a.createdMs ||
          (a.id < b.id ? 1 : a.id > b.id ? -1 : 0),
      );
    const count = (wanted: ModelStatus): number =>
      written.filter(({ status }) => status === wanted).length;
    return {
      missions: missions.slice(0, mostShown).map((plan) => ({
        id: plan.id,
        status: plan.status,
        waitsFor: plan.status === 'Blocked' ? plan.waitsFor : null,
        priority: plan.priority,
        next: this.next(plan)?.words ?? null,
        progress: `${plan.steps.filter(({ done }) => done).length}/${plan.steps.length}`,
      })),
      counts: { active: count('Active'), blocked: count('Blocked'), draft: count('Draft') },
      waiting: this.requests.map(({ id }) => id).sort(),
      resumption: this.resumption(missions[0]),
    };
  }

  private resumption(current: ModelPlan | undefined): Said['resumption'] {
    if (!current) return 'nothing';
    if (!this.isClear(current)) return 'two notes of one id';
    return {
      id: current.id,
      next: this.next(current)?.words ?? null,
      waiting: this.requests
        .filter(({ planId }) => planId === current.id)
        .map(({ id }) => id)
        .sort(),
    };
  }
}
