import type { AuditClaim, AuditEntry } from './entry.js';
import { claimInDetail } from './old-entries.js';
import { readAuditLine, type AuditFileLines } from './verify.js';

/**
 * What an audit log says about a ledger: that it began this epoch, or that a person took over another ledger's
 * requests.
 */
export interface EpochClaim {
  readonly epoch: string;
  /** The device whose audit file contains the claim; used only in messages. */
  readonly device: string;
  /** The ledger's number: 1 above the highest number that it had observed. Null if the claim is a take-over. */
  readonly number: number | null;
  /** ISO-8601 UTC in milliseconds; used only in messages. */
  readonly at: string;
  /** The epochs of the ledgers that are replaced: earlier ones of the same device, or one that a person took over. */
  readonly over: readonly string[];
  /** The hash of the claim's audit entry. It tells apart two take-overs with the same words and time. */
  readonly hash: string;
  /** The path of a file with too many claims; only present in a claim that `floodIn` made. */
  readonly file?: string;
}

/** What the audit files claim: which ledgers began or took over. */
export interface Told {
  readonly claims: readonly EpochClaim[];
  /** The path of the file with the most claims; `null` if no file has a claim. */
  readonly file: string | null;
  /** True when that file has more claims than are read. Somebody may make up claims in order to hide a real one. */
  readonly tooMany: boolean;
  /** The number of claims found in each file so far, by path. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Matches an audit file, and its conflict copies, whatever sync adds to their names. */
const fileForm = /(?:^|\/)(d-[a-z2-7]{10})-\d{4}-\d{2}(?!\d)[^/]*\.jsonl$/;
const tellingForm = /"event":"(?:epoch_begun|taken_over)"/;
const epochForm = /^e-[a-z2-7]{10}$/;

/** A new ledger names at most this many earlier ledgers of its device. */
const mostNamed = 100;
/** The highest number that a claim may have. */
const mostNumber = 999_999_999_999_999;

/** Returns the text and the claim of the audit entry for a ledger that begins. */
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

/**
 * Returns the text and the claim of the audit entry for a take-over: a person lets this ledger continue with
 * what another had prepared.
 */
export function takenOver(
  from: { readonly epoch: string; readonly device: string | null },
  epoch: string,
  earlierActions: number,
  mark: string,
): { readonly detail: string; readonly claim: AuditClaim } {
  const whose = from.device ?? 'another device or a lost ledger';
  // The epoch comes from a note, which may say anything. A ledger cannot replace itself.
  const over = epochForm.test(from.epoch) && from.epoch !== epoch ? [from.epoch] : [];
  const named = [...over, `now ${epoch}`].join(', ');
  return {
    detail: `A person took over what ${whose} had prepared (${named}); ${earlierActions} earlier actions became known (mark ${mark}).`,
    claim: { epoch, over, mark },
  };
}

/** Returns the claim of an audit entry (that a ledger began or took over); null if the entry has none. */
export function claimIn(
  entry: Pick<AuditEntry, 'event' | 'at' | 'detail' | 'hash' | 'claim'>,
  device: string,
): EpochClaim | null {
  const { event, at, hash } = entry;
  const claim = wellFormed(event, entry.claim) ?? claimInDetail(entry);
  if (claim === null) return null;
  return { epoch: claim.epoch, device, number: claim.number ?? null, at, over: claim.over, hash };
}

/** Checks the fields of a claim, because anybody may have written the claim; null if they are not valid. */
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

/** Returns the same key for the same claim, whichever file contains it. */
export function keyOf({ hash, epoch, number, over }: EpochClaim): string {
  return [hash, epoch, number, ...over].join(' ');
}

/** At most this many claims of a file are read. No real device makes so many in a month. */
const mostClaims = 1_000;

/** The number of characters of a claim's random mark: 80 bits. */
export const markLength = 16;

/**
 * Returns the newest claims of each audit file: which ledgers began or took over. Anybody can write into these
 * files, so a claim can stop this ledger but never let anything run.
 * @param before returns the number of claims in the part of a file that is not given
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

/** True when an audit line may contain a claim; a quick check before the line is parsed. */
export function mayClaim(line: string): boolean {
  return tellingForm.test(line);
}

/** Returns the device in the name of an audit file; absent if the path is not that of an audit file. */
export function deviceOfFile(path: string): string | undefined {
  return fileForm.exec(path)?.[1];
}

/** Returns one claim in place of all those in a file with too many. Only the name of the file is used. */
export function floodIn(file: string): EpochClaim {
  const device = deviceOfFile(file) ?? file.slice(file.lastIndexOf('/') + 1);
  return { epoch: 'unknown', device, number: null, at: '', over: [], hash: '', file };
}

/** Returns the newest claims of a file, the oldest first. If the file has too many, returns one more than the limit. */
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

/** Returns the number of a new ledger: one above the numbers of the ledgers that it knows. */
export function nextNumber(others: readonly (number | null)[]): number {
  const highest = others.reduce<number>((most, number) => Math.max(most, number ?? 0), 0);
  return Math.min(highest + 1, mostNumber);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
