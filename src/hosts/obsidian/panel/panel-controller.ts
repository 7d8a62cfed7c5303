import type { App } from 'obsidian';
import { startingPanel, type PanelModel } from '../../../core/screens/panel-model.js';
import type { ActionCard } from '../../../core/screens/action-card.js';
import type { ArgumentChange, Review, SinceDrafted } from '../../../core/request/review/review.js';
import type {
  DeviceActions,
  PanelActions,
  PlanActions,
  ViewActions,
} from '../../../ui/actions/panel-actions.js';
import { RecordDrawings } from '../decisions/record-drawings.js';
import { ActionCards } from '../note-card/action-cards.js';
import { auditFilesOf } from './audit-files.js';
import { PanelTarget } from './panel-target.js';
import { buildActionCard, type AboutCard } from '../note-card/build-action-card.js';
import { buildDevicesModel } from './build-devices-model.js';
import { buildPanelModel, resumedPlan, type PanelInputs } from './build-panel-model.js';
import { deviceActions } from './device-actions.js';
import { DraggedApprovals } from '../review/dragged-approvals.js';
import { FirstDrafts } from '../review/first-drafts.js';
import { DoneSteps } from '../missions/done-steps.js';
import { ModelFeed } from '../shared/model-feed.js';
import { OpenModals } from '../shared/open-modals.js';
import { brokenPanel } from '../shared/press-problems.js';
import { openPanel } from './panel-view.js';
import { planActions } from './plan-actions.js';
import { PressRunner, type PanelParts } from './press-runner.js';
import { pressResults, requestActions, resultIn, type Requests } from './request-actions.js';
import type { PressResults } from '../review/press-results.js';
import { SeenReviews } from '../review/seen-reviews.js';
import type { Session } from '../lifecycle/session.js';
import { viewActions } from './view-actions.js';

type PanelHost = Pick<ViewActions, 'openSettings' | 'openStartPage'> &
  Pick<PlanActions, 'newMission' | 'reviewSteps'>;

export class PanelController implements PanelActions {
  readonly views: ViewActions;
  readonly requests: Requests;
  readonly plans: PlanActions;
  readonly device: DeviceActions;
  readonly runner: PressRunner;
  readonly target: PanelTarget;
  readonly feed: ModelFeed;
  readonly cards: ActionCards;
  readonly drawings: RecordDrawings;
  readonly doneSteps: DoneSteps;
  onChange: () => void = () => undefined;
  private readonly modals = new OpenModals();
  private readonly plansRead: PanelInputs['plansRead'] = new WeakMap();
  private readonly seen = new SeenReviews(() => performance.now());
  private readonly results: PressResults;
  private readonly drafts: FirstDrafts;
  private readonly drags: DraggedApprovals;
  private greeted: string | null | undefined = undefined;

  constructor(
    private readonly app: App,
    private readonly session: Session,
    host: PanelHost,
  ) {
    const changed = (): void => this.changed();
    this.feed = new ModelFeed(session.clock, () => this.buildModel(), startingPanel, brokenPanel);
    this.runner = new PressRunner(session, changed);
    this.target = new PanelTarget(app.workspace, () => session.state, changed);
    this.results = pressResults(session);
    this.drafts = new FirstDrafts(session, changed);
    const { runner, target, modals, seen, results, drafts } = this;
    const parts: PanelParts = {
      ...{ app, session, runner, modals },
      model: () => this.feed.model,
      review: (path) => target.ask(path),
    };
    const doneSteps = new DoneSteps(parts.review);
    const drags = new DraggedApprovals({
      ...{ ...parts, seen, results },
      undo: (review) => this.requests.undo(review),
    });
    this.views = viewActions({
      ...{ ...parts, ...host, target },
      dismissHeadline: () => {
        this.greeted = null;
        this.feed.changed();
      },
    });
    this.requests = requestActions({
      ...{ ...parts, seen, results, drafts, drags, changed },
      panel: this,
      about: (review) => this.about(review),
    });
    this.plans = planActions({ ...parts, ...host, doneSteps });
    this.device = deviceActions({ ...parts, results });
    [this.drags, this.doneSteps] = [drags, doneSteps];
    this.cards = new ActionCards({
      workspace: app.workspace,
      clock: session.clock,
      actions: this,
      openPanel: () => void openPanel(app.workspace),
      build: (path) => this.buildCard(path),
    });
    this.drawings = new RecordDrawings(app, session, (planId) => this.plans.recordDecision(planId));
    session.isSeen = () => this.feed.isSeen;
    session.onChange = () => {
      const { state } = session;
      if (state.at === 'ready' && this.greeted === undefined)
        this.greeted = resumedPlan(state.work);
      drags.changed();
      drafts.look();
      changed();
    };
  }

  get hasWindow(): boolean {
    return this.modals.isAnyOpen;
  }

  close(): void {
    this.drags.close();
    this.modals.closeAll();
    this.drafts.close();
    this.doneSteps.close();
    this.feed.close();
    this.cards.close();
    this.drawings.close();
  }

  private async buildCard(path: string): Promise<ActionCard | null> {
    const drawn = await buildActionCard(this.session.state, path, (review) => this.about(review));
    const card =
      drawn?.shows === 'call' ? { ...drawn, review: this.drags.unseen.tell(drawn.review) } : drawn;
    const result = card && (await resultIn(path, this.session, this.results));
    return result ? { ...card, result } : card;
  }

  private async buildModel(): Promise<PanelModel> {
    const { session } = this;
    const model = await buildPanelModel({
      state: session.state,
      devices: buildDevicesModel(
        session.executor,
        session.approving,
        session.sharedKeys,
        auditFilesOf(this.app.vault, session.state),
      ),
      isChanging: session.isChanging,
      answer: this.runner.answer,
      greeted: this.greeted ?? null,
      asked: this.target.card,
      plansRead: this.plansRead,
    });
    const asking = this.drags.unseen.tellAll(await this.target.among(model));
    const { state } = session;
    const among =
      state.at === 'ready' ? asking.map((review) => state.vault.tools.tell(review)) : asking;
    const { cards: reviews, results } = this.results.arrange(among);
    return {
      ...model,
      reviews,
      waitingCount: model.waitingCount - (among.length - reviews.length),
      results,
      changes: this.changesIn(reviews),
      drafted: this.draftedIn(reviews),
      wanted: this.target.wanted,
    };
  }

  private changesIn(reviews: readonly Review[]): PanelModel['changes'] {
    const changed = reviews.flatMap((review): [string, readonly ArgumentChange[]][] => {
      const { changes } = this.about(review);
      return changes.length > 0 ? [[review.path, changes]] : [];
    });
    return Object.fromEntries(changed);
  }

  private draftedIn(reviews: readonly Review[]): NonNullable<PanelModel['drafted']> {
    const edited = reviews.flatMap((review): [string, SinceDrafted][] => {
      const since = this.drafts.since(review);
      return since ? [[review.path, since]] : [];
    });
    return Object.fromEntries(edited);
  }

  private about(review: Review): AboutCard {
    const { answer } = this.runner;
    const { state } = this.session;
    const changes = review.blocked === null ? this.seen.changesOf(review) : [];
    return {
      changes: state.at === 'ready' ? state.vault.tools.explain(changes) : changes,
      drafted: this.drafts.since(review),
      answer: answer?.subject === review.requestId ? answer : null,
    };
  }

  private changed(): void {
    this.results.look();
    this.feed.changed();
    this.cards.changed();
    this.drawings.changed();
    this.requests.changed();
    this.onChange();
  }
}
