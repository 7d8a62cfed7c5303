import { fail, ok, type Result } from '../../errors.js';
import { readInstant } from '../../time.js';

export const stampLifeMs = 30 * 24 * 3_600_000;
/** A stamp from further in the future is refused. */
export const stampAheadMs = 5 * 60_000;

export interface Stamp {
  readonly device: string;
  readonly time: string;
  readonly timeMs: number;
  readonly digest: string;
  /** ECDSA P-256 over `signed`, 64 bytes in base64url. */
  readonly signature: string;
  readonly signed: string;
}

const stampForm =
  /^v1~(d-[a-z2-7]{10})~(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)~([0-9a-f]{64})~([A-Za-z0-9_-]{85}[AQgw])$/;

/** Returns the text that a device signs for a stamp. */
export function stampPayload(device: string, time: string, digest: string): string {
  return `v1~${device}~${time}~${digest}`;
}

/** Reads a stamp. Does not check the signature. */
export function readStamp(text: string): Result<Stamp> {
  const match = stampForm.exec(text);
  const [, device, time, digest, signature] = match ?? [];
  const instant = time === undefined ? null : readInstant(time);
  if (!device || !time || !digest || !signature || !instant) {
    return fail(
      'stamp_invalid',
      'The stamp is damaged.',
      'Approve the request again on a device that you trust.',
    );
  }
  const signed = stampPayload(device, time, digest);
  return ok({ device, time, timeMs: instant.ms, digest, signature, signed });
}
