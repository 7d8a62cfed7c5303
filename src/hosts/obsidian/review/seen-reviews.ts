import { baseName } from '../../../core/note/file-name.js';
import {
  changesByOthers,
  compareRequests,
  preparedLike,
} from '../../../core/request/review/build-review.js';
import type { ActionRequest } from '../../../core/request/request.js';
import type { ArgumentChange, Review } from '../../../core/request/review/review.js';

/** An earlier press was meant for what was there before. */
export const readingMs = 500;
/** Ids are never reused, so the oldest requests may be forgotten. */
const mostRemembered = 500;

interface Sight {
  readonly review: Review;
  /** Null after a person decided about the request, so that another note may take its place. */
  readonly path: string | null;
  readonly sinceMs: number;
  /** True when this text could be approved when a person saw it, or when a person confirmed reading it. */
  readonly counts: boolean;
  readonly isWhole?: true;
  /** True when the note was renamed. A person who drags the note may mean the one that had the new name before. */
  readonly isRenamed?: true;
  /**
   * True when a person answered what became of the request's unknown attempt. Changes by that answer need no
   * confirmation.
   */
  readonly wasAnswered?: true;
  /** True when a person saved the request in a form, so that an executor prepares the request again. */
  readonly wasEdited?: true;
}

/** Remembers what a person saw of each request, so that a card that changes under the pointer approves nothing. */
export class SeenReviews {
  private readonly byId = new Map<string, Sight>();

  /** @param now returns milliseconds of a clock that never jumps */
  constructor(private readonly now: () => number) {}

  /** Records that the card of this text was visible. */
  show(review: Review): void {
    const known = this.sightOf(review);
    if (!known?.counts) this.see(review);
    else if (isOf(known, review)) {
      const renamed = isRenamed(known, review) ? { isRenamed: true as const } : {};
      this.byId.set(review.requestId, { ...known, review, path: review.path, ...renamed });
    } else if (review.blocked === null && this.changesOf(review).length === 0) {
      // The newer text differs only where a person need not read again, for example in the signature. A press
      // has to name the newer text.
      this.see(review);
    }
  }

  /** Records that a person confirmed reading this text. */
  read(review: Review): void {
    const { path } = review;
    // The request that `supersedes` names may still exist elsewhere, so only the one seen at this path is
    // forgotten.
    for (const [id, sight] of this.byId) if (sight.path === path) this.byId.delete(id);
    this.byId.set(review.requestId, { review, path, sinceMs: -Infinity, counts: true });
  }

  /** Returns the differences that a person must confirm before approving; empty if there are none. */
  changesOf(review: Review): readonly ArgumentChange[] {
    const known = this.sightOf(review);
    if (!known?.counts || isOf(known, review)) return [];
    const { request: now } = review;
    const seen = known.review.request;
    const before = known.wasEdited ? preparedLike(seen, now) : seen;
    return changesByOthers(compareRequests(before, now), {
      // Anyone can write `supersedes` into a note, so the call is compared even for a request that came back.
      cameBack:
        now.supersedes !== null && [before.requestId, before.supersedes].includes(now.supersedes),
      wasAnswered: known.wasAnswered === true,
    });
  }

  /** True when exactly this text was visible long enough to be read, or was confirmed as read. */
  wasReadable(review: Review): boolean {
    const known = this.byId.get(review.requestId);
    return known !== undefined && isOf(known, review) && this.now() - known.sinceMs >= readingMs;
  }

  /** Records that the card of this text offers Approve. */
  offer(review: Review): void {
    const known = this.byId.get(review.requestId);
    if (known && isOf(known, review)) this.byId.set(review.requestId, { ...known, isWhole: true });
  }

  /**
   * True when a drag may approve this text: Approve was offered for exactly this text, and its note was not
   * renamed.
   */
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

  /** Records that a person saved this request in a form. What an executor adds afterwards is no change to confirm. */
  edited(review: Review, request: ActionRequest): void {
    const { requestId, path } = review;
    this.byId.set(requestId, {
      // No card has shown the saved text yet, so the text must first be visible for a while.
      review: { ...review, request, shownDigest: '' },
      path,
      sinceMs: this.now(),
      counts: true,
      wasEdited: true,
    });
  }

  /** Records that a person decided about this request. A note that takes its path is another request. */
  decided({ requestId }: Pick<Review, 'requestId'>): void {
    const known = this.byId.get(requestId);
    if (known) this.byId.set(requestId, { ...known, path: null });
  }

  /**
   * Records that a person drafted the request again. The new note at this path is compared with what they saw
   * of the old one.
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

/** Returns the text of the step that the card shows, as the engine takes it; empty if the request has no step. */
export function stepShown({ step }: Review): { readonly stepText?: string } {
  return step ? { stepText: step.text } : {};
}
