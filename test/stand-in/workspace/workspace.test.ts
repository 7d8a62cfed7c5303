import type * as Obsidian from 'obsidian';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { vaultFolder, type VaultFolder } from '../device-in-folder.js';
import { fileAt } from '../file-at.js';
import type { Device, DeviceOptions } from '../open-device.js';
import { ItemView } from './view.js';
import type { Workspace } from './workspace.js';

let folder: VaultFolder;
let device: Device;
let workspace: Workspace;
let opened: string[];

class Panel extends ItemView {
  override getViewType(): string {
    return 'panel';
  }

  override getDisplayText(): string {
    return 'Panel';
  }

  protected override async onOpen(): Promise<void> {
    opened.push('open');
  }

  protected override async onClose(): Promise<void> {
    opened.push('close');
  }
}

beforeEach(() => {
  folder = vaultFolder();
  folder.write('a.md', 'a');
  folder.write('Folder/b.md', 'b');
  opened = [];
});
afterEach(() => folder.close());

async function start(options: Partial<DeviceOptions> = {}): Promise<void> {
  device = await folder.device({ indexDelay: 0, ...options });
  workspace = device.workspace;
  await device.start();
  await device.settled();
}

/** As a plugin's `registerView`; the value takes the view type out again. */
function registerPanel(): () => void {
  const creator = (leaf: Obsidian.WorkspaceLeaf): Obsidian.View =>
    new Panel(leaf) as unknown as Obsidian.View;
  return device.host.registries.views.add('panel', creator, 'taken');
}

describe('views of plugins', () => {
  test('open in the right side panel, which is shown when they are revealed', async () => {
    await start();
    registerPanel();
    const leaf = workspace.getRightLeaf(false);
    await leaf.setViewState({ type: 'panel', active: true });
    expect(workspace.rightSplit.collapsed).toBe(true);
    await workspace.revealLeaf(leaf);
    expect(workspace.rightSplit.collapsed).toBe(false);
    expect(workspace.getLeavesOfType('panel')).toEqual([leaf]);
    expect(leaf.view).toBeInstanceOf(Panel);
  });

  test('leave a placeholder when their plugin goes, and come back with it', async () => {
    await start();
    const unregister = registerPanel();
    const leaf = workspace.getRightLeaf(false);
    await leaf.setViewState({ type: 'panel' });
    unregister();
    await expect.poll(() => opened).toEqual(['open', 'close']);
    expect(leaf.view).not.toBeInstanceOf(Panel);
    expect(workspace.getLeavesOfType('panel')).toEqual([leaf]);
    registerPanel();
    await expect.poll(() => leaf.view).toBeInstanceOf(Panel);
  });

  test('are deferred after a restart while they are out of sight, and loaded by revealLeaf', async () => {
    await start();
    registerPanel();
    await workspace.getRightLeaf(false).setViewState({ type: 'panel' });
    await device.restart();
    workspace = device.workspace;
    registerPanel();
    const [leaf] = workspace.getLeavesOfType('panel');
    expect(leaf?.isDeferred).toBe(true);
    expect(leaf?.view).not.toBeInstanceOf(Panel);
    await workspace.revealLeaf(leaf!);
    expect(leaf?.isDeferred).toBe(false);
    expect(leaf?.view).toBeInstanceOf(Panel);
  });
});

describe('notes', () => {
  test('open in the tab in use, or in another one when asked', async () => {
    await start();
    await workspace.getLeaf().openFile(fileAt(device, 'a.md'));
    await workspace.getLeaf().openFile(fileAt(device, 'Folder/b.md'));
    expect(workspace.getLeavesOfType('markdown')).toHaveLength(1);
    await workspace.getLeaf('tab').openFile(fileAt(device, 'a.md'));
    expect(workspace.getLeavesOfType('markdown')).toHaveLength(2);
    expect(workspace.getActiveFile()?.path).toBe('a.md');
  });

  test('are told to who listens when another one becomes the active file', async () => {
    await start();
    const told: (string | undefined)[] = [];
    workspace.on('file-open', (file: Obsidian.TFile | null) => told.push(file?.path));
    const first = workspace.getLeaf();
    await first.openFile(fileAt(device, 'a.md'));
    await workspace.getLeaf('tab').openFile(fileAt(device, 'Folder/b.md'));
    workspace.setActiveLeaf(first);
    expect(told).toEqual(['a.md', 'Folder/b.md', 'a.md']);
  });

  test('are reached by links; a link to nothing makes the note', async () => {
    await start();
    await workspace.openLinkText('b#Heading', 'a.md');
    expect(workspace.getActiveFile()?.path).toBe('Folder/b.md');
    await workspace.openLinkText('New note', 'a.md', 'tab');
    expect(workspace.getActiveFile()?.path).toBe('New note.md');
    expect(folder.text('New note.md')).toBe('');
  });

  test('are open again after a restart, read or edited as before', async () => {
    await start();
    await workspace.getLeaf().openFile(fileAt(device, 'a.md'), { state: { mode: 'preview' } });
    await device.restart();
    const [leaf] = device.workspace.getLeavesOfType('markdown');
    expect(leaf?.getViewState().state).toEqual({ file: 'a.md', mode: 'preview' });
  });
});

describe('pop-out windows', () => {
  test('take a leaf along and close when their last leaf goes', async () => {
    await start();
    const windows: string[] = [];
    workspace.on('window-open', () => windows.push('open'));
    workspace.on('window-close', () => windows.push('close'));
    const leaf = workspace.getLeaf();
    await leaf.openFile(fileAt(device, 'a.md'));
    const container = workspace.moveLeafToPopout(leaf);
    expect(leaf.getContainer()).toBe(container);
    expect(workspace.getLeavesOfType('markdown')).toEqual([leaf]);
    expect(workspace.rootSplit.leaves).toHaveLength(1);
    leaf.detach();
    expect(windows).toEqual(['open', 'close']);
  });

  test('are refused on a phone', async () => {
    await start({ platform: 'phone' });
    expect(() => workspace.openPopoutLeaf()).toThrow('only available on desktop');
  });
});

test('who waits for the layout is called when it is ready, or at once when it is', async () => {
  device = await folder.device({});
  const calls: string[] = [];
  device.workspace.onLayoutReady(() => calls.push(`ready with ${device.vault.getFiles().length}`));
  expect(calls).toEqual([]);
  await device.start();
  device.workspace.onLayoutReady(() => calls.push('at once'));
  expect(calls).toEqual(['ready with 2', 'at once']);
});

test('the main area always keeps a tab', async () => {
  await start();
  workspace.getLeaf().detach();
  expect(workspace.rootSplit.leaves.map(({ content }) => content.getViewType())).toEqual(['empty']);
});

test('what the stand-in does not have fails by name', async () => {
  await start();
  expect(() => void device.app.workspace.getUnpinnedLeaf()).toThrow(
    'The stand-in has no Workspace.getUnpinnedLeaf',
  );
});
