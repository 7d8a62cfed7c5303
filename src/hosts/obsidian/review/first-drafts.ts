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

const longestKept = 50_000;
const mostRead = 1_000;

/** Finds what was edited in each waiting request since this device first read the request. */
export class FirstDrafts {
  private drafts = new Map<string, FirstDraft>();
  private of: OpenVault | null = null;
  private readonly feed: ModelFeed<null>;
  private readonly known = new WeakMap<ActionRequest, SinceDrafted | null>();
  private readonly savedHere = new Map<string, string>();

  constructor(
    private readonly session: Session,
    private readonly onChange: () => void,
  ) {
    this.feed = new ModelFeed(session.clock, () => this.readNew(), null);
    this.feed.watch({ show: () => undefined, isVisible: () => false });
  }

  look(): void {
    this.feed.changed();
  }

  /** Null if nothing was edited, or if no first text is known. */
  since({ requestId, request }: Pick<Review, 'requestId' | 'request'>): SinceDrafted | null {
    const draft = this.drafts.get(requestId);
    if (!draft) return null;
    const known = this.known.get(request);
    const differs = known === undefined ? compareDraft(draft, request.call) : known;
    this.known.set(request, differs);
    const isSavedHere = this.savedHere.get(requestId) === sha256Hex(callText(request.call));
    return differs && isSavedHere ? { ...differs, isSavedHere } : differs;
  }

  saved({ requestId, call }: ActionRequest): void {
    this.savedHere.set(requestId, sha256Hex(callText(call)));
  }

  close(): void {
    this.feed.close();
  }

  private async readNew(): Promise<null> {
    const { state, clock } = this.session;
    if (state.at !== 'ready') return null;
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

  private draftBefore({ requestId, supersedes }: RequestSummary): FirstDraft | undefined {
    if (supersedes === null || !requestId.startsWith(`${supersedes}-r`)) return undefined;
    return this.drafts.get(supersedes);
  }

  private async keep(draft: FirstDraft): Promise<void> {
    this.drafts.set(draft.requestId, draft);
    await this.of?.drafts.keep(draft);
  }
}

/** Returns a draft to keep. Its `call` is null if the call's text is too long to keep. */
export function draftOf({ requestId, call }: ActionRequest, readMs: number): FirstDraft {
  const text = callText(call);
  const { bridge, tool, arguments: args } = call;
  const kept = text.length > longestKept ? null : { bridge, tool, arguments: args };
  return { requestId, readMs, call: kept, digest: sha256Hex(text) };
}

export function compareDraft(draft: FirstDraft, now: ProposedCall): SinceDrafted | null {
  if (draft.digest === sha256Hex(callText(now))) return null;
  const readDate = new Date(draft.readMs).toISOString();
  return { readDate, changes: draft.call && compareCalls(draft.call, now) };
}

function callText({ bridge, tool, arguments: args }: ProposedCall): string {
  return canonicalJson({ bridge, tool, arguments: args });
}
