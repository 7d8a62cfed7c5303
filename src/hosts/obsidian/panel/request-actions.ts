import type { Notice } from 'obsidian';
import { ok, type Result } from '../../../core/errors.js';
import { severityOf, type ResultRow } from '../../../core/screens/result-row.js';
import type { Review } from '../../../core/request/review/review.js';
import { withIsolates } from '../../../core/text/text-direction.js';
import type { PanelActions, RequestActions } from '../../../ui/actions/panel-actions.js';
import { formatResult } from '../../../ui/card/format-result.js';
import { changesSince } from '../review/changes-since.js';
import type { DraggedApprovals } from '../review/dragged-approvals.js';
import type { FirstDrafts } from '../review/first-drafts.js';
import type { AboutCard } from '../note-card/build-action-card.js';
import type { PanelParts } from './press-runner.js';
import { openEdit } from '../drafting/open-edit.js';
import { saveOpenEditors } from '../storage/notes/open-editors.js';
import {
  changedMeanwhile,
  noSuchBridge,
  notRunning,
  onlyJustThere,
} from '../shared/press-problems.js';
import { PressResults } from '../review/press-results.js';
import { reviewActions } from '../review/review-actions.js';
import { ReviewModal } from '../review/review-modal.js';
import { ReviewRound } from '../review/review-round.js';
import { stepShown, type SeenReviews } from '../review/seen-reviews.js';
import type { Session } from '../lifecycle/session.js';
import { sourceOf } from '../lifecycle/session-queries.js';
import { ToolsModal } from '../bridges/tools-modal.js';
import { showNotice } from '../shared/show-notice.js';

interface RequestParts extends PanelParts {
  readonly seen: SeenReviews;
  readonly results: PressResults;
  readonly drafts: FirstDrafts;
  readonly drags: DraggedApprovals;
  readonly panel: PanelActions;
  readonly about: (review: Review) => AboutCard;
  readonly changed: () => void;
}

export interface Requests extends RequestActions {
  changed(): void;
}

export function requestActions(parts: RequestParts): Requests {
  const { app, session, runner, modals, seen, results } = parts;
  let round: ReviewRound | null = null;

  const rejectOne = async (requestId: string, reason: string): Promise<Result<unknown>> => {
    const { personActions } = session;
    if (!personActions) return notRunning;
    const rejected = await personActions.reject({ requestId, reason });
    if (rejected.ok) seen.decided({ requestId });
    return rejected;
  };

  return {
    changed: () => round?.changed(),
    reviewAll() {
      if (round) return;
      round = new ReviewRound({
        clock: session.clock,
        state: () => session.state,
        about: parts.about,
        became: (requestId) => results.rows().find((row) => row.requestId === requestId) ?? null,
        reject: rejectOne,
        whileRejecting: (ids, work) => session.personActions?.whileRejecting(ids, work) ?? work(),
        close: () => modal.close(),
        tell: (text) => showNotice(text),
      });
      const modal = new ReviewModal(app, round, reviewActions(parts.panel, round));
      modals.open(modal, () => (round = null));
    },
    shown(review) {
      seen.show(review);
      // Watches for drags to Approved. No earlier watch is needed, because a drag approves only a
      // request that was shown.
      parts.drags.watch(session.executor);
    },
    offered: (review) => seen.offer(review),
    readChange(review, press) {
      runner.bySteadyPress(review.requestId, press, async () => {
        seen.read(review);
        return ok(undefined);
      });
    },
    approve(review, checked, press) {
      const { requestId, shownDigest } = review;
      runner.bySteadyPress(requestId, press, async (gesture) => {
        const { personActions, state } = session;
        if (!personActions) return notRunning;
        if (seen.changesOf(review).length > 0) return changedMeanwhile;
        seen.show(review);
        if (!seen.wasReadable(review)) return onlyJustThere;
        const saved = saveOpenEditors(app.workspace, review.path);
        const observedSeq = Math.max(-1, ...review.attempts.map(({ seq = -1 }) => seq));
        const shown = { requestId, shownDigest, observedSeq, ...stepShown(review) };
        const takeBack = results.add(review, 'approved');
        const approved = await personActions.approve({ ...shown, checked, gesture, saved });
        if (approved.ok) {
          seen.moved(review.path, approved.value.path);
          round?.did({ requestId, what: 'Approved' });
          return approved;
        }
        takeBack();
        if (approved.error.code === 'note_changed' && state.at === 'ready') {
          const changes = await changesSince(state.work, review);
          runner.say(requestId, approved.error, state.vault.tools.explain(changes));
        }
        return approved;
      });
    },
    importRequest({ path, shownDigest }, press) {
      runner.withExecutorByPress(path, press, async ({ engine }, gesture) => {
        await saveOpenEditors(app.workspace, path);
        return engine.personActions.confirmImport({ path, shownDigest, gesture });
      });
    },
    rejectExternal({ path }) {
      runner.withExecutor(path, async ({ engine }) => {
        await saveOpenEditors(app.workspace, path);
        return engine.personActions.rejectExternal({ path, reason: '' });
      });
    },
    reject(review, reason) {
      const { requestId } = review;
      runner.run(requestId, async () => {
        const takeBack = results.add(review, 'rejected');
        const rejected = await rejectOne(requestId, reason);
        if (rejected.ok) round?.did({ requestId, what: 'Rejected' });
        else takeBack();
        return rejected;
      });
    },
    edit(review) {
      void openEdit({ app, modals, session }, review, {
        saved(request) {
          seen.edited(review, request);
          parts.drafts.saved(request);
          if (round) parts.changed();
          else parts.review(review.path);
        },
        noForm() {
          round?.close();
          parts.panel.views.open(review.path);
        },
      });
    },
    confirmUnknown(review, happened, press) {
      const { requestId, shownDigest, unknownOutcome } = review;
      const attemptId = unknownOutcome?.attemptId ?? '';
      runner.withExecutorByPress(requestId, press, async ({ engine }, gesture) => {
        const saved = saveOpenEditors(app.workspace, review.path);
        const shown = { requestId, shownDigest, ...stepShown(review) };
        const answer = { ...shown, attemptId, happened, gesture, saved };
        const takeBack = happened ? results.add(review, 'happened') : () => undefined;
        const said = await engine.personActions.confirmUnknown(answer);
        if (!said.ok) takeBack();
        else if (happened) seen.decided(review);
        else seen.answered(review);
        if (said.ok) results.dismiss(attemptId);
        return said;
      });
    },
    undo(request) {
      const { requestId } = request;
      parts.drags.notices.end(requestId);
      const review =
        'request' in request
          ? (request as Review)
          : parts.model().reviews.find((one) => one.requestId === requestId);
      runner.withPersonActions(requestId, async (personActions) => {
        const takeBack = review
          ? results.add(review, 'moved_back')
          : results.addMovedBack(requestId);
        const undone = await personActions.undo({ requestId });
        if (undone.ok) round?.did({ requestId, what: 'Moved back' });
        else takeBack();
        return undone;
      });
    },
    testBridge({ requestId, request }) {
      const { executor } = session;
      const { bridge: alias } = request.call;
      const bridge = executor?.device.config.bridges.find((each) => each.alias === alias);
      if (executor && bridge) modals.open(new ToolsModal(app, executor, bridge));
      else runner.say(requestId, executor ? noSuchBridge : notRunning.error);
    },
    bringBack: (requestId) =>
      runner.withExecutor(requestId, ({ engine }) => engine.personActions.bringBack({ requestId })),
    withdraw: (requestId) =>
      runner.withExecutor(requestId, ({ engine }) => engine.personActions.withdraw({ requestId })),
    redraft(requestId) {
      runner.withExecutor(requestId, async ({ engine }) => {
        const redrafted = await engine.operations.redraft({ requestId, actor: 'Human' });
        if (redrafted.ok) {
          seen.redrafted(requestId, redrafted.value.path);
          parts.review(redrafted.value.path);
        }
        return redrafted;
      });
    },
    openResult(requestId) {
      void noteOf(parts, requestId).then((path) => {
        if (path === null) showNotice('The note of this request can’t be found.');
        else parts.panel.views.open(path);
      });
    },
    dismissResult(requestId) {
      results.dismiss(requestId);
      parts.changed();
    },
  };
}

/** Looks repeatedly, because the note may be moving. */
async function noteOf({ app, session }: PanelParts, requestId: string): Promise<string | null> {
  for (let looks = 0; looks < 20; looks += 1) {
    const path = await sourceOf(session.state)?.noteOf(requestId);
    if (path && app.vault.getFileByPath(path)) return path;
    await new Promise<void>((resolve) => void session.clock.setTimer(100, resolve));
  }
  return null;
}

export function pressResults(session: Session): PressResults {
  const notices = new Map<string, Notice>();
  return new PressResults(
    () => session.clock.now(),
    (requestId, isUndoWindow) =>
      (isUndoWindow ? session.executor?.engine : sourceOf(session.state))?.became(requestId) ??
      null,
    (row) => {
      const isTold = severityOf(row) === 'warning' || row.state.is === 'waits_for';
      notices.get(row.requestId)?.hide();
      notices.delete(row.requestId);
      if (session.isSeen() || !isTold) notices.set(row.requestId, showNotice(formatNotice(row)));
    },
  );
}

/** Returns the newest result for the request in the note at `path`. Null if there is none. */
export async function resultIn(
  path: string,
  session: Session,
  results: PressResults,
): Promise<ResultRow | null> {
  for (const row of results.rows().toReversed()) {
    if ((await sourceOf(session.state)?.noteOf(row.requestId)) === path) return row;
  }
  return null;
}

function formatNotice(row: ResultRow): string {
  const words = formatResult(row, new Date());
  return row.title === '' ? words : `${withIsolates(row.title)}: ${words}`;
}
