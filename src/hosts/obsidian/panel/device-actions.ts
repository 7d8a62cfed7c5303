import type { Result } from '../../../core/errors.js';
import { isPracticeBridge } from '../../../core/settings/device-config.js';
import { findByFingerprint, revokeKey, trustKey } from '../../../core/settings/device-keys.js';
import { nameDifferences } from '../../../core/settings/folders.js';
import { withSeenMcpFiles } from '../../../core/settings/agents/mcp-files.js';
import type { DeviceActions } from '../../../ui/actions/panel-actions.js';
import { auditFilesOf } from './audit-files.js';
import { withPracticeBridge } from '../bridges/practice-bridge.js';
import { ImportBridgesModal } from '../bridges/import-bridges-modal.js';
import { beginPractice } from '../onboarding/begin-practice.js';
import { SetUpModal } from '../onboarding/set-up-modal.js';
import type { PanelParts } from './press-runner.js';
import type { PressResults } from '../review/press-results.js';
import { notRunning, ownKeyStays, renamedMeanwhile } from '../shared/press-problems.js';
import { showNotice } from '../shared/show-notice.js';

interface DeviceParts extends PanelParts {
  readonly results: PressResults;
}

export function deviceActions(parts: DeviceParts): DeviceActions {
  const { app, session, runner, modals, results } = parts;

  // CALL THE NEXT THREE FUNCTIONS ONLY ON A PERSON'S GESTURE.
  const practise = async (): Promise<Result<unknown>> => {
    const begun = await beginPractice(session);
    if (begun.ok && begun.value.request !== null) parts.review(begun.value.request);
    return begun;
  };
  const switchOnAndPractise = async (): Promise<Result<unknown>> => {
    const on = await session.switchOn();
    return on.ok ? practise() : on;
  };
  const setUpAndPractise = async (base: string): Promise<Result<unknown>> => {
    const made = await session.setUp(base);
    // If there are audit files, a device ran actions here before. A person must see that before
    // switching on.
    const hasRun = auditFilesOf(app.vault, session.state).length > 0;
    return made.ok && !hasRun ? switchOnAndPractise() : made;
  };

  return {
    setUpVault() {
      modals.open(
        new SetUpModal(app, {
          setUp: (base) => session.setUp(base),
          begin: (base, press) => runner.onSteadyPress(press, () => setUpAndPractise(base)),
        }),
      );
    },
    createFolders: (base) => runner.run(null, () => session.setUp(base)),
    setUpAndPractise: (base, press) =>
      runner.bySteadyPress(null, press, () => setUpAndPractise(base)),
    switchOnAndPractise: (press) => runner.bySteadyPress(null, press, switchOnAndPractise),
    startPracticeMission: (press) => runner.bySteadyPress(null, press, practise),
    addPracticeBridge: (press) =>
      runner.withExecutorByPress(null, press, ({ device }) =>
        device.change((config) => withPracticeBridge(config).config),
      ),
    importBridges() {
      const { executor } = session;
      if (executor) modals.open(new ImportBridgesModal(app, executor, modals));
    },
    switchOn: (press) => runner.bySteadyPress(null, press, () => session.switchOn()),
    switchOff: () => runner.run(null, () => session.switchOff()),
    pause: () => runner.withExecutor(null, ({ device }) => device.pause()),
    resume(press) {
      runner.withExecutorByPress('device', press, async ({ device, engine }) => {
        const waiting = engine.waitingForResume();
        const resumed = await device.resume();
        for (const request of resumed.ok ? waiting : []) {
          results.addResumed(request, isPracticeBridge(device.config, request.bridge));
        }
        return resumed;
      });
    },
    trustMoves: (press) =>
      runner.withExecutorByPress('device', press, ({ device }) =>
        device.change((config) => ({ ...config, trustMoves: true })),
      ),
    askForMoves: () =>
      runner.run('device', async () => {
        const { executor } = session;
        if (!executor) return notRunning;
        return executor.device.change((config) => ({ ...config, trustMoves: false }));
      }),
    confirmFolders(press) {
      const shown = (parts.model().device.foldersToConfirm ?? []).join('\n');
      runner.withExecutorByPress('device', press, async ({ device }) => {
        const { state } = session;
        if (state.at !== 'ready') return notRunning;
        const { folders, dashboard } = state.vault.settings;
        // Saves only the names that the person has seen.
        let isShown = false;
        const changed = await device.change((config) => {
          isShown = nameDifferences(config, { folders, dashboard }).join('\n') === shown;
          return isShown ? { ...config, folders, dashboard } : config;
        });
        return changed.ok && !isShown ? renamedMeanwhile : changed;
      });
    },
    shareKey(press) {
      runner.bySteadyPress('device', press, async () => {
        const shared = await session.shareKey();
        const { fingerprint = null } = session.approving ?? {};
        if (shared.ok && fingerprint !== null) {
          showNotice(
            `One step left, on the computer that runs actions. In its settings, under “Devices allowed to approve”, type: ${fingerprint}`,
            20_000,
          );
        }
        return shared;
      });
    },
    trustDevice(fingerprint, press) {
      runner.withExecutorByPress('device', press, async ({ device }) => {
        const found = findByFingerprint(fingerprint, session.sharedKeys.keys);
        return found.ok ? device.change((config) => trustKey(config, found.value)) : found;
      });
    },
    revokeDevice(publicKey) {
      runner.run('device', async () => {
        const { executor } = session;
        if (!executor) return notRunning;
        if (publicKey === executor.publicKey) return ownKeyStays;
        return executor.device.change((config) => revokeKey(config, publicKey));
      });
    },
    takeOver: (epoch, press) =>
      runner.withExecutorByPress(null, press, ({ engine }, gesture) =>
        engine.personActions.takeOver({ epoch, gesture }),
      ),
    whichVault: (answer, press) =>
      runner.bySteadyPress(null, press, () => session.whichVault(answer)),
    auditSeen: (press) =>
      runner.byGesture(
        null,
        press,
        async () => session.executor?.engine.personActions.auditSeen() ?? notRunning,
      ),
    mcpFilesSeen: (files, press) =>
      runner.byGesture(
        null,
        press,
        async () =>
          session.executor?.device.change((config) => withSeenMcpFiles(config, files)) ??
          notRunning,
      ),
    beginEpoch: (press) => runner.bySteadyPress(null, press, () => session.beginEpoch()),
  };
}
