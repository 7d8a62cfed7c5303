import { markLength, takenOver } from '../../core/audit/epochs.js';
import { fail, ok, type Result } from '../../core/errors.js';
import type { Gesture } from '../../core/request/approval/gesture.js';
import { deviceMeant, formatDevice } from '../../core/settings/device-names.js';
import { unreadAudit } from '../runtime/failed-work.js';
import { mayTakeOver } from '../requests/of-another-ledger.js';
import { lookAtLedgers } from '../ledger/other-ledgers.js';
import { mayAct, takeGesture, type PersonContext } from './shared/person-context.js';

export interface TakeOverInput {
  readonly epoch: string;
  readonly gesture: Gesture;
}

const longestEpoch = 100;

export async function takeOver(
  context: PersonContext,
  { epoch, gesture }: TakeOverInput,
): Promise<Result<{ readonly epoch: string }>> {
  const taken = takeGesture(context, gesture);
  return taken.ok ? takeOverFrom(context, epoch) : taken;
}

/** Takes over from the ledger that a person names by its device or its epoch. */
export async function takeOverByWord(
  context: PersonContext,
  { whose }: { readonly whose: string },
): Promise<Result<{ readonly epoch: string }>> {
  const { ledgers } = context.book;
  const named = deviceMeant(context.config(), whose);
  const epochs = named.startsWith('e-') ? [named] : ledgers.epochsOf(named);
  const epoch = epochs.find((one) => ledgers.conflicts.conflictsWith(one)) ?? epochs.at(-1);
  if (epoch !== undefined) return takeOverFrom(context, epoch);
  return fail(
    'input_invalid',
    `The audit files of this vault name no computer ${whose}.`,
    'Name it as the alert does, by its name or as `d-…`; or name the epoch in the last line of its request.',
  );
}

/** Takes over from the ledger with this epoch (docs/gate.md#prepare-and-sign). */
async function takeOverFrom(
  context: PersonContext,
  epoch: string,
): Promise<Result<{ readonly epoch: string }>> {
  const may = mayAct(context);
  if (!may.ok) return may;
  const { book, ids, index, keyedQueue, lookAgain } = context;
  const { conflicts } = book.ledgers;
  const isOwn = epoch === book.epoch;
  const isNothing = isOwn && !conflicts.conflictsWith(epoch);
  if (epoch === '' || epoch.length > longestEpoch || isNothing) {
    return fail(
      'input_invalid',
      'There is nothing of another device to take over.',
      'Check the current alerts.',
    );
  }
  if (!mayTakeOver(context, epoch)) {
    const device = formatDevice(context.config(), book.conflictWith ?? 'Another computer');
    return fail(
      'request_not_ready',
      `${device} runs actions for this vault.`,
      'Take over from that computer first, or take this over there.',
    );
  }
  const taken = keyedQueue.take('take-over', async () => {
    if (!book.facts.takenOver.has(epoch) || !book.isActive) {
      const spent = await book.unknownAttempts();
      const told = await book.toldElsewhere();
      const device = isOwn ? book.conflictWith : book.ledgers.deviceOf(epoch);
      const mark = ids.random(markLength);
      const recorded = await book.record(
        { kind: 'taken_over', epochs: isOwn ? [] : [epoch], spent, ...told },
        {
          actor: 'Human',
          event: 'taken_over',
          ...takenOver({ epoch, device }, book.epoch, spent.length, mark),
        },
      );
      if (!recorded.ok) return recorded;
      for (const id of context.undoWindows.ids()) context.undoWindows.drop(id);
    }
    lookAgain(lookAtLedgers);
    lookAgain('outside:');
    for (const { requestId } of index.requests()) lookAgain(`request:${requestId}`);
    return ok({ epoch });
  });
  return taken.catch((error: unknown) => {
    const problem = unreadAudit(error);
    if (problem === null) throw error;
    return { ok: false, error: problem };
  });
}
