import { fail, ok, type Problem, type Result } from '../errors.js';
import { foldName } from '../note/vault-path.js';
import type { Folders } from './device-config.js';
import { contractFolders, contractFolderOf, type ContractFolder } from './folders.js';
import type { ChosenPlanning } from './planning.js';
import { planningProblem } from './planning-fields.js';

export interface VaultSettings extends ChosenPlanning {
  readonly version: 1;
  /** `v-` and 10 base-32 characters. */
  readonly vaultId: string;
  readonly folders: Folders;
  readonly dashboard: string;
  /** Nobody has checked these keys. Read them with `readSharedKeys`. */
  readonly keys?: unknown;
}

export const whichVaultAdvice =
  'Nothing runs until you say which vault this is: in the Countersign panel in Obsidian, or with `countersign which-vault` in a terminal.';

const vaultIdForm = /^v-[a-z2-7]{10}$/;

export function isVaultId(value: unknown): value is string {
  return typeof value === 'string' && vaultIdForm.test(value);
}

export function newVaultSettings(vaultId: string, base = ''): VaultSettings {
  return {
    version: 1,
    vaultId,
    folders: contractFolders(base),
    dashboard: base === '' ? 'Dashboard.md' : `${base}/Dashboard.md`,
  };
}

export function checkVaultSettings(value: unknown, file: string): Result<VaultSettings> {
  const settings = asRecord(value);
  if (!settings) return invalid(file, 'the file isn’t a list of settings');
  if (settings['version'] !== 1) {
    return invalid(
      file,
      `\`version\` is ${JSON.stringify(settings['version']) ?? 'missing'}, not 1`,
    );
  }
  const { vaultId, dashboard } = settings;
  const folders = asRecord(settings['folders']);
  const wanted = contractFolders();
  for (const place of Object.keys(wanted) as ContractFolder[]) {
    const problem = folderProblem(folders?.[place]);
    if (problem !== null) return invalid(file, `\`folders.${place}\` ${problem}`);
  }
  const names = (Object.keys(wanted) as ContractFolder[]).map((place) => String(folders?.[place]));
  if (new Set(names.map(foldName)).size !== names.length) {
    return invalid(file, 'two folders have the same name');
  }
  if (typeof dashboard !== 'string' || !dashboard.endsWith('.md') || folderProblem(dashboard)) {
    return invalid(file, '`dashboard` is not the path of a note');
  }
  if (contractFolderOf(folders as unknown as Folders, dashboard) !== null) {
    return invalid(file, '`dashboard` is in a folder of plans, requests or logs');
  }
  const problem = planningProblem(settings);
  if (problem !== null) return invalid(file, problem);
  if (!isVaultId(vaultId)) return withoutId(file);
  const { words, blockedHours, loop, reasoning } = settings as ChosenPlanning;
  return ok({
    version: 1,
    vaultId,
    dashboard,
    folders: folders as unknown as Folders,
    ...(words ? { words } : {}),
    ...(blockedHours ? { blockedHours } : {}),
    ...(loop ? { loop } : {}),
    ...(reasoning ? { reasoning } : {}),
    ...(Object.hasOwn(settings, 'keys') ? { keys: settings['keys'] } : {}),
  });
}

/** Says what is wrong with a folder's name, as the end of a sentence. `null` if nothing is. */
export function folderProblem(name: unknown): string | null {
  if (typeof name !== 'string' || name.trim() === '') return 'is missing';
  const bad = name
    .split('/')
    .some((part) => part === '' || part.startsWith('.') || /[\\:*?"<>|#^[\]\p{Cc}]/u.test(part));
  return bad ? 'is not a folder inside the vault' : null;
}

function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function withoutId(file: string): ReturnType<typeof invalid> {
  return fail(
    'vault_id_changed',
    "The vault's settings cannot be used: `vaultId` is not the id of a vault.",
    whichVaultAdvice,
    { path: file },
  );
}

function invalid(file: string, what: string): { readonly ok: false; readonly error: Problem } {
  return fail(
    'settings_invalid',
    `The vault's settings cannot be used: ${what}.`,
    'Fix or restore the file. Nothing runs until then.',
    { path: file },
  );
}
