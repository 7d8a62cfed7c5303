import { ok, type Result } from '../../../core/errors.js';
import type { RequestSummary } from '../../../core/mission/summaries.js';
import type { DeviceConfig } from '../../../core/settings/device-config.js';
import { findByFingerprint, revokeKey, trustKey } from '../../../core/settings/device-keys.js';
import type { Press } from '../../../ui/actions/panel-actions.js';
import { beginPractice } from '../onboarding/begin-practice.js';
import { withPracticeBridge } from '../bridges/add-bridges.js';
import { gestureOf } from '../gestures/gesture.js';
import { noPress, notRunning, onlyJustThere, ownKeyStays } from '../shared/press-problems.js';
import { PressRunner } from './press-runner.js';
import { readingMs } from '../review/seen-reviews.js';
import { showNotice } from '../shared/show-notice.js';

/** What people decide about devices: what this one does, whose key counts here, and whose ledger goes on. */
export abstract class DeviceController extends PressRunner {
  /** Makes the folders of the contract below a base folder that a person was shown them below. */
  createFolders(base: string): void {
    this.run(null, () => this.session.setUp(base));
  }

  switchOn(press: Press): void {
    this.bySteadyPress(null, press, () => this.session.switchOn());
  }

  switchOff(): void {
    this.run(null, () => this.session.switchOff());
  }

  pause(): void {
    this.withExecutor(null, ({ device }) => device.pause());
  }

  resume(press: Press): void {
    this.bySteadyPress('device', press, async () => {
      const { executor } = this.session;
      if (!executor) return notRunning;
      const waiting = executor.engine.waitingForResume();
      const resumed = await executor.device.resume();
      if (resumed.ok) this.showResumed(waiting, executor.device.config);
      return resumed;
    });
  }

  /** These requests run now that a person resumed. */
  protected abstract showResumed(requests: readonly RequestSummary[], config: DeviceConfig): void;

  startPracticeMission(press: Press): void {
    this.bySteadyPress(null, press, () => this.practise());
  }

  /** Has this device run actions, and begins the practice mission: one press, whose button says both. */
  switchOnAndPractise(press: Press): void {
    this.bySteadyPress(null, press, async () => {
      const on = await this.session.switchOn();
      return on.ok ? this.practise() : on;
    });
  }

  /** Makes the folders, has this device run actions, and begins the practice plan: one press, whose button says all three. */
  setUpAndPractise(base: string, press: Press): void {
    this.bySteadyPress(null, press, () => this.setUpAll(base));
  }

  /** The same from a window, which says itself what came of it. */
  protected async setUpByPress(
    base: string,
    { event, control, steadyMs }: Press,
  ): Promise<Result<unknown>> {
    if (!gestureOf(event, control)) return noPress;
    return steadyMs < readingMs ? onlyJustThere : this.setUpAll(base);
  }

  /** CALL ONLY ON A PERSON'S GESTURE. */
  private async setUpAll(base: string): Promise<Result<unknown>> {
    const made = await this.session.setUp(base);
    if (!made.ok) return made;
    // Where a device ran actions before, as its audit log says, a person decides with that before their eyes.
    if (this.hasRun()) return ok(undefined);
    const on = await this.session.switchOn();
    return on.ok ? this.practise() : on;
  }

  /** Opens the panel at the card of the request at this path; it approves nothing. */
  abstract review(path: string): void;
  /** Whether any device ever ran actions for this vault. */
  protected abstract hasRun(): boolean;

  private async practise(): Promise<Result<unknown>> {
    const begun = await beginPractice(this.session);
    if (begun.ok && begun.value.request !== null) this.review(begun.value.request);
    return begun;
  }

  addPracticeBridge(press: Press): void {
    this.bySteadyPress(null, press, async () => {
      const { executor } = this.session;
      if (!executor) return notRunning;
      return executor.device.change((config) => withPracticeBridge(config).config);
    });
  }

  shareKey(press: Press): void {
    this.bySteadyPress('device', press, async () => {
      const shared = await this.session.shareKey();
      const { fingerprint = null } = this.session.approving ?? {};
      // Where it was pressed, in a note or a window, nothing else says what comes next.
      if (shared.ok && fingerprint !== null) {
        showNotice(
          `One step left, on the computer that runs actions. In its settings, under “Devices allowed to approve”, type: ${fingerprint}`,
          20_000,
        );
      }
      return shared;
    });
  }

  /** From now on the stamps count here that were made by the key with this fingerprint. */
  trustDevice(fingerprint: string, press: Press): void {
    this.bySteadyPress('device', press, async () => {
      const { executor, sharedKeys } = this.session;
      if (!executor) return notRunning;
      const found = findByFingerprint(fingerprint, sharedKeys.keys);
      if (!found.ok) return found;
      return executor.device.change((config) => trustKey(config, found.value));
    });
  }

  /** From now on no stamp by this key counts here; what it approved and was not run yet waits. */
  revokeDevice(publicKey: string): void {
    this.run('device', async (): Promise<Result<void>> => {
      const { executor } = this.session;
      if (!executor) return notRunning;
      if (publicKey === executor.publicKey) return ownKeyStays;
      return executor.device.change((config) => revokeKey(config, publicKey));
    });
  }

  trustMoves(press: Press): void {
    this.bySteadyPress('device', press, () => this.setTrustMoves(true));
  }

  askForMoves(): void {
    this.run('device', () => this.setTrustMoves(false));
  }

  takeOver(epoch: string, press: Press): void {
    this.bySteadyPress(null, press, async (gesture) => {
      const { executor } = this.session;
      return executor ? executor.engine.personActions.takeOver({ epoch, gesture }) : notRunning;
    });
  }

  whichVault(answer: 'same' | 'another', press: Press): void {
    this.bySteadyPress(null, press, () => this.session.whichVault(answer));
  }

  auditSeen(press: Press): void {
    this.byGesture(null, press, async () => {
      const { executor } = this.session;
      return executor ? executor.engine.personActions.auditSeen() : notRunning;
    });
  }

  beginEpoch(press: Press): void {
    this.bySteadyPress(null, press, () => this.session.beginEpoch());
  }

  private async setTrustMoves(trustMoves: boolean): Promise<Result<void>> {
    const { executor } = this.session;
    return executor ? executor.device.change((config) => ({ ...config, trustMoves })) : notRunning;
  }
}
