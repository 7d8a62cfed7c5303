import type { EpochClaim } from '../core/audit/epochs.js';
import type { Alert } from '../core/mission/summaries.js';
import type { EngineContext } from './context.js';
import type { LedgerBook } from './ledger-book.js';
import type { VaultLedgers } from './vault-ledgers.js';

/** The work of looking at the other ledgers of the vault again. */
export const lookAtLedgers = 'ledgers:vault';

/** What is to be looked at when an audit file changed; `null`: it is none. */
export function workOfLog({ ledgers }: LedgerBook, path: string): string | null {
  if (ledgers.isAnothers(path)) return lookAtLedgers;
  return ledgers.isOwn(path) ? `audit:${path}` : null;
}

/** Looks at the other ledgers again, and says what is to be said of them; whether anything is new. */
export async function otherLedgersChanged({
  alerts,
  book,
}: Pick<EngineContext, 'alerts' | 'book'>): Promise<boolean> {
  const isNew = await book.hear();
  return alerts.replace('ledgers', ledgerAlerts(book)) || isNew;
}

/** That several ledgers run actions for one vault, or did, and which of them prepares what is new. */
export function ledgerAlerts({ ledgers }: LedgerBook): readonly Alert[] {
  const { contests } = ledgers;
  const { latest } = contests;
  if (latest) {
    const { epoch, device } = latest;
    return [
      {
        subject: 'ledgers',
        kind: 'other_device',
        ...contestWords(ledgers, latest),
        offers: { do: 'take_over', epoch, device },
      },
    ];
  }
  const [epoch] = [...ledgers.standing()].sort();
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

function contestWords(ledgers: VaultLedgers, latest: EpochClaim): Pick<Alert, 'text' | 'advice'> {
  const { file } = latest;
  if (file !== undefined) {
    return {
      text: `${file} tells of more ledgers, take-overs or calls than there can be, so nothing is prepared or run here.`,
      advice:
        'Something may have made them up, to hide another computer among them. Look who wrote that file, remove it if it is no computer of yours, and take over to go on.',
    };
  }
  return {
    text: happened(ledgers, latest),
    advice:
      'What was approved here stays as it lies. To prepare and run actions here, switch them off on that computer, if it is still in use, and take over.',
  };
}

function happened({ contests }: VaultLedgers, latest: EpochClaim): string {
  const { device } = latest;
  if (contests.wereBothPressed(latest)) {
    return `Somebody took over on ${device} and on this computer, so nothing is prepared or run here. ${device} does so only if it had heard of this computer's take-over before that; otherwise neither does.`;
  }
  return contests.isTie(latest)
    ? `${device} and this computer were switched on before either had heard of the other: neither prepares or runs anything.`
    : `${device} runs actions for this vault, or did so before this computer: what is new is prepared there, and nothing is run here.`;
}
