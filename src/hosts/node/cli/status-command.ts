import { join } from 'node:path';
import { describeProblem } from '../../../core/errors.js';
import { resumeText } from '../../../core/mission/missions.js';
import { scanVault } from '../../../engine/index/scan-vault.js';
import { VaultIndex } from '../../../engine/index/vault-index.js';
import { openDiskNoteStore } from '../disk-note-store.js';
import { openVaultDevice, type Environment } from '../vault-device.js';
import { exitCodes, plain, sayProblem, styled, type ExitCode, type Terminal } from './terminal.js';

/** `countersign status`: the current mission, what waits for a person, and notes that cannot be read. Writes nothing into the vault. */
export async function statusCommand(
  terminal: Terminal,
  env: Environment,
  options: { readonly vault: string; readonly json: boolean },
): Promise<ExitCode> {
  const device = await openVaultDevice(options.vault, env);
  if (!device.ok) return sayProblem(terminal, device.error);
  const { root, settings, folder } = device.value;
  // Not the runner's own journal: its moves are not ours to finish.
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
  const waiting = requests.filter(({ place }) => place === 'pending');
  const approved = requests.filter(({ place }) => place === 'approved');
  const broken = index.brokenNotes();
  const [current] = index.missions(1);
  const needsPerson = waiting.length + broken.length > 0;
  if (options.json) {
    terminal.line(
      JSON.stringify({
        current: current ?? null,
        counts: index.counts(),
        waiting,
        approved,
        broken,
      }),
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
  for (const request of waiting) {
    terminal.line(
      `${styled(terminal, 'yellow', '✋')} ${request.bridge}.${request.tool} to ${plain(request.targetRecipient)}, waiting since ${request.createdDate}`,
    );
    terminal.line(`   ${plain(request.path)}`);
  }
  for (const request of approved) terminal.line(`→ approved: ${plain(request.path)}`);
  for (const problem of broken)
    terminal.line(`${styled(terminal, 'red', '!')} ${plain(describeProblem(problem))}`);
  if (!needsPerson) terminal.line('Nothing needs you.');
  return needsPerson ? exitCodes.needsPerson : exitCodes.well;
}
