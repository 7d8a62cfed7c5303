import { fail, ok, type Result } from '../../../core/errors.js';
import type { Priority } from '../../../core/plan/plan.js';
import type { ProposedStep } from '../../../core/task/brief-steps.js';
import type { Brief } from '../../../engine/operations/new-plans/evaluate-brief.js';
import type { Operations } from '../../../engine/operations/operations.js';
import type { NoteStore } from '../../../ports/note-store.js';
import { writeItem } from './new-item.js';
import { answerOf, type Answered, type AskSimilar } from './start-as-person.js';

export interface TypedMission {
  readonly text: string;
  readonly title: string;
  readonly priority: Priority;
  readonly isProposed?: boolean;
  readonly steps?: readonly ProposedStep[];
  readonly isComplex?: boolean;
}

export interface MissionWriter {
  readonly operations: Pick<Operations, 'evaluateBrief' | 'keepAsTask' | 'startPlan'>;
  readonly ask: AskSimilar;
  readonly store: Pick<NoteStore, 'create'>;
  readonly folder: string;
  readonly now: () => number;
  readonly source?: string;
  /** Makes the engine look at a note that the plugin wrote. The plugin's own writes cause no event. */
  readonly look: (path: string) => void;
}

const typedHere = 'message';

/** Saves a person's text as an item. If the person wants, also makes a plan of the item. */
export class NewMission {
  private item: { readonly path: string; readonly typed: string } | null = null;

  constructor(private readonly writer: MissionWriter) {}

  async keep(typed: TypedMission): Promise<Result<string>> {
    const path = await this.written(typed);
    if (!path.ok) return path;
    if (typed.isComplex === true) await this.writer.operations.keepAsTask({ path: path.value });
    this.writer.look(path.value);
    return path;
  }

  async plan(typed: TypedMission): Promise<Result<string | null>> {
    const brief = { text: typed.text, sourceLink: typedHere };
    const answered = await answerOf(this.writer.operations, this.writer.ask, brief);
    if (answered === null) return ok(null);
    const item = await this.written(typed);
    if (!item.ok) return item;
    const path = item.value;
    const started = await startTyped(this.writer.operations, { path }, typed, answered);
    this.writer.look(path);
    if (!started.ok) {
      const { code, message, advice, ...place } = started.error;
      return fail(code, message, `${advice} What you typed is saved in ${path}.`, place);
    }
    return ok(started.value ?? path);
  }

  private async written(typed: TypedMission): Promise<Result<string>> {
    const { store, folder, now, source } = this.writer;
    const said = JSON.stringify({ ...typed, steps: undefined });
    if (this.item?.typed === said) return ok(this.item.path);
    const path = await writeItem(store, folder, {
      ...typed,
      ...(source === undefined ? {} : { source }),
      nowMs: now(),
    });
    if (path.ok) this.item = { path: path.value, typed: said };
    return path;
  }
}

export async function startTyped(
  operations: Pick<Operations, 'startPlan'>,
  brief: Brief,
  { title, priority, isProposed, steps }: TypedMission,
  answered: Answered,
): Promise<Result<string | null>> {
  const started = await operations.startPlan({
    ...brief,
    ...answered,
    actor: 'Human',
    objective: title,
    ...(steps === undefined ? {} : { steps }),
    ...(isProposed === true ? {} : { priority }),
    evenIfSimple: true,
  });
  if (!started.ok) return started;
  return ok(started.value.kind === 'plan' ? started.value.path : null);
}
