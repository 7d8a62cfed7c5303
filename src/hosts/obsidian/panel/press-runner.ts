import type { Problem, Result } from '../../../core/errors.js';
import type { Answer } from '../../../core/screens/panel-model.js';
import type { Gesture } from '../../../core/request/approval/gesture.js';
import type { ArgumentChange } from '../../../core/request/review/review.js';
import type { Press } from '../../../ui/actions/panel-actions.js';
import type { Executor } from '../lifecycle/executor.js';
import { gestureOf } from '../gestures/gesture.js';
import {
  noPress,
  notRunning,
  restarting,
  onlyJustThere,
  unexpected,
} from '../shared/press-problems.js';
import { readingMs } from '../review/seen-reviews.js';
import type { Session } from '../lifecycle/session.js';

/** What a press leads to: the work that only a person may ask for, and the answer where it was pressed. */
export abstract class PressRunner {
  /** What became of the last press. */
  protected answer: Answer | null = null;

  constructor(protected readonly session: Session) {}

  /** The panels show something else from now on. */
  protected abstract changed(): void;

  /** Does what needs no gesture, on a device that runs actions; what went wrong is said where `subject` is. */
  withExecutor(
    subject: string | null,
    work: (executor: Executor) => Promise<Result<unknown>>,
  ): void {
    const { executor } = this.session;
    this.run(subject, async () => (executor ? work(executor) : this.whyNot()));
  }

  private whyNot(): typeof notRunning {
    return this.session.state.at === 'starting' ? restarting : notRunning;
  }

  /** Does what people may do to requests wherever they sit. */
  protected withPersonActions(
    subject: string | null,
    work: (personActions: NonNullable<Session['personActions']>) => Promise<Result<unknown>>,
  ): void {
    const { personActions } = this.session;
    this.run(subject, async () => (personActions ? work(personActions) : this.whyNot()));
  }

  /** Does what only a person may ask for; the gesture is taken while the event is dispatched. */
  protected byGesture(
    subject: string | null,
    { event, control }: Press,
    work: (gesture: Gesture) => Promise<Result<unknown>>,
  ): void {
    const gesture = gestureOf(event, control);
    this.run(subject, async () => (gesture ? work(gesture) : noPress));
  }

  /**
   * The same for a press that lets something run: it counts only on a control that was there, where
   * it was pressed, before the press began.
   */
  protected bySteadyPress(
    subject: string | null,
    press: Press,
    work: (gesture: Gesture) => Promise<Result<unknown>>,
  ): void {
    const isSteady = press.steadyMs >= readingMs;
    this.byGesture(subject, press, async (gesture) => (isSteady ? work(gesture) : onlyJustThere));
  }

  protected run(subject: string | null, work: () => Promise<Result<unknown>>): void {
    this.answer = null;
    void work()
      .catch(unexpected)
      .then((result) => {
        if (result.ok) this.changed();
        else if (this.answer?.problem !== result.error) this.say(subject, result.error);
      });
  }

  protected say(
    subject: string | null,
    problem: Problem,
    changes: readonly ArgumentChange[] = [],
  ): void {
    this.answer = { subject, problem, changes };
    this.changed();
  }
}
