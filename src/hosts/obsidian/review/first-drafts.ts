import { canonicalJson, sha256Hex } from '../../../core/digest.js';
import type { RequestSummary } from '../../../core/mission/summaries.js';
import { compareCalls } from '../../../core/request/review/build-review.js';
import type { ActionRequest } from '../../../core/request/request.js';
import type { ProposedCall } from '../../../core/request/action/proposed-call.js';
import type { Review, SinceDrafted } from '../../../core/request/review/review.js';
import type { FirstDraft } from '../storage/device-database.js';
import { waitingRequests } from '../lifecycle/session-queries.js';
import type { OpenVault } from '../lifecycle/open-vault.js';
import { ModelFeed } from '../shared/model-feed.js';
import type { Session } from '../lifecycle/session.js';

/** Of longer calls (as JSON) only the digest is kept. */
const longestKept = 50_000;
/** At most this many requests are read for this; the others when their turn comes. */
const mostRead = 1_000;

/**
 * What was edited in each waiting request since it was drafted. Neither the note nor the ledger has the
 * first text, so it is compared with the version that this device first read, which survives restarts. A
 * returned request with a new id is compared with its original version.
 */
export class FirstDrafts {
  private drafts = new Map<string, FirstDraft>();
  private of: OpenVault | null = null;
  private readonly feed: ModelFeed<null>;
  private readonly known = new WeakMap<ActionRequest, SinceDrafted | null>();
  /** By request: the digest of the call that a person last saved in a form here. */
  private readonly savedHere = new Map<string, string>();

  /** @param onChange called when a request differs that did not before */
  constructor(
    private readonly session: Session,
    private readonly onChange: () => void,
  ) {
    // What could not be read or saved is tried again after the next change.
    this.feed = new ModelFeed(session.clock, () => this.readNew(), null);
    this.feed.watch({ show: () => undefined, isVisible: () => false });
  }

  /** Called when a new request may wait. */
  look(): void {
    this.feed.changed();
  }

  /** What was edited in this request; `null` if nothing that this device knows of. */
  since({ requestId, request }: Pick<Review, 'requestId' | 'request'>): SinceDrafted | null {
    const draft = this.drafts.get(requestId);
    if (!draft) return null;
    const known = this.known.get(request);
    const differs = known === undefined ? compareDraft(draft, request.call) : known;
    this.known.set(request, differs);
    // A card may be drawn before its form reports that it was saved.
    const isSavedHere = this.savedHere.get(requestId) === sha256Hex(callText(request.call));
    return differs && isSavedHere ? { ...differs, isSavedHere } : differs;
  }

  /** A person saved a request in a form. */
  saved({ requestId, call }: ActionRequest): void {
    this.savedHere.set(requestId, sha256Hex(callText(call)));
  }

  close(): void {
    this.feed.close();
  }

  private async readNew(): Promise<null> {
    const { state, clock } = this.session;
    if (state.at !== 'ready') return null;
    /** Whether a card may show more than before. */
    let isNews = false;
    if (this.of !== state.vault) {
      const drafts = await state.vault.drafts.all();
      this.drafts = new Map(drafts.map((draft) => [draft.requestId, draft]));
      this.of = state.vault;
      isNews = drafts.length > 0;
    }
    const { source } = state.work;
    for (const summary of waitingRequests(state).slice(0, mostRead)) {
      const { requestId, path } = summary;
      if (this.drafts.has(requestId)) continue;
      const before = this.draftBefore(summary);
      const request = before ? null : (await source.reviewAt(path).catch(() => null))?.request;
      if (this.session.state !== state) return null;
      if (before) {
        isNews = true;
        await this.keep({ ...before, requestId });
      } else if (request?.requestId === requestId) {
        await this.keep(draftOf(request, clock.now()));
      }
    }
    if (isNews) this.onChange();
    return null;
  }

  /** The first text of a request to which the executor gave a new id. */
  private draftBefore({ requestId, supersedes }: RequestSummary): FirstDraft | undefined {
    if (supersedes === null || !requestId.startsWith(`${supersedes}-r`)) return undefined;
    return this.drafts.get(supersedes);
  }

  private async keep(draft: FirstDraft): Promise<void> {
    this.drafts.set(draft.requestId, draft);
    await this.of?.drafts.keep(draft);
  }
}

/** The stored form of a request. */
export function draftOf({ requestId, call }: ActionRequest, readMs: number): FirstDraft {
  const text = callText(call);
  const { bridge, tool, arguments: args } = call;
  const kept = text.length > longestKept ? null : { bridge, tool, arguments: args };
  return { requestId, readMs, call: kept, digest: sha256Hex(text) };
}

/** The differences between a call and its draft; `null` if there are none. */
export function compareDraft(draft: FirstDraft, now: ProposedCall): SinceDrafted | null {
  if (draft.digest === sha256Hex(callText(now))) return null;
  const readDate = new Date(draft.readMs).toISOString();
  return { readDate, changes: draft.call && compareCalls(draft.call, now) };
}

function callText({ bridge, tool, arguments: args }: ProposedCall): string {
  return canonicalJson({ bridge, tool, arguments: args });
}
