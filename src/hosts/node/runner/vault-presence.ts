import { statSync, type BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fail, ok, type Problem, type Result } from '../../../core/errors.js';
import { whichVaultAdvice } from '../../../core/settings/vault-settings.js';
import { readVaultId, settingsPath } from './vault-settings-file.js';

/** A sync tool may need this long to replace the vault's settings file. */
const GRACE_MS = 2000;
const RETRY_MS = 50;
const LOOK_EVERY_MS = 1000;

export class VaultPresence {
  readonly gone: Promise<Problem>;
  onSettings: () => Promise<void> = async () => undefined;
  #sayGone: (problem: Problem) => void = () => undefined;
  readonly #file: string;
  #known = 'not yet seen';
  #absence: Problem | null = null;
  #looking: Promise<Result<void>> | undefined;
  readonly #watch = new AbortController();

  constructor(
    private readonly root: string,
    private readonly vaultId: string,
  ) {
    this.#file = join(root, settingsPath);
    this.gone = new Promise((resolve) => (this.#sayGone = resolve));
  }

  /** Null until the vault is missing. Stays set if the vault comes back. */
  get absence(): Problem | null {
    return this.#absence;
  }

  async check(): Promise<Result<void>> {
    if (this.#absence === null && this.#versionNow() === this.#known) return ok(undefined);
    this.#looking ??= this.#lookClosely().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  /**
   * Checks the vault's settings file repeatedly, because the system does not report the removal of
   * a drive.
   */
  async watch(): Promise<void> {
    const { signal } = this.#watch;
    while (this.#absence === null) {
      await wait(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const now = await stat(this.#file, { bigint: true }).then(stampOf, () => '');
      if (now !== this.#known && !signal.aborted) await this.check();
    }
  }

  stop(): void {
    this.#watch.abort();
  }

  async #lookClosely(): Promise<Result<void>> {
    const until = performance.now() + GRACE_MS;
    while (this.#absence === null) {
      const before = this.#versionNow();
      const found = await readVaultId(this.root);
      if (found === this.vaultId && before !== '' && before === this.#versionNow()) {
        this.#known = before;
        void this.onSettings();
        return ok(undefined);
      }
      const isAnother = found !== null && found !== this.vaultId;
      if (isAnother || performance.now() >= until) this.#lose(found);
      else await wait(RETRY_MS);
    }
    return { ok: false, error: this.#absence };
  }

  #lose(found: string | null): void {
    this.#absence = vaultMissing(this.root, this.vaultId, found);
    this.#sayGone(this.#absence);
  }

  /** Synchronous, so that little time passes between this check and a write. */
  #versionNow(): string {
    try {
      return stampOf(statSync(this.#file, { bigint: true }));
    } catch {
      return '';
    }
  }
}

function stampOf({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${size}:${mtimeNs}`;
}

function vaultMissing(root: string, vaultId: string, found: string | null): Problem {
  if (found === vaultId) {
    return fail(
      'vault_missing',
      `Something keeps rewriting the vault’s settings (${settingsPath}).`,
      'Find out which program it is and stop it. Then start again.',
    ).error;
  }
  const { error } =
    found === null
      ? fail(
          'vault_missing',
          `The vault is missing: ${root} has no readable Countersign settings.`,
          'Nothing is treated as deleted. Connect its drive or restore its folder, then start again.',
        )
      : fail(
          'vault_missing',
          `The vault is missing: ${root} is now another vault (${found}, not ${vaultId}).`,
          `Nothing is treated as deleted. ${whichVaultAdvice}`,
        );
  return error;
}
