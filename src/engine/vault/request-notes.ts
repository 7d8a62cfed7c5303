import { fail, ok, type Result } from '../../core/errors.js';
import { baseName } from '../../core/note/file-name.js';
import { isoSeconds } from '../../core/time.js';
import { mayBeNamedAfter } from '../../core/note/free-name.js';
import { quotedPath } from '../../core/text/quote.js';
import { asArchived } from '../../core/request/edit-request.js';
import { parseRequest } from '../../core/request/parse-request.js';
import type { ActionRequest, RequestStatus } from '../../core/request/request.js';
import { reasonsTold } from './return-reasons.js';
import type { VaultContext } from './vault-context.js';

export async function openPaths(context: VaultContext, id: string): Promise<readonly string[]> {
  const { index, notes } = context;
  const order = ['approved', 'pending', 'rejected'];
  const known = index
    .requestPaths(id)
    .flatMap((path) => index.requestAt(path) ?? [])
    .sort((a, b) => order.indexOf(a.folder) - order.indexOf(b.folder));
  const paths: string[] = [];
  for (const { path } of known) {
    const text = await notes.read(path);
    const replaced = text.ok
      ? parseRequest(text.value, path).request?.requestId !== id
      : text.error.code === 'note_not_a_file';
    if (replaced) await notes.refresh(path);
    else paths.push(path);
  }
  return paths;
}

const likelyNames = ['', '-2', '-3'];

export async function movedNote(
  { notes }: Pick<VaultContext, 'notes'>,
  folder: string,
  id: string,
  name: string,
): Promise<string | null> {
  const isIt = (text: Result<string>, path: string): boolean =>
    text.ok && parseRequest(text.value, path).request?.requestId === id;
  let allTaken = true;
  for (const more of likelyNames) {
    const path = `${folder}/${name}${more}.md`;
    const text = await notes.read(path);
    if (isIt(text, path)) return path;
    if (!text.ok && text.error.code === 'note_missing') allTaken = false;
  }
  if (!allTaken) return null;
  for (const { path } of await notes.list(folder)) {
    if (!mayBeNamedAfter(baseName(path), name)) continue;
    if (isIt(await notes.read(path), path)) return path;
  }
  return null;
}

/**
 * Moves a request note to the archive and writes the reason into the note. A null `status` keeps
 * the note's status.
 */
export async function archiveNote(
  context: VaultContext,
  path: string,
  id: string,
  status: RequestStatus | null,
  reason: string,
): Promise<Result<void>> {
  const { notes, folders, book } = context;
  const moved = await notes.moveInto(folders.archive, path);
  if (!moved.ok) return moved;
  return rewriteRequest(context, moved.value, id, (request, told) =>
    asArchived(
      request,
      status ?? (request.status as RequestStatus),
      reason,
      isoSeconds(book.now()),
      told,
    ),
  );
}

/**
 * Rewrites a note if it still contains the request. If `change` returns null, nothing is written.
 */
export async function rewriteRequest(
  context: VaultContext,
  path: string,
  id: string,
  change: (request: ActionRequest, told: readonly string[]) => string | null,
): Promise<Result<void>> {
  const written = await context.notes.update(path, (text) => {
    const { request } = parseRequest(text, path);
    return request?.requestId === id ? change(request, reasonsTold(context, request)) : null;
  });
  return written.ok ? ok(undefined) : written;
}

/**
 * Does the same as {@link rewriteRequest}, but fails if the note no longer contains the request.
 */
export async function tellIn(
  context: VaultContext,
  path: string,
  id: string,
  change: (request: ActionRequest, told: readonly string[]) => string | null,
): Promise<Result<void>> {
  let isThere = false;
  const written = await rewriteRequest(context, path, id, (request, told) => {
    isThere = true;
    return change(request, told);
  });
  return isThere || !written.ok
    ? written
    : fail(
        'note_changed',
        `The note for ${id} was replaced by another while its outcome was written.`,
        'It is made again from the ledger in a minute.',
        { path },
      );
}

export async function isFiled(
  context: Pick<VaultContext, 'notes' | 'folders'>,
  id: string,
  path: string,
): Promise<boolean> {
  const { doneActions } = context.folders;
  for (const name of new Set([baseName(path), id])) {
    if ((await movedNote(context, doneActions, id, name)) !== null) return true;
  }
  return context.notes.filed.has(id);
}

export function whyArchived({ book, folders }: VaultContext, id: string): string {
  if (!book.facts.isUsed(id)) {
    return `A note with the id ${id} is in ${folders.doneActions}, but this computer’s ledger has no record of it, so it isn’t run now. If it never happened, draft the request again.`;
  }
  const { intent, voided, imported, outcome } = book.facts.request(id) ?? {};
  if (imported && !intent && !voided) {
    const { file } = book.facts.earlier.get(id) ?? {};
    const who = file === undefined ? 'An earlier record' : quotedPath(file);
    return `${who} says that ${id} was run before, or may have been, so it isn’t run here. If that is wrong, draft the request again.`;
  }
  if (voided?.why === 'withdrawn') {
    return `The id ${id} has already been used by a request that was withdrawn. ${voided.reason}`;
  }
  const mayHaveRun = intent !== undefined && outcome?.outcome !== 'not_executed';
  const ended =
    outcome?.outcome === 'executed'
      ? 'was executed'
      : mayHaveRun
        ? 'may have been executed'
        : 'has ended';
  return `The id ${id} has already been used by a request that ${ended}. Nothing was run for this note now. If it asks for something else, draft it again under another id.`;
}
