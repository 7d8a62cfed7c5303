import { openWorkbench, type Workbench, type WorkbenchOptions } from '../../support/workbench.js';

/** A plugin that uses the screens and writes down, in `window.seen`, what came of it. */
const CODE = `
const { ConfirmationModal, ItemView, Notice, Plugin, PluginSettingTab, setIcon } = require('obsidian');
const see = (...entry) => (window.seen ??= []).push(entry);

class Panel extends ItemView {
  getViewType() { return 'sample-panel'; }
  getDisplayText() { return 'Sample panel'; }
  getIcon() { return 'stamp'; }
  async onOpen() {
    const button = this.contentEl.createEl('button', { text: 'Approve', cls: 'mod-cta' });
    setIcon(this.contentEl.createSpan(), 'check');
    button.addEventListener('click', (event) => {
      see('approve', event.isTrusted, button.win === window, event.instanceOf(MouseEvent));
    });
    this.contentEl.onWindowMigrated((win) => see('migrated', win !== window));
  }
}

class Tab extends PluginSettingTab {
  getSettingDefinitions() {
    return [
      { name: 'Base folder', control: { type: 'text', key: 'base', defaultValue: '',
        validate: (value) => (value.includes(':') ? 'No colons, please.' : undefined) } },
      { type: 'group', heading: 'Behaviour', items: [
        { name: 'Quiet', control: { type: 'toggle', key: 'quiet' } },
        { name: 'Look', control: { type: 'dropdown', key: 'look', defaultValue: 'calm',
          options: { calm: 'Calm', dense: 'Dense' }, disabled: () => this.plugin.settings.quiet } },
        { type: 'page', name: 'Advanced', items: [
          { name: 'Hold', control: { type: 'slider', key: 'hold', min: 0, max: 30, step: 1 } },
        ] },
      ] },
    ];
  }
}

module.exports = class extends Plugin {
  async onload() {
    this.settings = (await this.loadData()) ?? {};
    this.registerView('sample-panel', (leaf) => new Panel(leaf));
    this.addRibbonIcon('stamp', 'Open sample panel', () => this.open());
    this.addStatusBarItem().setText('1 waiting');
    this.addSettingTab(new Tab(this.app, this));
    this.addCommand({ id: 'ask', name: 'Ask', hotkeys: [{ modifiers: ['Mod', 'Shift'], key: 'y' }],
      callback: () => this.ask() });
    this.registerMarkdownCodeBlockProcessor('sample', (source, el, ctx) => {
      const { lineStart, lineEnd } = ctx.getSectionInfo(el);
      el.createEl('output', { text: [source, ctx.sourcePath, lineStart, lineEnd].join(' | ') });
    });
    this.registerMarkdownCodeBlockProcessor('broken', () => { throw new Error('It is broken.'); });
    this.registerMarkdownPostProcessor((el) => {
      for (const strong of el.findAll('strong')) strong.addClass('seen-by-plugin');
    });
    this.registerEvent(this.app.workspace.on('file-menu', (menu, file) => menu.addItem((item) =>
      item.setTitle('Greet').setIcon('star').onClick((event) => see('greet', file.path, event.isTrusted)))));
  }
  async open() {
    const { workspace } = this.app;
    const leaf = workspace.getLeavesOfType('sample-panel')[0] ?? workspace.getRightLeaf(false);
    await leaf.setViewState({ type: 'sample-panel', active: true });
    await workspace.revealLeaf(leaf);
  }
  ask() {
    new ConfirmationModal(this.app)
      .setTitle('Run it?')
      .addButton((button) => button.setButtonText('Run').setCta().onClick(() => { new Notice('It ran.'); }))
      .addButton((button) => button.setButtonText('Stay').onClick(() => true))
      .addCancelButton()
      .open();
  }
};
`;

const manifest = {
  id: 'sample',
  name: 'Sample',
  version: '1.0.0',
  minAppVersion: '1.13.0',
  description: 'Uses the screens.',
  author: 'Tests',
};

/** A workbench on notes of the test, with the sample plugin instead of the built one. */
export function openSample(
  notes: Readonly<Record<string, string>>,
  options: WorkbenchOptions = {},
): Promise<Workbench> {
  return openWorkbench({
    plugin: false,
    ...options,
    notes: {
      '.obsidian/community-plugins.json': '["sample"]',
      '.obsidian/plugins/sample/manifest.json': JSON.stringify(manifest),
      '.obsidian/plugins/sample/main.js': CODE,
      ...notes,
    },
  });
}

/** What the sample plugin wrote down since the last time. */
export function seen({ page }: Workbench): Promise<unknown[]> {
  return page.evaluate(() => {
    const { seen = [] } = window as unknown as { seen?: unknown[] };
    return seen.splice(0);
  });
}
