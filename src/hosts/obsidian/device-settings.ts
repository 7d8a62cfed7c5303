import type { Problem, Result } from '../../core/errors.js';
import { ok } from '../../core/errors.js';
import type { DeviceConfig } from '../../core/settings/device-config.js';
import type { DeviceState } from '../../ports/device-state.js';

/** This device's safety settings while it runs actions. */
export class DeviceSettings {
  private halted: Problem | null = null;
  private turn: Promise<unknown> = Promise.resolve();

  /** @param onChange called after every change, the halt included */
  constructor(
    private readonly state: DeviceState,
    private known: DeviceConfig,
    private readonly onChange: () => void,
  ) {}

  get config(): DeviceConfig {
    return this.known;
  }

  /** What the engine goes by: a problem keeps everything from being dispatched. */
  get effective(): DeviceConfig | Problem {
    return this.halted ?? this.known;
  }

  /** From now on nothing is dispatched; there is no way back but a new start. */
  halt(problem: Problem): void {
    this.halted = problem;
    this.onChange();
  }

  /** Changes what lies on the disk now, which the command line may have changed, too. */
  change(edit: (config: DeviceConfig) => DeviceConfig): Promise<Result<void>> {
    const changing = this.turn.then(async (): Promise<Result<void>> => {
      const read = await this.state.read();
      if (!read.ok) return read;
      const config = edit(read.value ?? this.known);
      const isSame = JSON.stringify(config) === JSON.stringify(read.value);
      const written = isSame ? ok(undefined) : await this.state.write(config);
      if (!written.ok) return written;
      this.known = config;
      this.onChange();
      return ok(undefined);
    });
    this.turn = changing.catch(() => undefined);
    return changing;
  }
}
