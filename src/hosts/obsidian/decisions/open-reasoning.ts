import { Platform, type Workspace } from 'obsidian';

export const reasoningViewType = 'countersign-reasoning';

export async function openReasoning(workspace: Workspace, planId?: string): Promise<void> {
  const [open] = workspace.getLeavesOfType(reasoningViewType);
  const leaf = open ?? workspace.getLeaf(Platform.isPhone ? 'tab' : 'split');
  const state = { plan: planId ?? null };
  await leaf.setViewState({ type: reasoningViewType, active: true, state });
  await workspace.revealLeaf(leaf);
}
