import { fail, type Problem } from '../errors.js';
import type { DeviceConfig, Folders } from './device-config.js';

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
 * Proposes in which folder to create Countersign's folders. Empty means the vault's root.
 * @param names the names at the top of the vault
 */
export function proposedBase(names: readonly string[]): string {
  const { needsAction, pending, approved } = contractFolders();
  const isAtHome = [needsAction, pending, approved].some((folder) => names.includes(folder));
  return names.length === 0 || isAtHome ? '' : 'Countersign';
}

export type ContractFolder = keyof Folders;

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

export function folderDifferences(a: Folders, b: Folders): readonly string[] {
  return (Object.keys(a) as ContractFolder[])
    .filter((place) => a[place] !== b[place])
    .map((place) => `${place}: ${a[place]} → ${b[place]}`);
}

export function initialFolders(folders: Folders): Folders {
  const base = folders.inbox.slice(0, -'/Inbox'.length);
  const isUsual = folderDifferences(folders, contractFolders(base)).length === 0;
  return isUsual ? folders : contractFolders();
}

export interface VaultNames {
  readonly folders: Folders;
  readonly dashboard: string;
}

export function confirmedDashboard({
  folders,
  dashboard,
}: Pick<DeviceConfig, 'folders' | 'dashboard'>): string {
  const { inbox } = folders;
  return (
    dashboard ?? `${inbox.endsWith('/Inbox') ? inbox.slice(0, -'Inbox'.length) : ''}Dashboard.md`
  );
}

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
