import { baseName } from '../../../core/note/file-name.js';
import {
  changesByOthers,
  compareRequests,
  preparedLike,
} from '../../../core/request/review/build-review.js';
import type { ActionRequest } from '../../../core/request/request.js';
import type { ArgumentChange, Review } from '../../../core/request/review/review.js';

/** Shorter than this (ms) nobody reads; a press within it was meant for what was there before. */
export const readingMs = 500;
/** Requests that are remembered; ids are never used again, so the oldest may go. */
const mostRemembered = 500;

interface Sight {
  readonly review: Review;
  /** Where its note lies; `null`: a person dealt with it, and its place is free for another. */
  readonly path: string | null;
  /** Since when this text is shown. */
  readonly sinceMs: number;
  /** Whether this text could be approved when it was seen, or was said to have been read. */
  readonly counts: boolean;
  /** Whether its card said that all of what would be sent was unfolded and in sight long enough. */
  readonly isWhole?: true;
  /** Its text came to another note of its folder: whoever drags that one may mean what was in it before. */
  readonly isRenamed?: true;
  /** A person said what became of its unknown attempt; what that does to its note is no change. */
  readonly wasAnswered?: true;
  /** It was saved in a form, before an executor prepared it again. */
  readonly wasEdited?: true;
}

/**
 * What a person saw of each request. The first text that could be approved stays what was seen, until
 * they say to have read a later one: a card that is redrawn under the pointer approves nothing. What
 * comes in the place of a note that was seen is compared with it, whatever id it has.
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
      // Signed, or no longer: for a person it is the same, for a press it is another.
      this.see(review);
    }
  }

  /** A person said to have read this text. */
  read(review: Review): void {
    const { path } = review;
    // Only what this took the place of is dealt with; one that it names may still lie elsewhere.
    for (const [id, sight] of this.byId) if (sight.path === path) this.byId.delete(id);
    this.byId.set(review.requestId, { review, path, sinceMs: -Infinity, counts: true });
  }

  /** What differs from what was seen; empty when this is it, or nothing of it was seen yet. */
  changesOf(review: Review): readonly ArgumentChange[] {
    const known = this.sightOf(review);
    if (!known?.counts || isOf(known, review)) return [];
    const { request: now } = review;
    const seen = known.review.request;
    const before = known.wasEdited ? preparedLike(seen, now) : seen;
    return changesByOthers(compareRequests(before, now), {
      // Anybody can write that; the call and what is said of it are compared all the same. It may
      // have been seen before the executor knew it again.
      cameBack:
        now.supersedes !== null && [before.requestId, before.supersedes].includes(now.supersedes),
      wasAnswered: known.wasAnswered === true,
    });
  }

  /** Whether this very text was there long enough to be read. */
  wasReadable(review: Review): boolean {
    const known = this.byId.get(review.requestId);
    return known !== undefined && isOf(known, review) && this.now() - known.sinceMs >= readingMs;
  }

  /** The card of this text offers its Approve: nothing of it is folded, and it was in sight for a while. */
  offer(review: Review): void {
    const known = this.byId.get(review.requestId);
    if (known && isOf(known, review)) this.byId.set(review.requestId, { ...known, isWhole: true });
  }

  /** Whether Approve was offered for this very text: a drag needs no less than a press. */
  wasOffered(review: Review): boolean {
    const known = this.byId.get(review.requestId);
    if (known?.isWhole !== true || known.isRenamed) return false;
    return isOf(known, review) && this.wasReadable(review);
  }

  /** What was seen of the note at a path. */
  at(path: string): Review | undefined {
    return this.sightAt(path)?.review;
  }

  /** A note that was seen moved. */
  moved(from: string, to: string): void {
    for (const [id, sight] of this.byId) {
      if (sight.path !== from) continue;
      this.byId.set(id, { ...sight, path: to, review: { ...sight.review, path: to } });
    }
  }

  /** A person said what became of this one's unknown attempt. */
  answered({ requestId }: Review): void {
    const known = this.byId.get(requestId);
    if (known) this.byId.set(requestId, { ...known, wasAnswered: true });
  }

  /** A person saved this one in a form: they have seen what they saved. Preparing it is no change. */
  edited(review: Review, request: ActionRequest): void {
    const { requestId, path } = review;
    this.byId.set(requestId, {
      // No card showed it yet: it is read like the first text.
      review: { ...review, request, shownDigest: '' },
      path,
      sinceMs: this.now(),
      counts: true,
      wasEdited: true,
    });
  }

  /** A person decided on this one: what comes to its place is another. */
  decided({ requestId }: Pick<Review, 'requestId'>): void {
    const known = this.byId.get(requestId);
    if (known) this.byId.set(requestId, { ...known, path: null });
  }

  /** A person drafted it again: the new note at this path is compared with the request that they saw. */
  redrafted(requestId: string, path: string): void {
    const known = this.byId.get(requestId);
    if (known) this.byId.set(requestId, { ...known, path });
  }

  /**
   * What this is compared with: the request of its id that was seen, else the one that was seen in its
   * place, else the one that it came back from, wherever that was seen last.
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

/** Whether something else gave it another name, or another folder of the same kind. */
function isRenamed({ path: before, review: seen }: Sight, { path, folder }: Review): boolean {
  if (before === null || before === path) return false;
  return seen.folder === folder || baseName(before) !== baseName(path);
}

/** How the step of a request reads on its card, as the engine takes it. */
export function stepShown({ step }: Review): { readonly stepText?: string } {
  return step ? { stepText: step.text } : {};
}
