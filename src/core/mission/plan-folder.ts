/** The folders below the plans folder that say what became of a plan that needs a person's approval. */
export const planFolders = ['pending', 'approved', 'rejected'] as const;
export type PlanFolder = (typeof planFolders)[number];

/**
 * Which of these folders a path is in; `null`: in none. Only the first folder below the plans folder says it. Where
 * letters are not told apart, a person may write its name as they like.
 */
export function planFolderOf(plans: string, path: string): PlanFolder | null {
  if (!path.startsWith(`${plans}/`)) return null;
  const [first = '', ...rest] = path.slice(plans.length + 1).split('/');
  const name = first.toLowerCase();
  return rest.length === 0 ? null : (planFolders.find((folder) => folder === name) ?? null);
}

/** What keeps a plan at this path from being a mission, as a part of its summary. */
export function approvalAt(
  plans: string,
  path: string,
): { readonly approval?: 'pending' | 'rejected' } {
  const folder = planFolderOf(plans, path);
  return folder === null || folder === 'approved' ? {} : { approval: folder };
}
