import type { AuditEntry } from './entry.js';
import { readAuditLine, type AuditFileLines } from './verify.js';

/** What an audit log tells of an epoch: that it began, or that it took over. */
export interface EpochClaim {
  readonly epoch: string;
  /** The device that says so. */
  readonly device: string;
  /** 1 above those that its ledger had heard of, so that no clock decides who was there before. */
  readonly number: number;
  /** ISO-8601 UTC in milliseconds. */
  readonly at: string;
  /** The epochs whose place it takes: earlier ledgers of the same device, or one that a person took over. */
  readonly over: readonly string[];
}

/** With whatever sync puts into the name of a conflict copy. */
const fileForm = /(?:^|\/)(d-[a-z2-7]{10})-\d{4}-\d{2}\b[^/]*\.jsonl$/;
const epochForm = /^e-[a-z2-7]{10}$/;
const begunForm =
  /^This device's ledger begins \((e-[a-z2-7]{10})(?:, no\. (\d{1,15}) of this vault)?(?:, after (e-[a-z2-7]{10}(?:, e-[a-z2-7]{10})*))?\);/;
const takenOverForm = /\((e-[a-z2-7]{10}), now (e-[a-z2-7]{10}), no\. (\d{1,15})\);/;

/** How the audit log tells that an epoch began. */
export function epochBegunWords(
  { epoch, number, over }: Pick<EpochClaim, 'epoch' | 'number' | 'over'>,
  earlierActions: number,
): string {
  const after = over.length > 0 ? `, after ${over.join(', ')}` : '';
  return `This device's ledger begins (${epoch}, no. ${number} of this vault${after}); it knows of ${earlierActions} earlier actions.`;
}

/** How the audit log tells that a person took over what another ledger had prepared. */
export function takenOverWords(
  over: { readonly epoch: string; readonly device: string | null },
  { epoch, number }: Pick<EpochClaim, 'epoch' | 'number'>,
  earlierActions: number,
): string {
  const whose = over.device ?? 'another device or a lost ledger';
  // Notes may claim anything as their epoch.
  const epochs = epochForm.test(over.epoch) ? ` (${over.epoch}, now ${epoch}, no. ${number})` : '';
  return `A person took over what ${whose} had prepared${epochs}; ${earlierActions} earlier actions became known.`;
}

/** The claim that an audit entry of a device makes, if it makes one. */
export function claimIn(
  { event, at, detail }: Pick<AuditEntry, 'event' | 'at' | 'detail'>,
  device: string,
): EpochClaim | null {
  if (event === 'epoch_begun') {
    const [, epoch, number, after] = begunForm.exec(detail) ?? [];
    if (epoch === undefined) return null;
    // A ledger from before there were numbers had heard of nobody.
    return { epoch, device, number: Number(number ?? 1), at, over: after?.split(', ') ?? [] };
  }
  if (event !== 'taken_over') return null;
  const [, over, epoch, number] = takenOverForm.exec(detail) ?? [];
  if (over === undefined || epoch === undefined) return null;
  return { epoch, device, number: Number(number), at, over: [over] };
}

/** No device has begun or taken over so often: more is made up, and would only cost time. */
const mostClaims = 1_000;

/**
 * The claims in audit files. Anybody can write there: good for naming a device and for leaving
 * requests to it, never for running one.
 */
export function claimsIn(files: readonly AuditFileLines[]): readonly EpochClaim[] {
  return files.flatMap(({ path, lines }) => {
    const device = fileForm.exec(path)?.[1];
    if (device === undefined) return [];
    // Most lines are something else, and need not be read.
    const telling = lines.filter((line) => /"event":"(?:epoch_begun|taken_over)"/.test(line));
    return telling.slice(0, mostClaims).flatMap((line) => {
      const entry = readAuditLine(line);
      return (entry && claimIn(entry, device)) ?? [];
    });
  });
}

/** An honest number is never further above how many claims there are. */
const mostAhead = 1_000;

/** The highest number in claims that can be one. */
export function highestNumber(claims: readonly EpochClaim[]): number {
  const most = claims.length + mostAhead;
  return claims.reduce((highest, { number }) => {
    return number <= most ? Math.max(highest, number) : highest;
  }, 0);
}

/**
 * The epoch that prepares what nobody has prepared yet: the first one of the vault, until another takes
 * its place. So every device that knows of the same claims names the same. More than one: they began
 * before either heard of the other, and a person has to choose. None without any claim.
 *
 * A number that cannot be one counts as the very first: it stops whoever acts, and a person who takes over
 * comes after it.
 */
export function actingEpochs(claims: readonly EpochClaim[]): readonly string[] {
  const most = claims.length + mostAhead;
  const numberOf = ({ number }: EpochClaim): number => (number <= most ? number : 0);
  const inOrder = [...claims].sort(
    (a, b) => numberOf(a) - numberOf(b) || compare(a.at, b.at) || compare(a.epoch, b.epoch),
  );
  const [first] = inOrder;
  let acting: readonly string[] = [];
  for (const claim of inOrder) {
    const { epoch, over } = claim;
    if (over.some((one) => acting.includes(one))) acting = [epoch];
    else if (first && numberOf(claim) === numberOf(first))
      acting = [...new Set([...acting, epoch])];
  }
  return acting;
}

/** The epochs whose place nobody has taken. */
export function standingEpochs(claims: Iterable<EpochClaim>): ReadonlySet<string> {
  const all = [...claims];
  const replaced = new Set(all.flatMap(({ over }) => over));
  return new Set(all.flatMap(({ epoch }) => (replaced.has(epoch) ? [] : [epoch])));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
