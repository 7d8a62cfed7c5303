export const planFolders = ['pending', 'approved', 'rejected'] as const;
export type PlanFolder = (typeof planFolders)[number];

export function planFolderOf(plans: string, path: string): PlanFolder | null {
  if (!path.startsWith(`${plans}/`)) return null;
  const [first = '', ...rest] = path.slice(plans.length + 1).split('/');
  const name = first.toLowerCase();
  return rest.length === 0 ? null : (planFolders.find((folder) => folder === name) ?? null);
}

export function approvalAt(
  plans: string,
  path: string,
): { readonly approval?: 'pending' | 'rejected' } {
  const folder = planFolderOf(plans, path);
  return folder === null || folder === 'approved' ? {} : { approval: folder };
}
