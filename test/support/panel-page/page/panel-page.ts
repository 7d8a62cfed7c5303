import { fail } from '../../../../src/core/errors.js';
import { emptyPanelModel, type PanelModel } from '../../../../src/core/screens/panel-model.js';
import { startingReview, type ReviewModel } from '../../../../src/core/screens/review-model.js';
import type { StepSummary } from '../../../../src/core/mission/summaries.js';
import { buildReview, compareRequests } from '../../../../src/core/request/review/build-review.js';
import { parseRequest } from '../../../../src/core/request/parse-request.js';
import type { AskerView, AttemptView, Review } from '../../../../src/core/request/review/review.js';
import type { ToolHints } from '../../../../src/core/request/action/tool-hints.js';
import type { Mounted } from '../../../../src/ui/parts/mount-component.svelte.js';
import { mountPanel } from '../../../../src/ui/panel/mount-panel.js';
import { mountReview } from '../../../../src/ui/review/mount-review.js';
import type {
  DeviceActions,
  PanelActions,
  PlanActions,
  Press,
  RequestActions,
  ViewActions,
} from '../../../../src/ui/actions/panel-actions.js';
import type { ReviewActions } from '../../../../src/ui/actions/review-actions.js';

/** A request's note, and what its card shows of it. */
export interface CardNote {
  readonly path: string;
  readonly text: string;
  readonly attempts?: readonly AttemptView[];
  readonly asks?: boolean;
  readonly blocked?: string;
  /** How long it is still held, in milliseconds. */
  readonly heldMs?: number;
  readonly isPaused?: true;
  /** Why it came back with nothing done. */
  readonly returned?: Pick<Review, 'nothingSent' | 'wasRefused' | 'changed'> & {
    readonly returnReason: string;
  };
  /** The unknown attempt that it came back from. */
  readonly unknownOutcome?: {
    readonly attemptId: string;
    readonly reason?: string;
    readonly answer?: string;
  };
  /** What its server says of the tool. */
  readonly toolHints?: ToolHints;
  /** The agent that drafted it. */
  readonly asker?: AskerView;
  /** The step that it is for, and how that read when the request was prepared. */
  readonly step?: { readonly text: string; readonly before?: string };
  /** The text that the person saw before. */
  readonly seen?: string;
  /** The field of the review that throws when it is drawn. */
  readonly broken?: keyof Review;
}

/** What a test reads and does in the page. */
export interface PanelPage {
  /** Shows the panel with these cards, and other parts of the model. */
  show(notes: readonly CardNote[], rest?: Partial<PanelModel>): void;
  /** Shows, instead of the panel, the review of many with this card, and other parts of its model. */
  showReview(note: CardNote | null, rest?: Partial<ReviewModel>): void;
  /** What was asked for, newest last. */
  readonly asked: unknown[][];
}

const asked: unknown[][] = [];
const isPress = (value: unknown): value is Press => value instanceof Object && 'steadyMs' in value;
const isReview = (value: unknown): value is Review =>
  value instanceof Object && 'shownDigest' in value;

type AllActions = ViewActions & RequestActions & PlanActions & DeviceActions & ReviewActions;
const recorder = new Proxy({} as AllActions, {
  get:
    (_none, name) =>
    (...values: unknown[]) => {
      const plain = values.map((value) => {
        if (isPress(value)) return value.steadyMs >= 500 ? 'steady' : 'not steady';
        return isReview(value) ? value.path : value;
      });
      asked.push([String(name), ...plain]);
    },
});
const actions: PanelActions = {
  views: recorder,
  requests: recorder,
  plans: recorder,
  device: recorder,
};

function requestOf({ path, text }: Pick<CardNote, 'path' | 'text'>) {
  const { request } = parseRequest(text, path);
  if (!request) throw new Error(`No request in ${path}`);
  return request;
}

const stepOf = (text: string): StepSummary => ({
  ...{ position: 2, id: 's2', text, done: false, gated: true, after: null },
});

function reviewOf(note: CardNote): Review {
  const {
    attempts = [],
    asks = false,
    blocked,
    heldMs,
    broken,
    unknownOutcome,
    step,
    returned,
  } = note;
  const review = buildReview(requestOf(note), {
    folder: note.path.startsWith('Approved/') ? 'approved' : 'pending',
    blocked:
      blocked === undefined ? null : fail('request_not_ready', blocked, 'Wait for it.').error,
    attempts,
    asks,
    undoUntilMs: heldMs === undefined ? null : Date.now() + heldMs,
    ...(note.isPaused ? { isPaused: true as const } : {}),
    ...returned,
    unknownOutcome: unknownOutcome ? { ...unknownOutcome, changes: [] } : null,
    asker: note.asker ?? null,
    ...(step ? { step: stepOf(step.text), stepBefore: step.before } : {}),
  });
  const known = note.toolHints ? { ...review, toolHints: note.toolHints } : review;
  if (broken === undefined) return known;
  return Object.defineProperty({ ...known }, broken, {
    get: () => {
      throw new Error('planted');
    },
  });
}

const first: PanelModel = { ...emptyPanelModel, stage: 'ready' };
const panel = mountPanel(document.body, first, actions);
let many: Mounted<ReviewModel> | null = null;
const page: PanelPage = {
  show(notes, rest = {}) {
    const changed = notes.flatMap((note): [string, PanelModel['changes'][string]][] => {
      if (note.seen === undefined) return [];
      const seen = requestOf({ path: note.path, text: note.seen });
      return [[note.path, compareRequests(seen, requestOf(note))]];
    });
    panel.show({
      ...first,
      reviews: notes.map(reviewOf),
      waitingCount: notes.length,
      changes: Object.fromEntries(changed),
      ...rest,
    });
  },
  showReview(note, rest = {}) {
    if (!many) {
      void panel.unmount();
      const rests = { actions, steps: recorder, keys: document.body };
      many = mountReview(document.body, startingReview, rests);
    }
    many.show({
      ...startingReview,
      stage: 'ready',
      waiting: note ? 1 : 0,
      matching: note ? 1 : 0,
      position: note ? 1 : 0,
      card: note && {
        shows: 'call',
        review: reviewOf(note),
        changes: [],
        drafted: null,
        answer: null,
      },
      ...rest,
    });
  },
  asked,
};
Object.assign(window, { panelPage: page });
