import { fail, ok, type Problem, type Result } from '../../../core/errors.js';
import {
  settingsGone,
  type DeviceConfig,
  type PinnedKey,
} from '../../../core/settings/device-config.js';
import type { DeviceState } from '../../../ports/device-state.js';

/** `is` is true while actions are paused but the saved settings do not say so. */
export interface UnsavedPause {
  is: boolean;
}

export class DeviceSettings {
  private halted: Problem | null = null;
  private unread: Problem | null = null;
  private pauses = 0;
  private writtenPauses = 0;
  private turn: Promise<unknown> = Promise.resolve();

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

  /** The settings that the engine uses, or a problem that stops all dispatching. */
  get effective(): DeviceConfig | Problem {
    return this.halted ?? this.unread ?? this.config;
  }

  /** Reads the settings again, because the command line may have changed them. */
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

  /** Stops all dispatching until the next start. */
  halt(problem: Problem): void {
    this.halted = problem;
    this.onChange();
  }

  /** The pause applies even if it can't be saved. */
  async pause(): Promise<Result<void>> {
    this.pauses += 1;
    this.onChange();
    const written = await this.setPaused(true);
    if (written.ok) return written;
    this.unsaved.is = true;
    return pausedUnwritten(written.error);
  }

  /** Ends a pause. CALL ONLY ON A PERSON'S GESTURE. */
  async resume(): Promise<Result<void>> {
    return this.setPaused(false);
  }

  /**
   * Trust in moves that was turned on applies only from the next start. Turning it off applies
   * immediately.
   */
  private trusted(found: DeviceConfig): DeviceConfig {
    return { ...found, trustMoves: found.trustMoves && this.known.trustMoves };
  }

  private setPaused(paused: boolean): Promise<Result<void>> {
    const upTo = this.pauses;
    return this.change(
      (config) => ({ ...config, paused }),
      () => {
        this.writtenPauses = upTo;
        this.unsaved.is = false;
      },
    );
  }

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
    `The pause lasts until Obsidian is closed. Pause again after that. ${advice}`,
  );
}
