import type { GitSettings } from '../settings/device-config.js';
import { quotedPath } from '../text/quote.js';

export function formatGit({ folder, diffs }: GitSettings): string {
  const kept = diffs ? ', and what they changed is kept in notes' : '';
  return `Decisions name the branch of ${quotedPath(folder)}. Commits are checked there${kept}.`;
}

export function aboutGit({ folder, common, diffs }: GitSettings): readonly string[] {
  return [
    formatGit({ folder, head: '', common, ...(diffs ? { diffs } : {}) }),
    `Its commits are read from ${quotedPath(common)}. Nothing is written there, and nothing that its settings name is started.`,
    ...(diffs ? [aboutDiffs] : []),
  ];
}

export const aboutDiffs =
  'What a commit changed can hold passwords and keys. In a note, it goes wherever this vault is synced, and agents can read it.';
