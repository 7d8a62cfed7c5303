import type { App } from '../../load/app.js';
import { Modal } from '../windows/modal.js';
import { SettingGroup } from '../settings/setting.js';
import type { SettingTab } from '../settings/setting-tab.js';
import { tell } from '../tell.js';
import { themeOf, useTheme } from './theme.js';

interface Page {
  readonly id: string;
  readonly name: string;
  open(element: HTMLElement): void;
  close?(): void;
}

/** The settings: the app's few own pages and one tab for each plugin that registered one. */
export class SettingsWindow extends Modal {
  private readonly nav: HTMLElement;
  private readonly content: HTMLElement;
  private current: Page | null = null;

  constructor(private readonly host: App) {
    super(host as never);
    this.modalEl.addClass('mod-settings');
    this.modalEl.setAttr('aria-label', 'Settings');
    this.contentEl.addClass('vertical-tabs-container');
    this.nav = this.contentEl.createDiv('vertical-tab-header');
    this.content = this.contentEl.createDiv('vertical-tab-content-container');
  }

  override onOpen(): void {
    this.show(this.pages()[0]?.id ?? '');
  }

  override onClose(): void {
    this.current?.close?.();
    this.current = null;
  }

  /** Opens the tab of a plugin by the plugin's id. */
  openTabById(id: string): void {
    if (!this.containerEl.isConnected) this.open();
    this.show(id);
  }

  private show(id: string): void {
    const pages = this.pages();
    const page = pages.find((each) => each.id === id) ?? pages[0];
    this.current?.close?.();
    this.current = page ?? null;
    this.drawNav(pages);
    this.content.empty();
    page?.open(this.content);
  }

  private drawNav(pages: readonly Page[]): void {
    this.nav.empty();
    const own = ['appearance', 'community-plugins'];
    const groups: [string, Page[]][] = [
      ['Options', pages.filter(({ id }) => own.includes(id))],
      ['Community plugins', pages.filter(({ id }) => !own.includes(id))],
    ];
    for (const [title, members] of groups) {
      if (members.length === 0) continue;
      const group = this.nav.createDiv('vertical-tab-header-group');
      group.createDiv({ cls: 'vertical-tab-header-group-title', text: title });
      for (const { id, name } of members) {
        const item = group.createEl('button', { cls: 'vertical-tab-nav-item', text: name });
        item.toggleClass('is-active', id === this.current?.id);
        item.addEventListener('click', () => this.show(id));
      }
    }
  }

  private pages(): Page[] {
    const { settingTabs } = this.host.registries;
    const tabs = settingTabs.names().flatMap((id): Page[] => {
      const tab = settingTabs.get(id) as unknown as SettingTab | undefined;
      if (!tab) return [];
      return [
        {
          id,
          name: this.host.plugins.manifests[id]?.name ?? id,
          open: (element) => {
            element.appendChild(tab.containerEl);
            tab.open();
          },
          close: () => tab.close(),
        },
      ];
    });
    return [
      { id: 'appearance', name: 'Appearance', open: (element) => drawAppearance(element) },
      {
        id: 'community-plugins',
        name: 'Community plugins',
        open: (element) => this.drawPlugins(element),
      },
      ...tabs,
    ];
  }

  private drawPlugins(element: HTMLElement): void {
    const { plugins } = this.host;
    const group = new SettingGroup(element.createDiv('vertical-tab-content'));
    group.setHeading('Installed plugins');
    for (const { id, name, description, version } of Object.values(plugins.manifests)) {
      group.addSetting((setting) => {
        setting
          .setName(name)
          .setDesc(`Version ${version}. ${description}`)
          .addToggle((toggle) =>
            toggle.setValue(plugins.plugins[id] !== undefined).onChange((on) => {
              void tell(async () => {
                if (on) await plugins.enablePluginAndSave(id);
                else await plugins.disablePluginAndSave(id);
                this.drawNav(this.pages());
              });
            }),
          );
      });
    }
  }
}

function drawAppearance(element: HTMLElement): void {
  const { body } = element.doc;
  const group = new SettingGroup(element.createDiv('vertical-tab-content'));
  group.addSetting((setting) => {
    setting
      .setName('Base color scheme')
      .setDesc('Choose a light or a dark look.')
      .addDropdown((dropdown) =>
        dropdown
          .addOptions({ light: 'Light', dark: 'Dark' })
          .setValue(themeOf(body))
          .onChange((theme) => useTheme(theme === 'dark' ? 'dark' : 'light')),
      );
  });
}
