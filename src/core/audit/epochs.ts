import type { AuditClaim, AuditEntry } from './entry.js';
import { claimInDetail } from './old-entries.js';
import { readAuditLine, type AuditFileLines } from './verify.js';

/** What an audit log says about an epoch: that it began, or that a person took over with it. */
export interface EpochClaim {
  readonly epoch: string;
  /** The device whose audit file contains it; only for messages. */
  readonly device: string;
  /** The number with which it began: 1 above those that its ledger had observed. `null` if it took over. */
  readonly number: number | null;
  /** ISO-8601 UTC in milliseconds; only for messages. */
  readonly at: string;
  /** The epochs that it replaces: earlier ledgers of the same device, or one that a person took over. */
  readonly over: readonly string[];
  /** Of its audit entry, because two take-overs may have the same words and time. */
  readonly hash: string;
  /** Not for a claim, but for a file with more claims than are read: its path. */
  readonly file?: string;
}

/** The claims in audit files. */
export interface Told {
  readonly claims: readonly EpochClaim[];
  /** The path of the file with the most claims; `null` if there are none. */
  readonly file: string | null;
  /** It has more claims than are read; any of them may be made up, to hide the rest. */
  readonly tooMany: boolean;
  /** The number of claims in each file so far, by path; one more than are read if there are more. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Allows for anything that sync puts into the name of a conflict copy. */
const fileForm = /(?:^|\/)(d-[a-z2-7]{10})-\d{4}-\d{2}(?!\d)[^/]*\.jsonl$/;
const tellingForm = /"event":"(?:epoch_begun|taken_over)"/;
const epochForm = /^e-[a-z2-7]{10}$/;

/** At most this many of one device's ledgers that were set aside are named. */
const mostNamed = 100;
/** No number is longer. */
const mostNumber = 999_999_999_999_999;

/** The fields of the audit entry for the beginning of an epoch. */
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

/** The same for a person who, with an epoch, took over what another ledger had prepared. */
export function takenOver(
  from: { readonly epoch: string; readonly device: string | null },
  epoch: string,
  earlierActions: number,
  mark: string,
): { readonly detail: string; readonly claim: AuditClaim } {
  const whose = from.device ?? 'another device or a lost ledger';
  // A note may claim anything as its epoch, and a ledger cannot replace itself.
  const over = epochForm.test(from.epoch) && from.epoch !== epoch ? [from.epoch] : [];
  const named = [...over, `now ${epoch}`].join(', ');
  return {
    detail: `A person took over what ${whose} had prepared (${named}); ${earlierActions} earlier actions became known (mark ${mark}).`,
    claim: { epoch, over, mark },
  };
}

/** The claim of a device's audit entry, if it has one. */
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

/** The same key for a claim, whichever file contains it. */
export function keyOf({ hash, epoch, number, over }: EpochClaim): string {
  return [hash, epoch, number, ...over].join(' ');
}

/** No device begins or takes over this often in a month; more claims are made up, and would only cost time. */
const mostClaims = 1_000;

/** The length of a claim's random mark: 80 bits. */
export const markLength = 16;

/**
 * The claims in audit files, of each file the newest. Anybody can write there, so they may name a device,
 * leave requests to it, or stop this one, but never let anything run. `before` returns the number of claims
 * in the part of a file that is not given.
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

/** Whether an audit line may contain a claim. */
export function mayClaim(line: string): boolean {
  return tellingForm.test(line);
}

/** The device whose audit file this is, as its name says. */
export function deviceOfFile(path: string): string | undefined {
  return fileForm.exec(path)?.[1];
}

/** Represents a file with more claims than can be kept. Nothing in it is believed, not even whose it is. */
export function floodIn(file: string): EpochClaim {
  const device = deviceOfFile(file) ?? file.slice(file.lastIndexOf('/') + 1);
  return { epoch: 'unknown', device, number: null, at: '', over: [], hash: '', file };
}

/** If a file has more claims than are read, returns one more than the limit. */
function newestClaims({ path, lines, entries }: AuditFileLines): EpochClaim[] {
  const device = deviceOfFile(path);
  const claims: EpochClaim[] = [];
  if (device === undefined) return claims;
  for (let at = lines.length - 1; at >= 0 && claims.length <= mostClaims; at -= 1) {
    const line = lines[at] ?? '';
    // Most lines are about something else, and need not be parsed.
    const entry = entries ? entries[at] : tellingForm.test(line) && readAuditLine(line);
    const claim = entry && claimIn(entry, device);
    if (claim) claims.push(claim);
  }
  return claims.reverse();
}

/** The number with which a ledger begins that knows others: above theirs, as far as it can be read. */
export function nextNumber(others: readonly (number | null)[]): number {
  const highest = others.reduce<number>((most, number) => Math.max(most, number ?? 0), 0);
  return Math.min(highest + 1, mostNumber);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
