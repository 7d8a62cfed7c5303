import type { App } from 'obsidian';
import type { Problem, Result } from '../../../core/errors.js';
import type { Answer, PanelModel } from '../../../core/screens/panel-model.js';
import type { Gesture } from '../../../core/request/approval/gesture.js';
import type { ArgumentChange } from '../../../core/request/review/review.js';
import type { Press } from '../../../ui/actions/panel-actions.js';
import type { Executor } from '../lifecycle/executor.js';
import { gestureOf } from '../gestures/gesture.js';
import type { OpenModals } from '../shared/open-modals.js';
import {
  noPress,
  notRunning,
  restarting,
  onlyJustThere,
  unexpected,
} from '../shared/press-problems.js';
import { readingMs } from '../review/seen-reviews.js';
import type { Session } from '../lifecycle/session.js';

/** What all that is pressed in a panel works with. */
export interface PanelParts {
  readonly app: App;
  readonly session: Session;
  readonly runner: PressRunner;
  readonly modals: OpenModals;
  /** The newest picture of the panel. */
  readonly model: () => PanelModel;
  /** Opens the panel at the card of the request at this path; it approves nothing. */
  readonly review: (path: string) => void;
}

/** Runs what presses ask for, and keeps the answer to the last one, to be shown where it was pressed. */
export class PressRunner {
  /** What became of the last press. */
  answer: Answer | null = null;

  /** @param changed the panels show something else from now on */
  constructor(
    private readonly session: Session,
    private readonly changed: () => void,
  ) {}

  /** Does what needs no gesture, on a device that runs actions; what went wrong is said where `subject` is. */
  withExecutor(
    subject: string | null,
    work: (executor: Executor) => Promise<Result<unknown>>,
  ): void {
    const { executor } = this.session;
    this.run(subject, async () => (executor ? work(executor) : this.whyNot()));
  }

  /** Does what people may do to requests wherever they sit. */
  withPersonActions(
    subject: string | null,
    work: (personActions: NonNullable<Session['personActions']>) => Promise<Result<unknown>>,
  ): void {
    const { personActions } = this.session;
    this.run(subject, async () => (personActions ? work(personActions) : this.whyNot()));
  }

  /** Does what only a person may ask for; the gesture is taken while the event is dispatched. */
  byGesture(
    subject: string | null,
    press: Press,
    work: (gesture: Gesture) => Promise<Result<unknown>>,
  ): void {
    this.run(subject, () => this.onGesture(press, work));
  }

  /**
   * The same for a press that lets something run: it counts only on a control that was there, where
   * it was pressed, before the press began.
   */
  bySteadyPress(
    subject: string | null,
    press: Press,
    work: (gesture: Gesture) => Promise<Result<unknown>>,
  ): void {
    this.run(subject, () => this.onSteadyPress(press, work));
  }

  /** The same on a device that runs actions. */
  withExecutorByPress(
    subject: string | null,
    press: Press,
    work: (executor: Executor, gesture: Gesture) => Promise<Result<unknown>>,
  ): void {
    this.bySteadyPress(subject, press, async (gesture) => {
      const { executor } = this.session;
      return executor ? work(executor, gesture) : notRunning;
    });
  }

  /** A steady press where a window says itself what came of it. CALL BEFORE ANY AWAIT in the handler. */
  onSteadyPress<Value>(
    press: Press,
    work: (gesture: Gesture) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const isSteady = press.steadyMs >= readingMs;
    return this.onGesture(press, async (gesture) => (isSteady ? work(gesture) : onlyJustThere));
  }

  run(subject: string | null, work: () => Promise<Result<unknown>>): void {
    this.answer = null;
    void work()
      .catch(unexpected)
      .then((result) => {
        if (result.ok) this.changed();
        else if (this.answer?.problem !== result.error) this.say(subject, result.error);
      });
  }

  say(subject: string | null, problem: Problem, changes: readonly ArgumentChange[] = []): void {
    this.answer = { subject, problem, changes };
    this.changed();
  }

  dismissAnswer(): void {
    this.answer = null;
    this.changed();
  }

  private async onGesture<Value>(
    { event, control }: Press,
    work: (gesture: Gesture) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const gesture = gestureOf(event, control);
    return gesture ? work(gesture) : noPress;
  }

  private whyNot(): typeof notRunning {
    return this.session.state.at === 'starting' ? restarting : notRunning;
  }
}
