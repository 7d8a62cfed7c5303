import { join } from 'node:path';
import { describeProblem } from '../../../core/errors.js';
import type { RequestSummary } from '../../../core/mission/summaries.js';
import { recipientWords } from '../../../core/request/call-words.js';
import { resumeText } from '../../../core/mission/missions.js';
import { scanVault } from '../../../engine/index/scan-vault.js';
import { VaultIndex } from '../../../engine/index/vault-index.js';
import { openDiskNoteStore } from '../disk-note-store.js';
import type { Environment } from '../../desktop/device.js';
import { openVaultDevice } from '../vault-device.js';
import {
  exitCodes,
  jsonLine,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from './terminal.js';

/** `countersign status`: the current mission, what waits for a person, and notes that cannot be read. Writes nothing into the vault. */
export async function statusCommand(
  terminal: Terminal,
  env: Environment,
  options: { readonly vault: string; readonly json: boolean },
): Promise<ExitCode> {
  const device = await openVaultDevice(options.vault, env);
  if (!device.ok) return sayProblem(terminal, device.error);
  const { root, settings, folder } = device.value;
  // Never the runner's own journal: its unfinished moves are not ours to finish.
  const store = await openDiskNoteStore({ root, journalFolder: join(folder, 'no-moves') });
  const index = new VaultIndex(settings.folders);
  await scanVault(store, settings.folders, async (path) => {
    if (!index.readsTextOf(path)) return;
    const text = await store.read(path);
    if (text.ok) index.put(path, text.value);
    else index.putUnreadable(path, text.error);
  });
  await store.close();
  const requests = [...index.requests()].sort((a, b) => a.createdMs - b.createdMs);
  const broken = index.brokenNotes();
  const [current] = index.missions(1);
  const open = requests.filter(
    (request) => request.place !== 'rejected' || isUnanswered(index, request),
  );
  const needsPerson = open.length + broken.length > 0;
  if (options.json) {
    terminal.line(
      jsonLine({ current: current ?? null, counts: index.counts(), requests: open, broken }),
    );
    return needsPerson ? exitCodes.needsPerson : exitCodes.well;
  }
  terminal.line(current ? plain(resumeText(current)) : 'No mission.');
  if (current) {
    terminal.line(
      `  ${current.status}, ${current.doneSteps} of ${current.steps.length} steps done`,
    );
    if (current.current)
      terminal.line(`  Next: ${current.current.position}. ${plain(current.current.text)}`);
  }
  for (const request of open) {
    terminal.line(
      `${styled(terminal, 'yellow', '✋')} ${plain(`${request.bridge}.${request.tool} for ${recipientWords(request)}, ${stateOf(request)}`)}`,
    );
    terminal.line(`   ${plain(request.path)}`);
  }
  for (const problem of broken)
    terminal.line(`${styled(terminal, 'red', '!')} ${plain(describeProblem(problem))}`);
  if (!needsPerson) terminal.line('Nothing needs you.');
  return needsPerson ? exitCodes.needsPerson : exitCodes.well;
}

/** What a request waits for, as far as its note tells; the Dashboard of a runner knows more. */
function stateOf(request: RequestSummary): string {
  if (request.place === 'rejected')
    return 'rejected: redraft it, tick the step, or cancel the plan';
  if (request.place === 'approved') return 'in Approved and not run yet: see the Dashboard for why';
  if (request.status === 'outcome_unknown') return 'outcome unknown: check whether it happened';
  if (request.status === 'expired') return 'expired';
  return `waiting since ${request.createdDate}`;
}

/** Whether the step of a rejected request is still open, without another request. */
function isUnanswered(index: VaultIndex, { planId, stepId }: RequestSummary): boolean {
  const step =
    planId === null ? undefined : index.plan(planId)?.steps.find(({ id }) => id === stepId);
  const others = planId === null ? [] : index.requestsOfPlan(planId);
  return (
    step?.done === false &&
    !others.some((other) => other.stepId === stepId && other.place !== 'rejected')
  );
}
