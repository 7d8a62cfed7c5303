export const planFolders = ['pending', 'approved', 'rejected'] as const;
export type PlanFolder = (typeof planFolders)[number];

/**
 * Returns which of the folders `pending`, `approved` and `rejected` a path is in; `null` for none. Only the
 * first folder below the plans folder is considered, in upper or lower case.
 */
export function planFolderOf(plans: string, path: string): PlanFolder | null {
  if (!path.startsWith(`${plans}/`)) return null;
  const [first = '', ...rest] = path.slice(plans.length + 1).split('/');
  const name = first.toLowerCase();
  return rest.length === 0 ? null : (planFolders.find((folder) => folder === name) ?? null);
}

/** Returns why a plan at this path is not a mission, as part of the plan's summary; empty if it is a mission. */
export function approvalAt(
  plans: string,
  path: string,
): { readonly approval?: 'pending' | 'rejected' } {
  const folder = planFolderOf(plans, path);
  return folder === null || folder === 'approved' ? {} : { approval: folder };
}
