import type { EpochClaim } from '../../core/audit/epochs.js';
import type { Problem } from '../../core/errors.js';
import type { Alert, AlertOffer, AlertSubject } from '../../core/alert.js';
import { isConfig, type DeviceConfig } from '../../core/settings/device-config.js';
import { formatDevice } from '../../core/settings/device-names.js';
import { quotedPath } from '../../core/text/quote.js';
import type { LedgerBook } from './ledger-book.js';

interface Known {
  readonly book: LedgerBook;
  readonly config: () => DeviceConfig | Problem;
}

export const lookAtLedgers = 'ledgers:vault';

export function workOfLog({ ledgers }: LedgerBook, path: string): string | null {
  if (ledgers.isAnothers(path)) return lookAtLedgers;
  return ledgers.isOwn(path) ? `audit:${path}` : null;
}

/** Reads what other devices have written; true when this ledger may run actions. */
export async function isActiveNow({
  book,
  lookAgain,
}: Pick<Known, 'book'> & { readonly lookAgain: (key: string) => void }): Promise<boolean> {
  if (await book.observe()) lookAgain(lookAtLedgers);
  return book.isActive;
}

export async function otherLedgersChanged(
  context: Known & {
    readonly alerts: { replace(subject: AlertSubject, alerts: readonly Alert[]): void };
    readonly earlier: { ledgers: string };
  },
): Promise<boolean> {
  const { book, earlier } = context;
  const isNew = await book.observe();
  context.alerts.replace({ kind: 'ledgers' }, ledgerAlerts(context));
  const { conflicts } = book.ledgers;
  const now = JSON.stringify([
    conflicts.latest?.epoch ?? null,
    [...book.ledgers.standing()].sort(),
  ]);
  const isChanged = now !== earlier.ledgers;
  earlier.ledgers = now;
  return isNew || isChanged;
}

export function ledgerAlerts(known: Known): readonly Alert[] {
  const { ledgers } = known.book;
  const { conflicts } = ledgers;
  const { latest } = conflicts;
  if (latest) {
    return [
      {
        subject: { kind: 'ledgers' },
        kind: 'other_device',
        ...formatConflict(known, latest),
        offers: offer(known, latest.epoch, latest.device),
      },
    ];
  }
  const [epoch] = [...ledgers.standing()].sort();
  if (epoch === undefined) return [];
  const device = ledgers.deviceOf(epoch);
  return [
    {
      subject: { kind: 'ledgers' },
      kind: 'other_device',
      text: `${formatDevice(known.config(), device ?? 'Another computer')} may also run actions for this vault. Only this computer prepares new requests.`,
      advice:
        'Only one computer needs to run actions for a vault, so turn them off on the other. If the other is no longer in use, take over from it.',
      offers: takeOverOffer(known, epoch),
    },
  ];
}

/**
 * Returns the name of the computer that runs actions instead of this one; null if this one does.
 */
export function runsElsewhere({ book, config }: Known): string | null {
  return book.isActive ? null : formatDevice(config(), book.conflictWith ?? 'another computer');
}

export function takeOverOffer(known: Known, epoch: string): AlertOffer {
  return offer(known, epoch, known.book.ledgers.deviceOf(epoch));
}

function offer({ config }: Known, epoch: string, device: string | null): AlertOffer {
  const name = device === null ? null : formatDevice(config(), device);
  return { do: 'take_over', epoch, device, ...(name === device || name === null ? {} : { name }) };
}

function formatConflict(known: Known, latest: EpochClaim): Pick<Alert, 'text' | 'advice'> {
  const { file } = latest;
  if (file !== undefined) {
    return {
      text: `${quotedPath(file)} lists more ledgers, take-overs or calls than possible, so nothing is prepared or runs here.`,
      advice:
        'The file may have been forged to hide another computer. Find out what wrote it, remove it if it isn’t from one of your computers, then take over.',
    };
  }
  const config = known.config();
  if (isConfig(config) && config.device === latest.device) {
    return {
      text: 'This computer ran actions for this vault, but its ledger is gone. Nothing is prepared or runs here.',
      advice:
        'Restore the ledger from a backup. If you can’t, start Countersign and take over: what was approved before then needs your approval again.',
    };
  }
  return {
    text: happened(known, latest),
    advice:
      'Requests approved here stay where they are. To prepare and run actions here, turn actions off on that computer (if it is still in use) and take over.',
  };
}

function happened({ book, config }: Known, latest: EpochClaim): string {
  const { conflicts } = book.ledgers;
  const device = formatDevice(config(), latest.device);
  if (conflicts.wereBothPressed(latest)) {
    return `Both ${device} and this computer took over, so nothing is prepared or runs here. ${device} runs actions only if it already knew about this computer’s take-over; otherwise neither does.`;
  }
  return conflicts.isTie(latest)
    ? `Actions were turned on for ${device} and this computer before either knew about the other, so neither prepares or runs anything.`
    : `${device} runs actions for this vault, or did before this computer. New requests are prepared there, and nothing runs here.`;
}
