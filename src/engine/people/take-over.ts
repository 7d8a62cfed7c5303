import { fail, ok, type Result } from '../../core/errors.js';
import type { Gesture } from '../../core/request/gesture.js';
import { mayAct, takeGesture, type PeopleContext } from './people-context.js';

export interface TakeOverInput {
  /** The epoch that the requests were completed for. */
  readonly epoch: string;
  readonly gesture: Gesture;
}

/** Nobody writes longer names of epochs than this. */
const longestEpoch = 100;

/**
 * A person takes over what another device, or a ledger that is gone, had prepared (gate.md, "Completing
 * and signing"). First what the vault tells of its calls is imported; then each open request of it
 * comes back under a new id, those that sync brings later too, and always asks “I checked”: whether it
 * ran there, nobody here knows.
 */
export async function takeOver(
  context: PeopleContext,
  input: TakeOverInput,
): Promise<Result<{ readonly epoch: string }>> {
  const { epoch } = input;
  const gesture = takeGesture(context, input.gesture);
  if (!gesture.ok) return gesture;
  const may = mayAct(context);
  if (!may.ok) return may;
  const { book, index, turns, lookAgain } = context;
  if (epoch === '' || epoch.length > longestEpoch || epoch === book.epoch) {
    return fail(
      'input_invalid',
      'There is nothing of another device to take over.',
      'Look at the alerts as they are now.',
    );
  }
  return turns.take('take-over', async () => {
    if (!book.facts.takenOver.has(epoch)) {
      const spent = await book.unknownAttempts();
      const device = book.deviceOf(epoch) ?? 'another device or a lost ledger';
      const recorded = await book.record(
        { kind: 'taken_over', epochs: [epoch], spent },
        {
          actor: 'Human',
          event: 'taken_over',
          detail: `A person took over what ${device} had prepared; ${spent.length} earlier actions became known.`,
        },
      );
      if (!recorded.ok) return recorded;
    }
    for (const { requestId } of index.requests()) lookAgain(`request:${requestId}`);
    return ok({ epoch });
  });
}
