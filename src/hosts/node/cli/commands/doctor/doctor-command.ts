import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CountersignError, fail, ok, type Result } from '../../../../../core/errors.js';
import { newDeviceConfig } from '../../../../../core/settings/device-config.js';
import { contractFolders } from '../../../../../core/settings/folders.js';
import { planningOf } from '../../../../../core/settings/planning.js';
import { folderProblem, newVaultSettings } from '../../../../../core/settings/vault-settings.js';
import { checkNotes, type CheckedNotes } from '../../../../../engine/views/checked-notes.js';
import type { Ledger } from '../../../../../ports/ledger.js';
import type { NoteStore } from '../../../../../ports/note-store.js';
import type { Environment } from '../../../../desktop/device/device.js';
import { openDiskAuditLog } from '../../../../desktop/logs/disk-audit-log.js';
import { openFileLedger } from '../../../../desktop/logs/file-ledger.js';
import { systemClock } from '../../../../desktop/system/system-clock.js';
import { systemIds } from '../../../../desktop/system/system-ids.js';
import { openDiskNoteStore } from '../../../disk/disk-note-store.js';
import { openVaultDevice, type VaultDevice } from '../../../runner/vault-device.js';
import { readVaultSettings } from '../../../runner/vault-settings-file.js';
import {
  exitCodes,
  jsonLine,
  plain,
  sayProblem,
  type ExitCode,
  type Terminal,
} from '../../terminal/terminal.js';
import { chosenBase } from '../setup-command.js';
import { doctorReport, needsAttention } from './doctor-report.js';

export interface DoctorOptions {
  readonly vault: string;
  readonly base: string | undefined;
  readonly json: boolean;
}

type Known = Pick<VaultDevice, 'settings' | 'config'> & { readonly ledgerFile: string | null };

export async function doctorCommand(
  terminal: Terminal,
  env: Environment,
  { vault, base, json }: DoctorOptions,
): Promise<ExitCode> {
  const root = resolve(vault);
  if (!(await stat(root).catch(() => null))?.isDirectory()) {
    const advice = 'Name the folder of your vault with --vault.';
    return sayProblem(terminal, fail('usage', `There is no folder ${root}.`, advice).error);
  }
  const existing = await readVaultSettings(root);
  if (!existing.ok) return sayProblem(terminal, existing.error);
  const isSetUp = existing.value !== null;
  if (isSetUp && base !== undefined) {
    const advice = 'Leave --base out: this vault’s settings name its folders.';
    return sayProblem(terminal, fail('usage', 'This vault is set up already.', advice).error);
  }
  const known = isSetUp
    ? await openVaultDevice(vault, env, { isReader: true })
    : await asNew(root, base);
  if (!known.ok) return sayProblem(terminal, known.error);
  const { settings } = known.value;
  const checked = await check(root, known.value);
  if (!checked.ok) return sayProblem(terminal, checked.error);
  const { folders } = settings;
  const exitCode = needsAttention(checked.value) ? exitCodes.needsPerson : exitCodes.well;
  if (json) {
    terminal.line(jsonLine({ isSetUp, folders, ...checked.value }));
    return exitCode;
  }
  const elsewhere = isSetUp || base !== undefined ? [] : await foldersElsewhere(root, folders);
  const examined = { vault, isSetUp, base, folders, elsewhere, checked: checked.value };
  for (const line of doctorReport(examined)) terminal.line(plain(line));
  return exitCode;
}

async function asNew(root: string, given: string | undefined): Promise<Result<Known>> {
  const base = await chosenBase(root, given);
  if (!base.ok) return base;
  const settings = newVaultSettings(`v-${systemIds().random(10)}`, base.value);
  const config = newDeviceConfig(`d-${systemIds().random(10)}`, settings.folders);
  return ok({ settings, config, ledgerFile: null });
}

async function check(
  root: string,
  { settings, config, ledgerFile }: Known,
): Promise<Result<CheckedNotes>> {
  const hiddenIn = settings.folders.doneActions;
  const store = await openDiskNoteStore({ root, journalFolder: '', hiddenIn, isReader: true });
  const ledger = ledgerFile === null ? null : await openFileLedger(ledgerFile);
  try {
    return await checkNotes(
      {
        ...{ store: tellingOutside(store), ledger: ledger ?? noLedger, config, mcpFiles: [] },
        auditLog: await openDiskAuditLog(root),
        clock: systemClock(),
        ids: systemIds(),
        device: config.device,
        vaultId: settings.vaultId,
        folders: settings.folders,
        dashboardPath: settings.dashboard,
      },
      planningOf(settings),
    );
  } finally {
    await ledger?.close();
    await store.close();
  }
}

const noLedger: Pick<Ledger, 'read'> = {
  read: () => Promise.resolve(ok({ records: [], damaged: [], earlier: [] })),
};

function tellingOutside(store: NoteStore): NoteStore {
  return {
    ...store,
    async list(folder, onUnreadable) {
      try {
        return await store.list(folder, onUnreadable);
      } catch (error) {
        if (!(error instanceof CountersignError)) throw error;
        onUnreadable?.(folder, error.problem);
        return [];
      }
    },
  };
}

async function foldersElsewhere(
  root: string,
  { pending }: VaultDevice['settings']['folders'],
): Promise<readonly string[]> {
  const usual = contractFolders();
  const wanted = [usual.needsAction, usual.plans, usual.pending, usual.approved];
  const top = await readdir(root, { withFileTypes: true });
  const names = top.flatMap((entry) =>
    entry.isDirectory() && folderProblem(entry.name) === null ? entry.name : [],
  );
  const places = [...(pending === usual.pending ? [] : ['.']), ...names];
  const found: string[] = [];
  for (const name of places.filter((one) => !pending.startsWith(`${one}/`))) {
    const inside = await readdir(join(root, name)).catch((): string[] => []);
    if (inside.some((one) => wanted.includes(one))) found.push(name);
  }
  return found;
}
