import type { ViewState } from 'obsidian';
import type { Workspace } from './workspace.js';
import type { WorkspaceParent, WorkspaceTabs } from './workspace-items.js';

interface GroupLayout {
  readonly leaves: readonly ViewState[];
  /** Which of them is in front. */
  readonly current: number;
}

interface SideLayout {
  readonly collapsed: boolean;
  readonly groups: readonly GroupLayout[];
}

/** What is open where, as it outlives a restart. Pop-out windows do not (B7). */
export interface Layout {
  readonly main: readonly GroupLayout[];
  readonly left: SideLayout;
  readonly right: SideLayout;
}

export function layoutOf(workspace: Workspace): Layout {
  const { rootSplit, leftSplit, rightSplit } = workspace;
  return {
    main: groupsOf(rootSplit),
    left: { collapsed: leftSplit.collapsed, groups: groupsOf(leftSplit) },
    right: { collapsed: rightSplit.collapsed, groups: groupsOf(rightSplit) },
  };
}

function groupsOf(parent: WorkspaceParent): GroupLayout[] {
  return parent.groups.map((group) => ({
    leaves: group.tabs.map((leaf) => leaf.getViewState()),
    current: group.current ? group.tabs.indexOf(group.current) : 0,
  }));
}

/** Opens what was open. Only what is in sight is loaded; the rest is deferred (since 1.7.2). */
export async function restoreLayout(workspace: Workspace, layout: Layout): Promise<void> {
  const { rootSplit, leftSplit, rightSplit } = workspace;
  leftSplit.collapsed = layout.left.collapsed;
  rightSplit.collapsed = layout.right.collapsed;
  await restoreGroups(workspace, rootSplit, layout.main, true);
  await restoreGroups(workspace, leftSplit, layout.left.groups, !layout.left.collapsed);
  await restoreGroups(workspace, rightSplit, layout.right.groups, !layout.right.collapsed);
}

async function restoreGroups(
  workspace: Workspace,
  parent: WorkspaceParent,
  groups: readonly GroupLayout[],
  inSight: boolean,
): Promise<void> {
  for (const leaf of parent.leaves) leaf.detach();
  for (const { leaves, current } of groups) {
    const tabs: WorkspaceTabs = workspace.addGroup(parent);
    for (const [at, { type, state, pinned }] of leaves.entries()) {
      const leaf = workspace.addLeaf(tabs);
      leaf.pinned = pinned ?? false;
      if (at === current) tabs.bringToFront(leaf);
      if (inSight && at === current) await leaf.setViewState({ type, state: state ?? {} });
      else await leaf.defer(type, state ?? {});
    }
  }
}
