import { baseName } from '../../../core/note/file-name.js';
import {
  changesByOthers,
  compareRequests,
  preparedLike,
} from '../../../core/request/review/build-review.js';
import type { ActionRequest } from '../../../core/request/request.js';
import type { ArgumentChange, Review } from '../../../core/request/review/review.js';

/** A person gets this time (ms) to read before a press is accepted. */
export const readingMs = 500;
const mostRemembered = 500;

interface Sight {
  readonly review: Review;
  readonly path: string | null;
  readonly sinceMs: number;
  readonly counts: boolean;
  readonly isWhole?: true;
  readonly isRenamed?: true;
  readonly wasAnswered?: true;
  readonly wasEdited?: true;
}

/**
 * Remembers what a person saw of each request, so that a press never approves a text that has just
 * changed.
 */
export class SeenReviews {
  private readonly byId = new Map<string, Sight>();

  /** `now` returns milliseconds of a clock that never jumps. */
  constructor(private readonly now: () => number) {}

  /** Call it when the card of this review is visible. */
  show(review: Review): void {
    const known = this.sightOf(review);
    if (!known?.counts) this.see(review);
    else if (isOf(known, review)) {
      const renamed = isRenamed(known, review) ? { isRenamed: true as const } : {};
      this.byId.set(review.requestId, { ...known, review, path: review.path, ...renamed });
    } else if (review.blocked === null && this.changesOf(review).length === 0) {
      this.see(review);
    }
  }

  /** Records that a person confirmed reading this text. */
  read(review: Review): void {
    const { path } = review;
    for (const [id, sight] of this.byId) if (sight.path === path) this.byId.delete(id);
    this.byId.set(review.requestId, { review, path, sinceMs: -Infinity, counts: true });
  }

  /** Returns changes that the person may not have seen and must confirm before approving. */
  changesOf(review: Review): readonly ArgumentChange[] {
    const known = this.sightOf(review);
    if (!known?.counts || isOf(known, review)) return [];
    const { request: now } = review;
    const seen = known.review.request;
    const before = known.wasEdited ? preparedLike(seen, now) : seen;
    return changesByOthers(compareRequests(before, now), {
      // Anyone can write `supersedes` into a note, so it never hides a change of the call.
      cameBack:
        now.supersedes !== null && [before.requestId, before.supersedes].includes(now.supersedes),
      wasAnswered: known.wasAnswered === true,
    });
  }

  /** True when this text was visible long enough to be read, or was confirmed as read. */
  wasReadable(review: Review): boolean {
    const known = this.byId.get(review.requestId);
    return known !== undefined && isOf(known, review) && this.now() - known.sinceMs >= readingMs;
  }

  offer(review: Review): void {
    const known = this.byId.get(review.requestId);
    if (known && isOf(known, review)) this.byId.set(review.requestId, { ...known, isWhole: true });
  }

  /** True when a drag may approve this text. */
  wasOffered(review: Review): boolean {
    const known = this.byId.get(review.requestId);
    if (known?.isWhole !== true || known.isRenamed) return false;
    return isOf(known, review) && this.wasReadable(review);
  }

  at(path: string): Review | undefined {
    return this.sightAt(path)?.review;
  }

  moved(from: string, to: string): void {
    for (const [id, sight] of this.byId) {
      if (sight.path !== from) continue;
      this.byId.set(id, { ...sight, path: to, review: { ...sight.review, path: to } });
    }
  }

  answered({ requestId }: Review): void {
    const known = this.byId.get(requestId);
    if (known) this.byId.set(requestId, { ...known, wasAnswered: true });
  }

  /** Records that a person saved this request in a form. */
  edited(review: Review, request: ActionRequest): void {
    const { requestId, path } = review;
    this.byId.set(requestId, {
      review: { ...review, request, shownDigest: '' },
      path,
      sinceMs: this.now(),
      counts: true,
      wasEdited: true,
    });
  }

  /** After a decision, another note may take the path of the request. */
  decided({ requestId }: Pick<Review, 'requestId'>): void {
    const known = this.byId.get(requestId);
    if (known) this.byId.set(requestId, { ...known, path: null });
  }

  /**
   * A new draft at `path` replaces the request. Later, the draft is compared with what the person
   * saw of the request.
   */
  redrafted(requestId: string, path: string): void {
    const known = this.byId.get(requestId);
    if (known) this.byId.set(requestId, { ...known, path });
  }

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

function isRenamed({ path: before, review: seen }: Sight, { path, folder }: Review): boolean {
  if (before === null || before === path) return false;
  return seen.folder === folder || baseName(before) !== baseName(path);
}

/** Returns the text of the step that the card shows. */
export function stepShown({ step }: Review): { readonly stepText?: string } {
  return step ? { stepText: step.text } : {};
}
