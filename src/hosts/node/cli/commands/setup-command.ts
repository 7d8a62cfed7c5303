import { join, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fail, ok, type Result } from '../../../../core/errors.js';
import {
  contractFolders,
  folderDifferences,
  proposedBase,
} from '../../../../core/settings/folders.js';
import { folderProblem, newVaultSettings } from '../../../../core/settings/vault-settings.js';
import { planSetUp, setUpVault } from '../../../../engine/operations/set-up-vault.js';
import { deviceFolder } from '../../../desktop/device/device-folder.js';
import { systemIds } from '../../../desktop/system/system-ids.js';
import { openDiskNoteStore } from '../../disk/disk-note-store.js';
import type { Environment } from '../../../desktop/device/device.js';
import { openVaultDevice } from '../../runner/vault-device.js';
import { commandFor } from '../terminal/next-steps.js';
import {
  readVaultSettings,
  settingsPath,
  writeVaultSettings,
} from '../../runner/vault-settings-file.js';
import {
  confirmed,
  exitCodes,
  jsonLine,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../terminal/terminal.js';

export interface SetupOptions {
  readonly vault: string;
  /** `.` means the vault itself. */
  readonly base: string | undefined;
  readonly preview: boolean;
  readonly json: boolean;
}

export async function setupCommand(
  terminal: Terminal,
  env: Environment,
  options: SetupOptions,
): Promise<ExitCode> {
  const root = resolve(options.vault);
  if (!(await stat(root).catch(() => null))?.isDirectory()) {
    const problem = fail(
      'usage',
      `There is no folder ${root}.`,
      'Create it first, or choose another.',
    );
    return sayProblem(terminal, problem.error);
  }
  const chosen = await chosenBase(root, options.base);
  if (!chosen.ok) return sayProblem(terminal, chosen.error);
  const base = chosen.value;
  const existing = await readVaultSettings(root);
  if (!existing.ok) return sayProblem(terminal, existing.error);
  if (existing.value && options.base !== undefined) {
    const { folders } = existing.value;
    if (folderDifferences(folders, contractFolders(base)).length > 0) {
      const said = `${root} is set up with other folders than --base ${options.base}`;
      const problem = fail('usage', `${said} (such as ${folders.inbox}/).`, 'Nothing was changed.');
      sayProblem(terminal, problem.error);
      return exitCodes.needsPerson;
    }
  }
  const settings = existing.value ?? newVaultSettings(`v-${systemIds().random(10)}`, base);
  const plan = planSetUp(settings.folders, settings.dashboard);
  const paths = [...plan.folders.map((folder) => `${folder}/`), plan.dashboard, settingsPath];
  const created = paths.filter((path) => !existsSync(join(root, path)));
  const listed = paths.map(
    (path) => `  ${plain(path)}${created.includes(path) ? '' : ' (already there)'}`,
  );
  const asData = (isPreview: boolean): string => {
    const { folders, dashboard } = settings;
    return jsonLine({ vault: root, isPreview, folders, dashboard, created });
  };
  if (options.preview) {
    if (options.json) {
      terminal.line(asData(true));
      return exitCodes.well;
    }
    terminal.line(`In ${root}, these will be created if missing:`);
    for (const line of listed) terminal.line(line);
    return exitCodes.well;
  }
  if (!existing.value && options.vault === '.' && !(await looksLikeVault(root))) {
    const said = `${root} doesn’t look like a vault: it has files, but no folder .obsidian.`;
    if (options.json || !terminal.ask) {
      const advice = 'To set it up anyway, give its full path: `countersign setup --vault PATH`.';
      return sayProblem(terminal, fail('usage', said, advice).error);
    }
    terminal.line(said);
    terminal.line('If you continue, these are created there if missing:');
    for (const line of listed) terminal.line(line);
    const sure = await confirmed(terminal, 'setup');
    if (!sure.ok) return sayProblem(terminal, sure.error);
  }
  const { vaultId } = settings;
  const folder = await deviceFolder({ vaultRoot: root, vaultId, env });
  if (!folder.ok && folder.error.code !== 'vault_id_changed') {
    return sayProblem(terminal, folder.error);
  }
  // Uses a temporary journal. The device's journal may contain unfinished moves, which only the
  // runner may finish.
  const journalFolder = await mkdtemp(join(tmpdir(), 'countersign-'));
  const store = await openDiskNoteStore({ root, journalFolder });
  const made = await setUpVault(store, plan);
  await store.close();
  await rm(journalFolder, { recursive: true });
  if (!made.ok) return sayProblem(terminal, made.error);
  if (!existing.value) {
    const written = await writeVaultSettings(root, settings);
    if (!written.ok) return sayProblem(terminal, written.error);
  }
  const device = await openVaultDevice(root, env);
  if (!device.ok) return sayProblem(terminal, device.error);
  if (options.json) {
    terminal.line(asData(false));
    return exitCodes.well;
  }
  terminal.line(
    `${styled(terminal, 'green', '✓')} ${root} is set up. Existing files were left untouched.`,
  );
  terminal.line(`Put notes about what should be done into ${plain(settings.folders.inbox)}/.`);
  const next = (words: string): string => commandFor(words, options.vault);
  terminal.line(`Next: ${next('bridge import')}`);
  terminal.line(
    '  It offers the servers that other apps have on this computer. To import others, add a FILE.',
  );
  terminal.line(
    `Or move the servers of an agent’s program here: ${next('connect PROGRAM --move')}`,
  );
  return exitCodes.well;
}

async function looksLikeVault(root: string): Promise<boolean> {
  const names = await readdir(root);
  return names.includes('.obsidian') || names.every((name) => name.startsWith('.'));
}

/** Returns the folder in which setup creates everything. `''` means the vault itself. */
export async function chosenBase(root: string, given: string | undefined): Promise<Result<string>> {
  const names = (await readdir(root)).filter((name) => !name.startsWith('.'));
  const base = given === '.' ? '' : (given ?? proposedBase(names));
  const wrong = base === '' ? null : folderProblem(base);
  return wrong === null
    ? ok(base)
    : fail('usage', `--base ${wrong}.`, 'Use a folder name such as Countersign.');
}
