import { Platform, type Workspace } from 'obsidian';

export const reasoningViewType = 'countersign-reasoning';

/**
 * Shows the pane with the drawing of decisions: the open one, wherever it is, else a new one beside the
 * note.
 * @param planId absent: the current mission, whichever that is
 */
export async function openReasoning(workspace: Workspace, planId?: string): Promise<void> {
  const [open] = workspace.getLeavesOfType(reasoningViewType);
  const leaf = open ?? workspace.getLeaf(Platform.isPhone ? 'tab' : 'split');
  const state = { plan: planId ?? null };
  await leaf.setViewState({ type: reasoningViewType, active: true, state });
  await workspace.revealLeaf(leaf);
}
