import { fail, type Problem } from '../errors.js';
import type { DeviceConfig, Folders } from './device-config.js';

/** The folder names of the contract, below an optional base folder. */
export function contractFolders(base = ''): Folders {
  const below = (path: string): string => (base === '' ? path : `${base}/${path}`);
  return {
    inbox: below('Inbox'),
    needsAction: below('Needs_Action'),
    plans: below('Plans'),
    pending: below('Pending_Approval'),
    approved: below('Approved'),
    rejected: below('Rejected'),
    donePlans: below('Done/Plans'),
    doneActions: below('Done/Actions'),
    archive: below('Archive'),
    logs: below('Logs'),
  };
}

/**
 * The base folder that is proposed for a vault, given what is at its top: none for an empty vault, or one that has
 * such folders already; else a folder of its own.
 */
export function proposedBase(names: readonly string[]): string {
  const { needsAction, pending, approved } = contractFolders();
  const isAtHome = [needsAction, pending, approved].some((folder) => names.includes(folder));
  return names.length === 0 || isAtHome ? '' : 'Countersign';
}

/** What part of the contract a folder plays. */
export type ContractFolder = keyof Folders;

/** The contract folder a path lies in; `null` for the rest of the vault. */
export function contractFolderOf(folders: Folders, path: string): ContractFolder | null {
  let best: ContractFolder | null = null;
  let length = -1;
  for (const [place, folder] of Object.entries(folders) as [ContractFolder, string][]) {
    if (folder.length > length && path.startsWith(`${folder}/`)) {
      best = place;
      length = folder.length;
    }
  }
  return best;
}

/** Folders whose names differ between two sets, in words. */
export function folderDifferences(a: Folders, b: Folders): readonly string[] {
  return (Object.keys(a) as ContractFolder[])
    .filter((place) => a[place] !== b[place])
    .map((place) => `${place}: ${a[place]} → ${b[place]}`);
}

/**
 * The folder names that count as confirmed where actions never ran before: those given, if they are the
 * contract's own below one base folder. Others nobody was shown yet, so the contract's own stand in
 * for them, and the difference is put to the person.
 */
export function initialFolders(folders: Folders): Folders {
  const base = folders.inbox.slice(0, -'/Inbox'.length);
  const isUsual = folderDifferences(folders, contractFolders(base)).length === 0;
  return isUsual ? folders : contractFolders();
}

/** What a vault's settings name, each of which a person has to have confirmed: anybody may write these settings. */
export interface VaultNames {
  readonly folders: Folders;
  readonly dashboard: string;
}

/** The only note that is written as the Dashboard on a device. */
export function confirmedDashboard({
  folders,
  dashboard,
}: Pick<DeviceConfig, 'folders' | 'dashboard'>): string {
  const { inbox } = folders;
  return (
    dashboard ?? `${inbox.endsWith('/Inbox') ? inbox.slice(0, -'Inbox'.length) : ''}Dashboard.md`
  );
}

/** The folders and the Dashboard whose names differ from those that were confirmed, in words. */
export function nameDifferences(
  config: Pick<DeviceConfig, 'folders' | 'dashboard'>,
  { folders, dashboard }: VaultNames,
): readonly string[] {
  const confirmed = confirmedDashboard(config);
  return [
    ...folderDifferences(config.folders, folders),
    ...(confirmed === dashboard ? [] : [`Dashboard: ${confirmed} → ${dashboard}`]),
  ];
}

/** Why nothing is written to the note that the vault's settings name as the Dashboard; `null`: a person confirmed it. */
export function dashboardProblem(
  config: Pick<DeviceConfig, 'folders' | 'dashboard'>,
  named: string,
): Problem | null {
  const confirmed = confirmedDashboard(config);
  if (confirmed === named) return null;
  return fail(
    'settings_invalid',
    `its new name isn’t confirmed on this device (${confirmed} → ${named}).`,
    'Confirm it in the panel, or with `countersign confirm-folders` in a terminal. Or change the name back.',
  ).error;
}
