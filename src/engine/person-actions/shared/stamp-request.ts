import { sha256Hex } from '../../../core/digest.js';
import { fail, ok, type Result } from '../../../core/errors.js';
import { isoSeconds } from '../../../core/time.js';
import { withStamp } from '../../../core/request/edit-request.js';
import type { Gesture } from '../../../core/request/approval/gesture.js';
import { parseRequest } from '../../../core/request/parse-request.js';
import type { ActionRequest } from '../../../core/request/request.js';
import { signedContent } from '../../../core/request/approval/signed-content.js';
import { stampPayload } from '../../../core/request/approval/stamp.js';
import { isConfig } from '../../../core/settings/device-config.js';
import type { Signer } from '../../../ports/signer.js';
import { attemptsToCheck, notApprovable } from '../../requests/approvable.js';
import { filesChanged } from '../../gate/preparation.js';
import type { PersonContext } from './person-context.js';

export interface ShownRequest {
  readonly request: ActionRequest;
  /** Ids of the attempts that the person checked; null if there are none. */
  readonly confirms: readonly string[] | null;
  /** The SHA-256 digest of the content that is signed. */
  readonly s: string;
}

/** Reads a note. Fails if the note differs from what the person saw or cannot be approved. */
export async function readShown(
  context: PersonContext,
  path: string,
  input: {
    readonly requestId: string;
    readonly shownDigest: string;
    readonly checked: readonly string[];
  },
): Promise<Result<ShownRequest>> {
  const text = await context.notes.read(path);
  if (!text.ok) return text;
  const { request } = parseRequest(text.value, path);
  if (sha256Hex(text.value) !== input.shownDigest || request?.requestId !== input.requestId) {
    return changedSince(path);
  }
  const blocked = notApprovable(context, request);
  if (blocked) return { ok: false, error: blocked };
  const touched = await filesTouched(context, request);
  if (touched) return touched;
  const attempts = attemptsToCheck(context, request).map(({ id }) => id);
  if (attempts.some((id) => !input.checked.includes(id))) {
    return fail(
      'attempts_not_checked',
      `The same step or the same action was, or may have been, tried before: ${attempts.join(', ')}.`,
      'Find out whether it happened, say that you checked, then approve.',
      { path },
    );
  }
  const confirms = attempts.length === 0 ? null : attempts;
  const content = signedContent(
    { ...request, machine: { ...request.machine, confirms } },
    context.vaultId,
  );
  return content ? ok({ request, confirms, s: content.digest }) : changedSince(path);
}

async function filesTouched(
  context: PersonContext,
  { requestId: id, path, machine: { preparation } }: ActionRequest,
): Promise<Result<never> | null> {
  const changed = preparation ? await filesChanged(context, preparation) : ok(false);
  if (!changed.ok) return changed;
  if (!changed.value) return null;
  context.lookAgain(`request:${id}`);
  const isPending = context.index.placeOf(path) === 'pending';
  return fail(
    'note_changed',
    'An attached file was changed since this request was prepared.',
    isPending
      ? 'Open the file and look at it, then approve again.'
      : 'Press Move back: the request is prepared again with the current file. Check the file, then approve.',
    { path },
  );
}

export async function makeStamp(
  context: PersonContext,
  { s }: ShownRequest,
  gesture: Gesture,
): Promise<Result<string>> {
  const config = context.config();
  if (!isConfig(config)) return { ok: false, error: config };
  if (context.signer === null) {
    return fail(
      'key_unavailable',
      'This device has no key to sign with.',
      'Approve on a device that has one.',
    );
  }
  const { signer, book } = context;
  return signContent({ signer, device: config.device, nowMs: book.now() }, s, gesture);
}

export interface Signatory {
  readonly signer: Signer;
  readonly device: string;
  readonly nowMs: number;
}

/** Signs the content whose digest is `s`; returns the stamp. */
export async function signContent(
  { signer, device, nowMs }: Signatory,
  s: string,
  gesture: Gesture,
): Promise<Result<string>> {
  const payload = stampPayload(device, isoSeconds(nowMs), s);
  const signature = await signer.sign(payload, gesture);
  return signature.ok ? ok(`${payload}~${signature.value}`) : signature;
}

/** Writes a stamp into a note. Fails if the note is no longer what was shown. */
export async function writeStamp(
  context: Pick<PersonContext, 'notes'>,
  path: string,
  { request, confirms }: Pick<ShownRequest, 'request' | 'confirms'>,
  stamp: string,
): Promise<Result<void>> {
  let written = false;
  const updated = await context.notes.update(path, (text) => {
    written = text === request.text;
    return written ? withStamp(request, stamp, confirms) : null;
  });
  if (!updated.ok) return updated;
  return written ? ok(undefined) : changedSince(path);
}

function changedSince(path: string): ReturnType<typeof fail> {
  return fail(
    'note_changed',
    'The request was changed since you looked at it.',
    'Nothing was approved. Read it again.',
    { path },
  );
}
