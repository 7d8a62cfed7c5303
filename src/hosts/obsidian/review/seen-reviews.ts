import { baseName } from '../../../core/note/file-name.js';
import {
  changesByOthers,
  compareRequests,
  preparedLike,
} from '../../../core/request/review/build-review.js';
import type { ActionRequest } from '../../../core/request/request.js';
import type { ArgumentChange, Review } from '../../../core/request/review/review.js';

/** Nobody reads in a shorter time (ms), so an earlier press was meant for what was there before. */
export const readingMs = 500;
/** At most this many requests are remembered; ids are never reused, so the oldest may go. */
const mostRemembered = 500;

interface Sight {
  readonly review: Review;
  /** The path of its note; `null` after a person dealt with it, so that its place is free for another. */
  readonly path: string | null;
  /** Since when this text is shown. */
  readonly sinceMs: number;
  /** Whether this text could be approved when it was seen, or a person confirmed reading it. */
  readonly counts: boolean;
  /** Whether its card reported that everything that would be sent was unfolded and visible long enough. */
  readonly isWhole?: true;
  /** Its text moved to another note of its folder; a person who drags that note may mean its earlier content. */
  readonly isRenamed?: true;
  /** A person answered about its unknown attempt; the effect of that on its note is not a change. */
  readonly wasAnswered?: true;
  /** It was saved in a form, before an executor prepared it again. */
  readonly wasEdited?: true;
}

/**
 * What a person saw of each request. The first text that could be approved remains the seen one until they
 * confirm reading a later one, so a card that is redrawn under the pointer approves nothing. A note that
 * replaces a seen note is compared with it, whatever its id.
 */
export class SeenReviews {
  private readonly byId = new Map<string, Sight>();

  /** @param now milliseconds of a clock that never jumps */
  constructor(private readonly now: () => number) {}

  /** The card of this text was visible. */
  show(review: Review): void {
    const known = this.sightOf(review);
    if (!known?.counts) this.see(review);
    else if (isOf(known, review)) {
      const renamed = isRenamed(known, review) ? { isRenamed: true as const } : {};
      this.byId.set(review.requestId, { ...known, review, path: review.path, ...renamed });
    } else if (review.blocked === null && this.changesOf(review).length === 0) {
      // Whether it is signed makes no difference to a person, but it does to a press.
      this.see(review);
    }
  }

  /** A person confirmed reading this text. */
  read(review: Review): void {
    const { path } = review;
    // Only the request whose place this one took is finished; one that its note names may still exist
    // elsewhere.
    for (const [id, sight] of this.byId) if (sight.path === path) this.byId.delete(id);
    this.byId.set(review.requestId, { review, path, sinceMs: -Infinity, counts: true });
  }

  /** The differences from what was seen; empty if this is it, or nothing of it was seen yet. */
  changesOf(review: Review): readonly ArgumentChange[] {
    const known = this.sightOf(review);
    if (!known?.counts || isOf(known, review)) return [];
    const { request: now } = review;
    const seen = known.review.request;
    const before = known.wasEdited ? preparedLike(seen, now) : seen;
    return changesByOthers(compareRequests(before, now), {
      // Anybody can write that, so the call and its descriptions are still compared. It may have been seen
      // before the executor recognised it.
      cameBack:
        now.supersedes !== null && [before.requestId, before.supersedes].includes(now.supersedes),
      wasAnswered: known.wasAnswered === true,
    });
  }

  /** Whether exactly this text was visible long enough to be read. */
  wasReadable(review: Review): boolean {
    const known = this.byId.get(review.requestId);
    return known !== undefined && isOf(known, review) && this.now() - known.sinceMs >= readingMs;
  }

  /** The card of this text offers Approve: nothing is folded, and it was visible for a while. */
  offer(review: Review): void {
    const known = this.byId.get(review.requestId);
    if (known && isOf(known, review)) this.byId.set(review.requestId, { ...known, isWhole: true });
  }

  /** Whether Approve was offered for exactly this text; a drag requires the same as a press. */
  wasOffered(review: Review): boolean {
    const known = this.byId.get(review.requestId);
    if (known?.isWhole !== true || known.isRenamed) return false;
    return isOf(known, review) && this.wasReadable(review);
  }

  /** What was seen of the note at a path. */
  at(path: string): Review | undefined {
    return this.sightAt(path)?.review;
  }

  /** A seen note moved. */
  moved(from: string, to: string): void {
    for (const [id, sight] of this.byId) {
      if (sight.path !== from) continue;
      this.byId.set(id, { ...sight, path: to, review: { ...sight.review, path: to } });
    }
  }

  /** A person answered about this request's unknown attempt. */
  answered({ requestId }: Review): void {
    const known = this.byId.get(requestId);
    if (known) this.byId.set(requestId, { ...known, wasAnswered: true });
  }

  /** A person saved this one in a form, so they have seen it. Its preparation afterwards is not a change. */
  edited(review: Review, request: ActionRequest): void {
    const { requestId, path } = review;
    this.byId.set(requestId, {
      // No card has shown it yet, so it is treated like a first text.
      review: { ...review, request, shownDigest: '' },
      path,
      sinceMs: this.now(),
      counts: true,
      wasEdited: true,
    });
  }

  /** A person decided this one; whatever takes its place is another. */
  decided({ requestId }: Pick<Review, 'requestId'>): void {
    const known = this.byId.get(requestId);
    if (known) this.byId.set(requestId, { ...known, path: null });
  }

  /** A person drafted it again; the new note at this path is compared with the request that they saw. */
  redrafted(requestId: string, path: string): void {
    const known = this.byId.get(requestId);
    if (known) this.byId.set(requestId, { ...known, path });
  }

  /**
   * The earlier sight to compare with: of the same id, else of the same place, else of the request that
   * this one was returned from, wherever that was last seen.
   */
  private sightOf({ requestId, path, request }: Review): Sight | undefined {
    const known = this.byId.get(requestId);
    if (known?.counts) return known;
    const there = this.sightAt(path);
    if (there?.counts) return there;
    const replaced = request.supersedes === null ? undefined : this.byId.get(request.supersedes);
    return replaced?.counts && replaced.path !== null ? replaced : known;
  }

  private sightAt(path: string): Sight | undefined {
    const there = [...this.byId.values()].filter((sight) => sight.path === path);
    return there.find(({ counts }) => counts) ?? there[0];
  }

  private see(review: Review): void {
    const { requestId, path, blocked } = review;
    this.byId.set(requestId, { review, path, sinceMs: this.now(), counts: blocked === null });
    const [oldest] = this.byId.keys();
    if (this.byId.size > mostRemembered && oldest !== undefined) this.byId.delete(oldest);
  }
}

function isOf({ review: seen }: Sight, { requestId, shownDigest, step }: Review): boolean {
  return (
    seen.requestId === requestId &&
    seen.shownDigest === shownDigest &&
    seen.step?.text === step?.text
  );
}

/** Whether something else renamed it or moved it to another folder of the same kind. */
function isRenamed({ path: before, review: seen }: Sight, { path, folder }: Review): boolean {
  if (before === null || before === path) return false;
  return seen.folder === folder || baseName(before) !== baseName(path);
}

/** The wording of the step on a request's card, as the engine takes it. */
export function stepShown({ step }: Review): { readonly stepText?: string } {
  return step ? { stepText: step.text } : {};
}
