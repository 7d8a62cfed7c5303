import { fail, ok, type Result } from '../../../core/errors.js';
import type { Brief } from '../../../engine/operations/new-plans/evaluate-brief.js';
import type { Operations } from '../../../engine/operations/operations.js';
import { startTyped, type NewMission, type TypedMission } from './new-mission.js';
import { answerOf, type AskSimilar } from './start-as-person.js';

/** A mission of an item, or of another note, that lies in the vault already. */
export class ItemMission implements Pick<NewMission, 'keep' | 'plan'> {
  constructor(
    private readonly path: string,
    /** The same, with the link that names it. */
    private readonly brief: Brief,
    private readonly operations: Pick<Operations, 'evaluateBrief' | 'keepAsTask' | 'startPlan'>,
    private readonly ask: AskSimilar,
  ) {}

  /** The item's path; it says itself from now on that it is a task. */
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

  /** The plan's path; `null`: it is like another plan, and the person wants neither. */
  async plan(typed: TypedMission): Promise<Result<string | null>> {
    const { brief, operations } = this;
    const answered = await answerOf(operations, this.ask, brief);
    return answered === null ? ok(null) : startTyped(operations, brief, typed, answered);
  }
}
