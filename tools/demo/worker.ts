import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Engine } from '../../src/engine/engine.js';
import type { Mission, WorkStep } from './mission.js';

const actor = 'Agent (demo)';

/**
 * A scripted agent. It knows nothing but the vault and the public operations: each time it looks, it
 * does the next thing that is to be done. So it goes on after any crash.
 */
export class Worker {
  private busy = false;
  private again = false;

  constructor(
    private readonly engine: Engine,
    private readonly vault: string,
    private readonly missions: readonly Mission[],
    private readonly say: (text: string) => void,
  ) {}

  /** Looks, and works until there is nothing left that it may do. */
  async look(): Promise<void> {
    this.again = true;
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.again) {
        this.again = false;
        while (await this.workOnce()) {
          // Each round does one thing and looks again.
        }
      }
    } finally {
      this.busy = false;
    }
  }

  private async workOnce(): Promise<boolean> {
    if (await this.startMission()) return true;
    const resumed = await this.engine.operations.resumePlan({});
    if (!resumed.ok) return false;
    const { plan, nextStep, waitingFor } = resumed.value;
    const mission = this.missions.find((candidate) => candidate.objective === plan.objective);
    const step = mission?.steps.find(({ text }) => withoutHand(text) === nextStep?.text);
    if (!step || !nextStep || waitingFor.length > 0) return false;
    return step.draft
      ? this.draft(plan.planId, nextStep.position, step)
      : this.work(plan.planId, nextStep.position, step);
  }

  private async startMission(): Promise<boolean> {
    for (const mission of this.missions) {
      if (!(await exists(join(this.vault, mission.item)))) continue;
      const brief = await this.engine.operations.evaluateBrief({ path: mission.item });
      if (!brief.ok || brief.value.existing || (await this.isTaken(mission))) continue;
      const made = await this.engine.operations.initializePlan({
        objective: mission.objective,
        context: mission.context,
        sourceLink: brief.value.sourceLink,
        steps: mission.steps.map(({ text, draft }) => ({
          text: withoutHand(text),
          gated: draft !== undefined,
        })),
        priority: 'high',
        // Each item is an invoice of its own, however alike they read.
        evenIfSimilar: true,
        actor,
      });
      if (!made.ok) throw new Error(made.error.message);
      this.say(`plan ${made.value.planId} made from ${basename(mission.item)}`);
      return true;
    }
    return false;
  }

  /**
   * Whether a plan was made from the item before: the vault is the worker's only memory. A plan
   * moves from the first folder to the second, so in this order it is seen in one of them.
   */
  private async isTaken({ item }: Mission): Promise<boolean> {
    for (const folder of ['Plans', 'Done/Plans']) {
      for (const name of await readdir(join(this.vault, folder))) {
        const text = await readFile(join(this.vault, folder, name), 'utf8').catch(() => '');
        if (text.includes(`[[${basename(item, '.md')}]]`)) return true;
      }
    }
    return false;
  }

  private async work(planId: string, position: number, step: WorkStep): Promise<boolean> {
    const rationale = (await step.work?.(this.vault)) ?? 'Done';
    const ticked = await this.engine.operations.updatePlanStep({
      planId,
      step: position,
      rationale,
      actor,
    });
    if (ticked.ok) this.say(`step ${position} done: ${withoutHand(step.text)}`);
    return ticked.ok;
  }

  private async draft(planId: string, position: number, step: WorkStep): Promise<boolean> {
    const draft = step.draft?.(this.vault);
    if (!draft) return false;
    const drafted = await this.engine.operations.draftExternalAction({
      planId,
      step: position,
      actionType: 'email',
      rationale: `Step ${position} of ${planId}: the invoice is ready and was asked for.`,
      ...draft,
      actor,
    });
    if (drafted.ok) this.say(`step ${position} drafted: ${basename(drafted.value.path)}`);
    return drafted.ok;
  }
}

function withoutHand(text: string): string {
  return text.replace(/^✋\s*/u, '');
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
