import type { AuditClaim, AuditEntry } from './entry.js';
import { claimInDetail } from './old-entries.js';
import { readAuditLine, type AuditFileLines } from './verify.js';

/** What a ledger wrote into its audit trail: it began, or it took over from another ledger. */
export interface EpochClaim {
  readonly epoch: string;
  readonly device: string;
  /** The number that a new ledger has in the vault. Null when the ledger took over. */
  readonly number: number | null;
  readonly at: string;
  readonly over: readonly string[];
  readonly hash: string;
  readonly file?: string;
}

export interface Told {
  readonly claims: readonly EpochClaim[];
  readonly file: string | null;
  readonly tooMany: boolean;
  readonly counts: ReadonlyMap<string, number>;
}

const fileForm = /(?:^|\/)(d-[a-z2-7]{10})-\d{4}-\d{2}(?!\d)[^/]*\.jsonl$/;
const tellingForm = /"event":"(?:epoch_begun|taken_over)"/;
const epochForm = /^e-[a-z2-7]{10}$/;

const mostNamed = 100;
const mostNumber = 999_999_999_999_999;

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

export function takenOver(
  from: { readonly epoch: string; readonly device: string | null },
  epoch: string,
  earlierActions: number,
  mark: string,
): { readonly detail: string; readonly claim: AuditClaim } {
  const whose = from.device ?? 'another device or a lost ledger';
  const over = epochForm.test(from.epoch) && from.epoch !== epoch ? [from.epoch] : [];
  const named = [...over, `now ${epoch}`].join(', ');
  return {
    detail: `A person took over what ${whose} had prepared (${named}); ${earlierActions} earlier actions became known (mark ${mark}).`,
    claim: { epoch, over, mark },
  };
}

/** Reads the claim in an audit entry. Null if there is none, or an invalid one. */
export function claimIn(
  entry: Pick<AuditEntry, 'event' | 'at' | 'detail' | 'hash' | 'claim'>,
  device: string,
): EpochClaim | null {
  const { event, at, hash } = entry;
  const claim = wellFormed(event, entry.claim) ?? claimInDetail(entry);
  if (claim === null) return null;
  return { epoch: claim.epoch, device, number: claim.number ?? null, at, over: claim.over, hash };
}

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

/** Copies of the same claim have the same key. */
export function keyOf({ hash, epoch, number, over }: EpochClaim): string {
  return [hash, epoch, number, ...over].join(' ');
}

const mostClaims = 1_000;

export const markLength = 16;

/** Returns the newest claims of each audit file. */
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

export function mayClaim(line: string): boolean {
  return tellingForm.test(line);
}

export function deviceOfFile(path: string): string | undefined {
  return fileForm.exec(path)?.[1];
}

/** Makes the one claim that represents a file with too many claims. */
export function floodIn(file: string): EpochClaim {
  const device = deviceOfFile(file) ?? file.slice(file.lastIndexOf('/') + 1);
  return { epoch: 'unknown', device, number: null, at: '', over: [], hash: '', file };
}

function newestClaims({ path, lines, entries }: AuditFileLines): EpochClaim[] {
  const device = deviceOfFile(path);
  const claims: EpochClaim[] = [];
  if (device === undefined) return claims;
  for (let at = lines.length - 1; at >= 0 && claims.length <= mostClaims; at -= 1) {
    const line = lines[at] ?? '';
    const entry = entries ? entries[at] : tellingForm.test(line) && readAuditLine(line);
    const claim = entry && claimIn(entry, device);
    if (claim) claims.push(claim);
  }
  return claims.reverse();
}

export function nextNumber(others: readonly (number | null)[]): number {
  const highest = others.reduce<number>((most, number) => Math.max(most, number ?? 0), 0);
  return Math.min(highest + 1, mostNumber);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
