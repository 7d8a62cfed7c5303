import { takenOverWords } from '../../core/audit/epochs.js';
import { fail, ok, type Result } from '../../core/errors.js';
import type { Gesture } from '../../core/request/gesture.js';
import { mayTakeOver } from '../gate/taken-over.js';
import { lookAtLedgers } from '../ledger-alerts.js';
import { mayAct, takeGesture, type PeopleContext } from './people-context.js';

export interface TakeOverInput {
  /** The epoch that the requests were completed for. */
  readonly epoch: string;
  readonly gesture: Gesture;
}

/** Nobody writes longer names of epochs than this. */
const longestEpoch = 100;

/** A person takes over at a button. */
export async function takeOver(
  context: PeopleContext,
  { epoch, gesture }: TakeOverInput,
): Promise<Result<{ readonly epoch: string }>> {
  const taken = takeGesture(context, gesture);
  return taken.ok ? takeOverFrom(context, epoch) : taken;
}

/**
 * A person takes over at a terminal, with a typed word: for who has no panel. `whose` is a device as an
 * alert names it, or an epoch. It lets nothing run: what comes back asks “I checked” of a person.
 */
export async function takeOverByWord(
  context: PeopleContext,
  { whose }: { readonly whose: string },
): Promise<Result<{ readonly epoch: string }>> {
  const { ledgers } = context.book;
  const acting = ledgers.acting();
  const epochs = whose.startsWith('e-') ? [whose] : ledgers.epochsOf(whose);
  const epoch = epochs.find((one) => acting.includes(one)) ?? epochs.at(-1);
  if (epoch !== undefined) return takeOverFrom(context, epoch);
  return fail(
    'input_invalid',
    `The audit files of this vault tell of no computer ${whose}.`,
    'Name it as the alert does, as `d-…`; or name the epoch in the last line of its request.',
  );
}

/**
 * A person takes over what another device, or a ledger that is gone, had prepared (gate.md, "Completing
 * and signing"). First what the vault tells of its calls is imported; then each open request of it
 * comes back under a new id, those that sync brings later too, and always asks “I checked”: whether it
 * ran there, nobody here knows.
 */
async function takeOverFrom(
  context: PeopleContext,
  epoch: string,
): Promise<Result<{ readonly epoch: string }>> {
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
  if (!mayTakeOver(context, epoch)) {
    const [other = ''] = book.ledgers.acting().filter((one) => one !== book.epoch);
    const acting = book.ledgers.deviceOf(other) ?? 'Another computer';
    return fail(
      'request_not_ready',
      `${acting} runs actions for this vault.`,
      'Take over from that computer first, or take this over there.',
    );
  }
  return turns.take('take-over', async () => {
    // Again, where that one took over in turn.
    if (!book.facts.takenOver.has(epoch) || !book.isActing) {
      const spent = await book.unknownAttempts();
      const device = book.ledgers.deviceOf(epoch);
      const claim = { epoch: book.epoch, number: book.ledgers.nextNumber() };
      const recorded = await book.record(
        { kind: 'taken_over', epochs: [epoch], spent },
        {
          actor: 'Human',
          event: 'taken_over',
          detail: takenOverWords({ epoch, device }, claim, spent.length),
        },
      );
      if (!recorded.ok) return recorded;
    }
    lookAgain(lookAtLedgers);
    for (const { requestId } of index.requests()) lookAgain(`request:${requestId}`);
    return ok({ epoch });
  });
}
