import { mayCount, type RequestFacts } from '../../core/ledger/request-facts.js';
import type { ActionRequest } from '../../core/request/request.js';
import type { SignedContent } from '../../core/request/approval/signed-content.js';
import {
  readStamp,
  stampAheadMs,
  stampLifeMs,
  type Stamp,
} from '../../core/request/approval/stamp.js';
import type { DeviceConfig, Folders, PinnedKey } from '../../core/settings/device-config.js';
import { formatDevice } from '../../core/settings/device-names.js';
import type { Keys } from '../../ports/keys.js';
import { changedAfter, asks, returned, waits, type Verdict } from './verdict.js';

/** Why a request may run: a person's stamp, or a trusted move. */
export type Authority =
  | { readonly by: 'stamp'; readonly device: string; readonly atMs: number }
  | { readonly by: 'policy' };

export interface AuthorityInput {
  readonly request: ActionRequest;
  readonly content: SignedContent;
  readonly isNewest: boolean;
  /** True when a record says that it may have been called before. */
  readonly wasTried: boolean;
  readonly requestFacts: RequestFacts | undefined;
  readonly config: DeviceConfig;
  readonly folders: Pick<Folders, 'approved' | 'pending'>;
  readonly keys: Keys;
  readonly nowMs: number;
}

export async function findAuthority(input: AuthorityInput): Promise<Authority | Verdict> {
  const { stamp } = input.request.machine;
  return stamp === null ? policyAuthority(input) : stampAuthority(input, stamp);
}

export function isAuthority(found: Authority | Verdict): found is Authority {
  return 'by' in found;
}

/** Returns the verdict if the settings no longer trust an approval; null if they still do. */
export function noLongerTrusted(
  authority: Authority,
  then: DeviceConfig,
  now: DeviceConfig,
  { pending }: Pick<Folders, 'pending'>,
): Verdict | null {
  if (authority.by === 'policy') {
    const why = 'Moves are no longer trusted. Run this request?';
    return now.trustMoves ? null : movedByOthers(why, adviceUntrusted(pending));
  }
  const { device } = authority;
  const isPinned = ({ publicKey }: PinnedKey): boolean =>
    now.pinnedKeys.some((key) => key.device === device && key.publicKey === publicKey);
  const revoked = then.pinnedKeys.some((key) => key.device === device && !isPinned(key));
  return revoked ? keyNotPinned(now, device) : null;
}

async function stampAuthority(input: AuthorityInput, text: string): Promise<Authority | Verdict> {
  const { content, config, keys, nowMs, requestFacts } = input;
  const read = readStamp(text);
  if (!read.ok) return returned('stamp_damaged', 'Its note has a stamp that can’t be read.');
  const stamp = read.value;
  const pinned = config.pinnedKeys.filter((key) => key.device === stamp.device);
  const isSigned = await isSignedByOne(keys, pinned, stamp);
  if (stamp.digest !== content.digest) {
    // Anybody can write a stamp; only a valid signature shows that a person approved.
    return isSigned
      ? changedAfter('stamp_digest_differs', 'request')
      : returned('stamp_digest_differs', 'Its note has a stamp that is for other content.');
  }
  if (pinned.length === 0) {
    return keyNotPinned(config, stamp.device);
  }
  if (!isSigned) {
    return returned('stamp_signature_invalid', 'The signature of the approval is not valid.');
  }
  if (stamp.timeMs > nowMs + stampAheadMs) {
    return returned(
      'stamp_from_the_future',
      `The approval says it was made at ${stamp.time}, which is ahead of this device's time.`,
    );
  }
  if (stamp.timeMs + stampLifeMs < nowMs) {
    return returned('stamp_too_old', `The approval of ${stamp.time} is older than 30 days.`);
  }
  if (!mayCount(requestFacts, text)) return outdated(requestFacts);
  // Sync or a backup can bring back a stamp for an older version.
  if (!input.isNewest) return outdated(requestFacts);
  return { by: 'stamp', device: stamp.device, atMs: stamp.timeMs };
}

function outdated(facts: RequestFacts | undefined): Verdict {
  const why = facts?.takenBackReason;
  return returned(
    'stamp_outdated',
    why === undefined
      ? 'The approved version is not the one that was last prepared here.'
      : `${why} This approval is from before that, or of another version.`,
  );
}

/** True when a request has a trusted device's valid signature over exactly this content. */
export async function bearsApproval(
  { keys, config }: Pick<AuthorityInput, 'keys' | 'config'>,
  { machine }: ActionRequest,
  content: SignedContent | null,
): Promise<boolean> {
  const read = machine.stamp === null ? null : readStamp(machine.stamp);
  if (!read?.ok || read.value.digest !== content?.digest) return false;
  const { device } = read.value;
  return isSignedByOne(
    keys,
    config.pinnedKeys.filter((key) => key.device === device),
    read.value,
  );
}

async function isSignedByOne(
  keys: Keys,
  pinned: readonly PinnedKey[],
  { signed, signature }: Pick<Stamp, 'signed' | 'signature'>,
): Promise<boolean> {
  const verified = await Promise.all(
    pinned.map(({ publicKey }) => keys.verify(publicKey, signed, signature)),
  );
  return verified.includes(true);
}

const wasTakenBack = 'It was taken back since it was moved to Approved. Run this request?';

const asksWhetherItRan = asks(
  'not_stamped',
  'Its note says that nobody knows whether it happened. Run this request?',
  'Check whether it happened. If not, answer in the Countersign panel, or draft it again.',
);

function policyAuthority(input: AuthorityInput): Authority | Verdict {
  const { config, folders, requestFacts, content } = input;
  // The ledger may have lost the call, and then nothing else says that it may have happened.
  const mayHaveRun = input.request.status === 'outcome_unknown' && !input.wasTried;
  if (!config.trustMoves) {
    if (mayHaveRun) return asksWhetherItRan;
    const why = 'Someone or something moved it to Approved. Run this request?';
    return movedByOthers(why, adviceUntrusted(folders.pending));
  }
  const advice = adviceTrusted(folders.pending);
  const { trustedMove, approvalStands, asked, prepared, takenBack, takenBackMs } =
    requestFacts ?? {};
  if (trustedMove && trustedMove.s !== content.digest) {
    return changedAfter('edited_after_arrival', 'request');
  }
  if (!trustedMove && prepared?.s !== content.digest) {
    return returned('incomplete', 'It was changed after it was prepared for approval.');
  }
  if (mayHaveRun) return asksWhetherItRan;
  if (asked || takenBack || (trustedMove && !approvalStands)) {
    return movedByOthers(
      takenBackMs === undefined
        ? 'It was moved to Approved when that was not enough to run it. Run this request?'
        : wasTakenBack,
      advice,
    );
  }
  const approvedIn = prepared?.approved_in;
  if (!trustedMove && approvedIn !== folders.approved) {
    const why =
      approvedIn === undefined
        ? 'It was prepared by an earlier version of Countersign.'
        : 'The folder for approved requests had another name when it was prepared.';
    return movedByOthers(`${why} Run this request?`, advice);
  }
  return { by: 'policy' };
}

function movedByOthers(reason: string, advice: string): Verdict {
  return asks('not_stamped', reason, advice);
}

function adviceUntrusted(pending: string): string {
  return `Answer in the Countersign panel, or move it back to ${pending}. A command-line runner can be started with \`--trust-moves\`; then move the note back, and to Approved again.`;
}

function adviceTrusted(pending: string): string {
  return `Answer in the Countersign panel, or move it back to ${pending}. If you then move it to Approved again, it runs.`;
}

function keyNotPinned(config: DeviceConfig, device: string): Verdict {
  return waits(
    'stamp_key_not_pinned',
    `Its note says that it was approved on ${formatDevice(config, device)}, whose key is not trusted here.`,
    'Trust that key on this device, or approve here.',
  );
}
