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

export interface PanelParts {
  readonly app: App;
  readonly session: Session;
  readonly runner: PressRunner;
  readonly modals: OpenModals;
  readonly model: () => PanelModel;
  readonly review: (path: string) => void;
}

/** Runs what a press asks for, and keeps what went wrong. */
export class PressRunner {
  /** What went wrong with the last press. Null if there is nothing to show. */
  answer: Answer | null = null;

  constructor(
    private readonly session: Session,
    private readonly changed: () => void,
  ) {}

  /**
   * `subject` says where a problem is shown: a request or plan id, `device`, or null for the top of
   * the panel.
   */
  withExecutor(
    subject: string | null,
    work: (executor: Executor) => Promise<Result<unknown>>,
  ): void {
    const { executor } = this.session;
    this.run(subject, async () => (executor ? work(executor) : this.whyNot()));
  }

  withPersonActions(
    subject: string | null,
    work: (personActions: NonNullable<Session['personActions']>) => Promise<Result<unknown>>,
  ): void {
    const { personActions } = this.session;
    this.run(subject, async () => (personActions ? work(personActions) : this.whyNot()));
  }

  /** Runs work that only a person may start. Refuses a press that no person made. */
  byGesture(
    subject: string | null,
    press: Press,
    work: (gesture: Gesture) => Promise<Result<unknown>>,
  ): void {
    this.run(subject, () => this.onGesture(press, work));
  }

  /** Like `byGesture`, but refuses a press on a button that has just appeared or moved. */
  bySteadyPress(
    subject: string | null,
    press: Press,
    work: (gesture: Gesture) => Promise<Result<unknown>>,
  ): void {
    this.run(subject, () => this.onSteadyPress(press, work));
  }

  /** Like `bySteadyPress`, but fails if this device runs no actions. */
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

  /** Like `bySteadyPress`, but returns the result. CALL BEFORE ANY AWAIT in the handler. */
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
