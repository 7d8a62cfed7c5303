import type { Alert } from '../core/mission/summaries.js';
import type { EngineContext } from './context.js';
import type { LedgerBook } from './ledger-book.js';

/** The work of looking at the other ledgers of the vault again. */
export const lookAtLedgers = 'ledgers:vault';

/** Looks at the other ledgers again, and says what is to be said of them; whether that changed. */
export async function otherLedgersChanged({
  alerts,
  book,
}: Pick<EngineContext, 'alerts' | 'book'>): Promise<boolean> {
  await book.hear();
  return alerts.replace('ledgers', ledgerAlerts(book));
}

/** That several ledgers run actions for one vault, or did, and which of them prepares what is new. */
function ledgerAlerts({ ledgers, isActing, epoch: own }: LedgerBook): readonly Alert[] {
  const acting = ledgers.acting();
  if (!isActing) {
    const [epoch = ''] = acting.filter((other) => other !== own);
    const device = ledgers.deviceOf(epoch);
    const computer = device ?? 'Another computer';
    return [
      {
        subject: 'ledgers',
        kind: 'other_device',
        text: acting.includes(own)
          ? `${computer} and this computer were switched on before either had heard of the other: neither prepares what is new.`
          : `${computer} runs actions for this vault, or did so before this computer: what is new is prepared there, not here.`,
        advice:
          'What was prepared here still runs here. To prepare and run the rest here too, switch actions off on that computer, if it is still in use, and take over.',
        offers: { do: 'take_over', epoch, device },
      },
    ];
  }
  const [epoch] = [...ledgers.standing()].filter((other) => other !== own).sort();
  if (epoch === undefined) return [];
  const device = ledgers.deviceOf(epoch);
  return [
    {
      subject: 'ledgers',
      kind: 'other_device',
      text: `${device ?? 'Another computer'} may run actions for this vault too. Only this computer prepares what is new.`,
      advice:
        'Two computers need not run actions for one vault: switch them off on one. If that one is no longer in use, take over from it.',
      offers: { do: 'take_over', epoch, device },
    },
  ];
}
