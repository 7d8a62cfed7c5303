import { fail, ok, type Result } from '../../../core/errors.js';
import {
  fromTrajectory,
  type TrajectoryEvent,
} from '../../../core/reasoning/exchange/from-trajectory.js';
import type { RecordVerb } from '../../../core/reasoning/new-entries.js';
import type { Actor, Operation, OperationContext } from '../shared/operation.js';
import { recordDecisions, type RecordedEntries } from './record-decisions.js';

export interface RecordEventsInput {
  readonly planId?: string | undefined;
  readonly goal?: string | undefined;
  readonly events: readonly TrajectoryEvent[];
  readonly actor: Actor;
}

export interface RecordedEvents extends RecordedEntries {
  readonly verbs: readonly RecordVerb[];
  readonly told: readonly string[];
}

export const recordEvents: Operation<RecordEventsInput, RecordedEvents> = async (
  context,
  { planId, goal, events, actor },
) => {
  const whyNot = whyNoTrajectories(context);
  if (!whyNot.ok) return whyNot;
  const { entries, told } = fromTrajectory(events, goal ?? null);
  if (entries.length === 0)
    return fail('input_invalid', 'No event could be recorded.', told.join(' '));
  const wanted = entries.map(({ entry }) => entry);
  const recorded = await recordDecisions(context, { planId, entries: wanted, actor });
  return recorded.ok
    ? ok({ ...recorded.value, verbs: wanted.map((one) => one.do), told })
    : recorded;
};

export function whyNoTrajectories({ planning }: OperationContext): Result<void> {
  if (planning().loop.trajectories) return ok(undefined);
  const message = 'Trajectories are not kept as decisions in this vault.';
  return fail('input_invalid', message, 'Switch it on in the settings, below Tasks.');
}
