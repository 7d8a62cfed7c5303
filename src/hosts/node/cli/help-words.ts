/** What the help ends with. */
export const ending = `--vault PATH: the vault's folder (default: this folder). --json prints JSON.
--agents: agents can connect with a token, see \`countersign agent add\`.
--trust-moves: any move into Approved is an approval. Without it, such a move only asks.
--accept-existing: items that were there before the first start become tasks, too.
Exit codes: 0 OK, 1 needs attention, 2 usage error, 3 cannot run.`;

/** What people look for in vain here. */
export const elsewhere = new Map([
  [
    'approve',
    'Approve in the Countersign panel in Obsidian. Without Obsidian: start the runner with `--trust-moves`, then move the note to Approved.',
  ],
  ['reject', 'Move the note to Rejected, or reject it in the Countersign panel in Obsidian.'],
]);
