import type { AuditClaim, AuditEntry } from './entry.js';
import { claimInDetail } from './old-entries.js';
import { readAuditLine, type AuditFileLines } from './verify.js';

/** What an audit log tells of an epoch: that it began, or that a person took over with it. */
export interface EpochClaim {
  readonly epoch: string;
  /** The device in whose audit file it stands: good for words only. */
  readonly device: string;
  /** With which it began: 1 above those that its ledger had observed. `null`: it took over. */
  readonly number: number | null;
  /** ISO-8601 UTC in milliseconds: good for words only. */
  readonly at: string;
  /** The epochs whose place it takes: earlier ledgers of the same device, or one that a person took over. */
  readonly over: readonly string[];
  /** Of its audit entry: two take-overs may have the same words, and the same time. */
  readonly hash: string;
  /** Not of a claim, but of a file that told more than was read: its path. */
  readonly file?: string;
}

/** What audit files tell. */
export interface Told {
  readonly claims: readonly EpochClaim[];
  /** The path of the file that tells most; `null`: none tells anything. */
  readonly file: string | null;
  /** It tells more than was read: any of it may be made up, and hide the rest. */
  readonly tooMany: boolean;
  /** How many claims each file told by now, by path; of more than are read, one more. */
  readonly counts: ReadonlyMap<string, number>;
}

/** With whatever sync puts into the name of a conflict copy. */
const fileForm = /(?:^|\/)(d-[a-z2-7]{10})-\d{4}-\d{2}(?!\d)[^/]*\.jsonl$/;
const tellingForm = /"event":"(?:epoch_begun|taken_over)"/;
const epochForm = /^e-[a-z2-7]{10}$/;

/** Of the ledgers of one device that were set aside, so many are named. */
const mostNamed = 100;
/** No number is longer. */
const mostNumber = 999_999_999_999_999;

/** The fields of an audit entry which says that an epoch began. */
export function epochBegun(
  {
    epoch,
    number,
    over,
  }: { readonly epoch: string; readonly number: number; readonly over: readonly string[] },
  earlierActions: number,
  mark: string,
): { readonly detail: string; readonly claim: AuditClaim } {
  const named = over.slice(-mostNamed);
  const after = named.length > 0 ? `, after ${named.join(', ')}` : '';
  return {
    detail: `This device's ledger begins (${epoch}, no. ${number} of this vault${after}); it knows of ${earlierActions} earlier actions (mark ${mark}).`,
    claim: { epoch, number, over: named, mark },
  };
}

/** The same for a person who took over with an epoch what another ledger had prepared. */
export function takenOver(
  from: { readonly epoch: string; readonly device: string | null },
  epoch: string,
  earlierActions: number,
  mark: string,
): { readonly detail: string; readonly claim: AuditClaim } {
  const whose = from.device ?? 'another device or a lost ledger';
  // Notes may claim anything as their epoch; and no ledger comes in its own place.
  const over = epochForm.test(from.epoch) && from.epoch !== epoch ? [from.epoch] : [];
  const named = [...over, `now ${epoch}`].join(', ');
  return {
    detail: `A person took over what ${whose} had prepared (${named}); ${earlierActions} earlier actions became known (mark ${mark}).`,
    claim: { epoch, over, mark },
  };
}

/** The claim that an audit entry of a device makes, if it makes one. */
export function claimIn(
  entry: Pick<AuditEntry, 'event' | 'at' | 'detail' | 'hash' | 'claim'>,
  device: string,
): EpochClaim | null {
  const { event, at, hash } = entry;
  const claim = wellFormed(event, entry.claim) ?? claimInDetail(entry);
  if (claim === null) return null;
  return { epoch: claim.epoch, device, number: claim.number ?? null, at, over: claim.over, hash };
}

/** Anybody may have written the entry. */
function wellFormed(event: string, claim: unknown): Omit<AuditClaim, 'mark'> | null {
  if (typeof claim !== 'object' || claim === null) return null;
  const { epoch, number, over } = claim as Record<string, unknown>;
  if (!isEpoch(epoch) || !Array.isArray(over) || over.length > mostNamed) return null;
  if (!over.every(isEpoch)) return null;
  if (event === 'taken_over') return number === undefined ? { epoch, over } : null;
  if (event !== 'epoch_begun' || !Number.isInteger(number)) return null;
  return Number(number) >= 0 && Number(number) <= mostNumber
    ? { epoch, number: Number(number), over }
    : null;
}

function isEpoch(value: unknown): value is string {
  return typeof value === 'string' && epochForm.test(value);
}

/** The same for a claim in whichever file it stands. */
export function keyOf({ hash, epoch, number, over }: EpochClaim): string {
  return [hash, epoch, number, ...over].join(' ');
}

/** No device has begun or taken over so often in a month: more is made up, and would only cost time. */
const mostClaims = 1_000;

/** How long the random mark of a claim is: 80 bits. */
export const markLength = 16;

/**
 * The claims in audit files; of each file the newest. Anybody can write there: good for naming a device,
 * for leaving requests to it and for stopping, never for running. `before` says how many a file told where it
 * is not given whole.
 */
export function claimsIn(
  files: readonly AuditFileLines[],
  before: (path: string) => number = () => 0,
): Told {
  const told = files.map((file) => {
    const claims = newestClaims(file);
    return { path: file.path, claims, count: before(file.path) + claims.length };
  });
  const [most] = [...told].sort((a, b) => b.count - a.count);
  const claims = told.flatMap((one) => one.claims).sort((a, b) => compare(a.at, b.at));
  const count = most?.count ?? 0;
  return {
    claims,
    file: most && count > 0 ? most.path : null,
    tooMany: count > mostClaims,
    counts: new Map(told.map((one) => [one.path, one.count])),
  };
}

/** Whether an audit line may hold a claim. */
export function mayClaim(line: string): boolean {
  return tellingForm.test(line);
}

/** What stands for a file that tells more than can be kept. Nothing in it is believed: not whose it is, either. */
export function floodIn(file: string): EpochClaim {
  const device = fileForm.exec(file)?.[1] ?? file.slice(file.lastIndexOf('/') + 1);
  return { epoch: 'unknown', device, number: null, at: '', over: [], hash: '', file };
}

/** One more than is read of a file, where it tells more. */
function newestClaims({ path, lines, entries }: AuditFileLines): EpochClaim[] {
  const device = fileForm.exec(path)?.[1];
  const claims: EpochClaim[] = [];
  if (device === undefined) return claims;
  for (let at = lines.length - 1; at >= 0 && claims.length <= mostClaims; at -= 1) {
    const line = lines[at] ?? '';
    // Most lines are something else, and need not be read.
    const entry = entries ? entries[at] : tellingForm.test(line) && readAuditLine(line);
    const claim = entry && claimIn(entry, device);
    if (claim) claims.push(claim);
  }
  return claims.reverse();
}

/** The number with which a ledger begins that knows of others: above theirs, as far as it can be read. */
export function nextNumber(others: readonly (number | null)[]): number {
  const highest = others.reduce<number>((most, number) => Math.max(most, number ?? 0), 0);
  return Math.min(highest + 1, mostNumber);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
