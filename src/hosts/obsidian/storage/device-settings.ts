import { fail, ok, type Problem, type Result } from '../../../core/errors.js';
import {
  settingsGone,
  type DeviceConfig,
  type PinnedKey,
} from '../../../core/settings/device-config.js';
import type { DeviceState } from '../../../ports/device-state.js';

/** A pause that could not be saved. It outlives the settings that it was made in: only a person, or the end of the app, ends it. */
export interface UnsavedPause {
  is: boolean;
}

/** This device's safety settings while it runs actions. */
export class DeviceSettings {
  private halted: Problem | null = null;
  /** Why the settings could not be read again. */
  private unread: Problem | null = null;
  /** How often a person paused, and up to which of these it is written, or ended. */
  private pauses = 0;
  private writtenPauses = 0;
  private turn: Promise<unknown> = Promise.resolve();

  /** @param onChange called after every change, the halt included */
  constructor(
    private readonly state: DeviceState,
    private known: DeviceConfig,
    private readonly onChange: () => void,
    private readonly unsaved: UnsavedPause = { is: false },
  ) {}

  get config(): DeviceConfig {
    const isPaused = this.known.paused || this.unsaved.is || this.pauses > this.writtenPauses;
    return isPaused ? { ...this.known, paused: true } : this.known;
  }

  /** What the engine goes by: a problem keeps everything from being dispatched. */
  get effective(): DeviceConfig | Problem {
    return this.halted ?? this.unread ?? this.config;
  }

  /** Takes in what the command line changed meanwhile; while that cannot be read, nothing is dispatched. */
  refresh(): Promise<void> {
    const refreshing = this.turn.then(async () => {
      const read = await this.state.read();
      const wasUnread = this.unread !== null;
      this.unread = !read.ok ? read.error : read.value === null ? settingsGone() : null;
      const now = read.ok && read.value ? this.trusted(read.value) : this.known;
      if (
        wasUnread === (this.unread !== null) &&
        JSON.stringify(now) === JSON.stringify(this.known)
      )
        return;
      this.known = now;
      this.onChange();
    });
    this.turn = refreshing.catch(() => undefined);
    return refreshing;
  }

  /** From now on nothing is dispatched; there is no way back but a new start. */
  halt(problem: Problem): void {
    this.halted = problem;
    this.onChange();
  }

  /**
   * From now on nothing is dispatched until a person resumes; that is written afterwards. A failure
   * only says that it could not be written: it holds all the same, while this session lasts.
   */
  async pause(): Promise<Result<void>> {
    this.pauses += 1;
    this.onChange();
    const written = await this.setPaused(true);
    if (written.ok) return written;
    this.unsaved.is = true;
    return pausedUnwritten(written.error);
  }

  /** Ends a pause, once that is written. CALL ONLY ON A PERSON'S GESTURE. */
  async resume(): Promise<Result<void>> {
    return this.setPaused(false);
  }

  /** Trust in moves that somebody wrote into the file counts from the next start; what they took away counts at once. */
  private trusted(found: DeviceConfig): DeviceConfig {
    return { ...found, trustMoves: found.trustMoves && this.known.trustMoves };
  }

  private setPaused(paused: boolean): Promise<Result<void>> {
    // A pause that comes while this is written is not ended by it.
    const upTo = this.pauses;
    return this.change(
      (config) => ({ ...config, paused }),
      () => {
        this.writtenPauses = upTo;
        this.unsaved.is = false;
      },
    );
  }

  /**
   * Changes what lies on the disk now, which the command line may have changed, too. Where something was to end that
   * lets actions run, and that cannot be written, all actions are paused.
   */
  change(
    edit: (config: DeviceConfig) => DeviceConfig,
    onWritten: () => void = () => undefined,
  ): Promise<Result<void>> {
    const changing = this.turn.then(async (): Promise<Result<void>> => {
      let before = this.known;
      const written = await this.state.change((found) => {
        if (found === null) return { ok: false, error: settingsGone() };
        before = found;
        return ok(edit(found));
      });
      if (!written.ok) return this.unwritten(before, edit(before), written.error);
      this.known = edit(this.trusted(before));
      onWritten();
      this.onChange();
      return ok(undefined);
    });
    this.turn = changing.catch(() => undefined);
    return changing;
  }

  private unwritten(before: DeviceConfig, after: DeviceConfig, error: Problem): Result<void> {
    if (!endsTrust(before, after)) return { ok: false, error };
    this.unsaved.is = true;
    this.onChange();
    return endUnwritten(error);
  }
}

/** Whether a change ends what lets actions run: a key, trust in moves, or that this computer runs any. */
function endsTrust(before: DeviceConfig, after: DeviceConfig): boolean {
  const isKept = ({ publicKey }: PinnedKey): boolean =>
    after.pinnedKeys.some((key) => key.publicKey === publicKey);
  return (
    (before.trustMoves && !after.trustMoves) ||
    (before.runsActions === true && after.runsActions !== true) ||
    !before.pinnedKeys.every(isKept)
  );
}

function endUnwritten({ message, advice }: Problem): Result<never> {
  return fail(
    'device_state_write_failed',
    `This couldn’t be saved, so all actions are paused: ${message}`,
    `${advice} Then try again, and resume.`,
  );
}

function pausedUnwritten({ message, advice }: Problem): Result<never> {
  return fail(
    'device_state_write_failed',
    `All actions are paused, but the pause couldn’t be saved: ${message}`,
    `It lasts until Obsidian is closed. Pause again after that. ${advice}`,
  );
}
