import { fail, ok, type Result } from '../../../core/errors.js';
import type { Brief } from '../../../engine/operations/new-plans/evaluate-brief.js';
import type { Operations } from '../../../engine/operations/operations.js';
import { startTyped, type NewMission, type TypedMission } from './new-mission.js';
import { answerOf, type AskSimilar } from './start-as-person.js';

/** A mission for an existing item or another note of the vault. */
export class ItemMission implements Pick<NewMission, 'keep' | 'plan'> {
  constructor(
    private readonly path: string,
    /** The same, with the link that names it. */
    private readonly brief: Brief,
    private readonly operations: Pick<Operations, 'evaluateBrief' | 'keepAsTask' | 'startPlan'>,
    private readonly ask: AskSimilar,
  ) {}

  /** Marks the item as a task; returns its path. */
  async keep(): Promise<Result<string>> {
    const { path } = this;
    const kept = await this.operations.keepAsTask({ path });
    if (!kept.ok) return kept;
    if (kept.value.remembered) return ok(path);
    return fail(
      'input_invalid',
      'This note has no properties, so the choice can’t be saved in it.',
      'Close this window and press “Ignore” at its suggestion.',
      { path },
    );
  }

  /** Returns the plan's path; `null` if it is similar to another plan and the person wants neither. */
  async plan(typed: TypedMission): Promise<Result<string | null>> {
    const { brief, operations } = this;
    const answered = await answerOf(operations, this.ask, brief);
    return answered === null ? ok(null) : startTyped(operations, brief, typed, answered);
  }
}
