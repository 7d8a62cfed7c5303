import { join } from 'node:path';
import { describeProblem } from '../../../core/errors.js';
import type { RequestSummary } from '../../../core/mission/summaries.js';
import type { LedgerFacts } from '../../../core/request/ledger-facts.js';
import { factsIn } from '../../../core/request/read-ledger.js';
import { recipientWords } from '../../../core/request/call-words.js';
import { resumeText } from '../../../core/mission/missions.js';
import { folderDifferences } from '../../../core/settings/folders.js';
import { isInDoubt, unansweredIds } from '../../../engine/gate/doubts.js';
import { scanVault } from '../../../engine/index/scan-vault.js';
import { VaultIndex } from '../../../engine/index/vault-index.js';
import { openFileLedger } from '../../desktop/file-ledger.js';
import { openDiskNoteStore } from '../disk-note-store.js';
import type { Environment } from '../../desktop/device.js';
import { openVaultDevice, type VaultDevice } from '../vault-device.js';
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
  const { root, settings, folder, ledgerFile } = device.value;
  const ledger = await openFileLedger(ledgerFile);
  const kept = await ledger.read();
  await ledger.close();
  if (!kept.ok) return sayProblem(terminal, kept.error);
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
  const known = { book: { facts: factsIn(kept.value.records) }, index };
  const troubles = troublesOf(known, device.value);
  const needsPerson = open.length + broken.length + troubles.length > 0;
  if (options.json) {
    const requests = open.map((request) => ({ ...request, state: stateOf(known, request) }));
    const counts = index.counts();
    terminal.line(jsonLine({ current: current ?? null, counts, requests, broken, troubles }));
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
      `${styled(terminal, 'yellow', '✋')} ${plain(`${request.bridge}.${request.tool} for ${recipientWords(request)}, ${stateOf(known, request)}`)}`,
    );
    terminal.line(`   ${plain(request.path)}`);
  }
  for (const trouble of [...troubles, ...broken.map(describeProblem)])
    terminal.line(`${styled(terminal, 'red', '!')} ${plain(trouble)}`);
  if (!needsPerson) terminal.line('Nothing needs you.');
  return needsPerson ? exitCodes.needsPerson : exitCodes.well;
}

interface Known {
  readonly book: { readonly facts: LedgerFacts };
  readonly index: VaultIndex;
}

/** What keeps everything from running, and what no note asks any more, as sentences. */
function troublesOf(known: Known, { settings, config }: VaultDevice): readonly string[] {
  const { facts } = known.book;
  const hasNote = (id: string): boolean => known.index.requestPaths(id).length > 0;
  const renamed = folderDifferences(config.folders, settings.folders);
  const unanswered = unansweredIds(known).filter((id) => !hasNote(id));
  const missing = facts.openIds().filter((id) => !hasNote(id) && !unanswered.includes(id));
  return [
    ...(facts.halted ? [`Nothing is run: ${facts.halted.audit.detail}`] : []),
    ...(renamed.length > 0
      ? [`Nothing is run before you confirm the names of the folders: ${renamed.join('; ')}.`]
      : []),
    ...unanswered.map(
      (id) => `The note of ${id} is gone, and nobody knows what became of its call.`,
    ),
    ...missing.map((id) => `The note of the request ${id} is missing.`),
  ];
}

/** What a request waits for, as far as the ledger and its note tell; the Dashboard of a runner knows more. */
function stateOf(known: Known, request: RequestSummary): string {
  const called = calledState(known.book.facts, request.requestId);
  if (called !== null) return called;
  if (isInDoubt(known, request)) return 'outcome unknown: check whether it happened';
  if (request.place === 'rejected')
    return 'rejected: redraft it, tick the step, or cancel the plan';
  if (request.place === 'approved') return 'in Approved and not run yet: see the Dashboard for why';
  if (request.status === 'expired') return 'expired';
  return `waiting since ${request.createdDate}`;
}

/** What became of the call that was made under an id; `null`: none was. */
function calledState(facts: LedgerFacts, id: string): string | null {
  const { intent, outcome } = facts.request(id) ?? {};
  switch (intent ? (outcome?.outcome ?? 'begun') : facts.earlier.get(id)?.outcome) {
    case undefined:
      return null;
    case 'executed':
      return 'executed already: nothing of it runs again';
    case 'not_executed':
      return 'not executed: it comes back under another id';
    case 'begun':
      return 'being called, or interrupted in that: what became of it is not known yet';
    case 'unknown':
      return 'outcome unknown: check whether it happened';
  }
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
