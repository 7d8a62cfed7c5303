import { fail, type Problem } from '../core/errors.js';
import { isConflictCopy } from '../core/note/file-name.js';
import { readForeignRequest, type ForeignRequest } from '../core/request/foreign-request.js';
import { buildForeignReview, type ForeignReview } from '../core/request/foreign-review.js';
import { isConfig, type EngineContext } from './context.js';

/** What reading a foreign note takes. */
type ReadingContext = Pick<EngineContext, 'notes' | 'index' | 'book' | 'config'>;

/** The first notes in another tool's form, by path. */
export async function foreignReviews(
  context: ReadingContext,
  limit: number,
): Promise<readonly ForeignReview[]> {
  const places = context.index.foreignNotes().slice(0, limit);
  const reviews = await Promise.all(places.map(({ path }) => readForeignNote(context, path)));
  return reviews.flatMap((review) => review ?? []);
}

/** A note in another tool's form as it lies there now, and how it is read; `null` when it is none. */
export async function readForeignNote(
  context: ReadingContext,
  path: string,
): Promise<ForeignReview | null> {
  const text = await context.notes.read(path);
  const foreign = text.ok ? readForeignRequest(text.value, path) : null;
  return foreign && reviewOfForeign(context, foreign);
}

/** How a foreign request is read on this device, with its routes. */
export function reviewOfForeign(
  context: ReadingContext,
  foreign: ForeignRequest,
): ForeignReview | null {
  const place = context.index.placeOf(foreign.path);
  if (place !== 'pending' && place !== 'approved') return null;
  const config = context.config();
  return buildForeignReview(foreign, {
    place,
    routes: isConfig(config) ? config.routes : [],
    problems: isConfig(config) ? notUsable(context, foreign) : [config],
  });
}

/** What of the vault and the ledger keeps a foreign request from becoming one of ours. */
function notUsable(
  { index, book }: ReadingContext,
  { requestId: id, planId, path }: ForeignRequest,
): readonly Problem[] {
  if (book.halted) return [book.halted];
  if (isConflictCopy(path)) {
    return notReady('This note is a copy that sync made.', 'Remove all but one.', path);
  }
  if (planId && index.planPaths(planId.value).length === 0) {
    return notReady(
      `The plan ${planId.value} is not there.`,
      'Correct `plan_id`, or take `plan_id` and `step_id` away.',
      path,
    );
  }
  if (id === null) return [];
  const isKnown = book.facts.request(id) !== undefined;
  if (!isKnown && index.requestPaths(id).every((other) => other === path)) return [];
  return notReady(
    'It carries the id of another request.',
    'Take the line `request_id` away: it then gets an id of its own.',
    path,
  );
}

function notReady(message: string, advice: string, path: string): readonly Problem[] {
  return [fail('request_not_ready', message, advice, { path }).error];
}
