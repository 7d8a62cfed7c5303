import { fail, ok, type Result } from '../../core/errors.js';
import { baseName, safeFileName, slugOf } from '../../core/note/file-name.js';
import { timestampForName } from '../../core/time.js';
import { asImported } from '../../core/request/imports/import-call.js';
import {
  readExternalRequest,
  type ExternalRequest,
} from '../../core/request/imports/external-request.js';
import type { Gesture } from '../../core/request/approval/gesture.js';
import type { ProposedCall } from '../../core/request/action/proposed-call.js';
import { reviewOfExternal } from '../imports/external-requests.js';
import { mayAct, takeGesture, type PersonContext } from './shared/person-context.js';

export interface ConfirmImportInput {
  readonly path: string;
  readonly shownDigest: string;
  readonly gesture: Gesture;
}

export interface ImportedRequest {
  readonly requestId: string;
  readonly path: string;
}

/** Makes a request from a note in an external format, but does not approve it. */
export async function confirmImport(
  context: PersonContext,
  input: ConfirmImportInput,
): Promise<Result<ImportedRequest>> {
  const gesture = takeGesture(context, input.gesture);
  return gesture.ok ? confirmImportByWord(context, input) : gesture;
}

export async function confirmImportByWord(
  context: PersonContext,
  input: Omit<ConfirmImportInput, 'gesture'>,
): Promise<Result<ImportedRequest>> {
  const may = mayAct(context);
  if (!may.ok) return may;
  return context.keyedQueue.take('new request', () => confirmNow(context, input));
}

async function confirmNow(
  context: PersonContext,
  { path: from, shownDigest }: Omit<ConfirmImportInput, 'gesture'>,
): Promise<Result<ImportedRequest>> {
  await context.notes.refresh(from);
  const shown = await readShownExternal(context, from, shownDigest);
  if (!shown.ok) return shown;
  const { external, call, folder } = shown.value;
  const requestId = external.requestId ?? freeId(context, external);
  const createdAt = context.book.now();
  const note = asImported(external, call, { requestId, createdAt });
  if (!note.ok) return note;
  const recorded = await context.book.record(
    { kind: 'event' },
    {
      actor: 'Human',
      event: 'foreign_confirmed',
      request_id: requestId,
      detail: `Confirmed how ${from} is read: ${call.tool} with bridge ${call.bridge}.`,
    },
  );
  if (!recorded.ok) return recorded;
  const path =
    folder === 'pending' ? ok(from) : await context.notes.moveInto(context.folders.pending, from);
  if (!path.ok) return path;
  let written = false;
  const updated = await context.notes.update(path.value, (text) => {
    written = text === external.text;
    return written ? note.value : null;
  });
  if (!updated.ok) return updated;
  return written ? ok({ requestId, path: path.value }) : changedSince(path.value);
}

interface ShownExternal {
  readonly external: ExternalRequest;
  readonly call: ProposedCall;
  readonly folder: 'pending' | 'approved';
}

async function readShownExternal(
  context: PersonContext,
  path: string,
  shownDigest: string,
): Promise<Result<ShownExternal>> {
  const text = await context.notes.read(path);
  if (!text.ok) return text;
  const external = readExternalRequest(text.value, path);
  const review = external && (await reviewOfExternal(context, external));
  if (!external || review?.shownDigest !== shownDigest) return changedSince(path);
  const [problem] = review.problems;
  if (problem) return { ok: false, error: problem };
  const { call, folder } = review;
  return call ? ok({ external, call, folder }) : changedSince(path);
}

function freeId({ book, index }: PersonContext, { path, actionType }: ExternalRequest): string {
  const type = actionType?.value ?? 'other';
  const base = safeFileName(`${timestampForName(book.now())}_${type}_${slugOf(baseName(path))}`);
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (index.requestPaths(id).length === 0 && !book.facts.request(id)) return id;
  }
}

function changedSince(path: string): ReturnType<typeof fail> {
  return fail(
    'note_changed',
    'The note, or how it is read, changed since you looked at it.',
    'Nothing was taken over. Read it again.',
    { path },
  );
}
