import { fail, ok, type Result } from '../../../core/errors.js';
import type { Brief } from '../../../engine/operations/new-plans/evaluate-brief.js';
import type { Operations } from '../../../engine/operations/operations.js';
import { startTyped, type NewMission, type TypedMission } from './new-mission.js';
import { answerOf, type AskSimilar } from './start-as-person.js';

export class ItemMission implements Pick<NewMission, 'keep' | 'plan'> {
  constructor(
    private readonly path: string,
    private readonly brief: Brief,
    private readonly operations: Pick<Operations, 'evaluateBrief' | 'keepAsTask' | 'startPlan'>,
    private readonly ask: AskSimilar,
  ) {}

  async keep(): Promise<Result<string>> {
    const { path } = this;
    const kept = await this.operations.keepAsTask({ path });
    if (!kept.ok) return kept;
    if (kept.value.remembered) return ok(path);
    return fail(
      'input_invalid',
      'The properties of this note can’t be read, so the choice can’t be saved in it.',
      'Repair them and try again, or close this window and press “Ignore” at its suggestion.',
      { path },
    );
  }

  async plan(typed: TypedMission): Promise<Result<string | null>> {
    const { brief, operations } = this;
    const answered = await answerOf(operations, this.ask, brief);
    return answered === null ? ok(null) : startTyped(operations, brief, typed, answered);
  }
}
