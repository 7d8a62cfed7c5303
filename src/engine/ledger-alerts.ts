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
      text: `${device ?? 'Another computer'} may also run actions for this vault. Only this computer prepares new requests.`,
      advice:
        'Only one computer needs to run actions for a vault, so turn them off on the other. If the other is no longer in use, take over from it.',
      offers: { do: 'take_over', epoch, device },
    },
  ];
}

function contestWords(ledgers: VaultLedgers, latest: EpochClaim): Pick<Alert, 'text' | 'advice'> {
  const { file } = latest;
  if (file !== undefined) {
    return {
      text: `${file} lists more ledgers, take-overs or calls than possible, so nothing is prepared or runs here.`,
      advice:
        'The file may have been forged to hide another computer. Find out what wrote it, remove it if it isn’t from one of your computers, then take over.',
    };
  }
  return {
    text: happened(ledgers, latest),
    advice:
      'Requests approved here stay where they are. To prepare and run actions here, turn actions off on that computer (if it is still in use) and take over.',
  };
}

function happened({ contests }: VaultLedgers, latest: EpochClaim): string {
  const { device } = latest;
  if (contests.wereBothPressed(latest)) {
    return `Both ${device} and this computer took over, so nothing is prepared or runs here. ${device} runs actions only if it already knew about this computer’s take-over; otherwise neither does.`;
  }
  return contests.isTie(latest)
    ? `Actions were turned on for ${device} and this computer before either knew about the other, so neither prepares or runs anything.`
    : `${device} runs actions for this vault, or did before this computer. New requests are prepared there, and nothing runs here.`;
}
