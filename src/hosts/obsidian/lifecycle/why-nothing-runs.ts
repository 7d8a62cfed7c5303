import { folderDifferences } from '../../../core/settings/folders.js';
import { haltedAlert } from '../../../engine/views/engine-alerts.js';
import type { SessionState } from './session-state.js';

/** Says in a sentence why approved requests do not run on this device. Null if it knows no reason. */
export function whyNothingRuns(state: Extract<SessionState, { at: 'ready' }>): string | null {
  const { work, vault, problem, isWaiting } = state;
  if (isWaiting && problem?.code !== 'audit_read_failed') {
    return 'Another process runs actions for this vault.';
  }
  if (problem) return problem.message;
  if (!work.executor) return 'This device doesn’t run actions.';
  const { folders } = work.executor.device.config;
  if (folderDifferences(folders, vault.settings.folders).length > 0) {
    return 'Nothing runs until you confirm the folder names.';
  }
  const halted = work.executor.engine.halted();
  return halted && haltedAlert(halted).text;
}
