import type * as Obsidian from 'obsidian';
import { setIcon } from '../icons.js';
import { Setting, SettingGroup } from './setting.js';
import { addControl } from './setting-control.js';
import type { SettingPage, SettingTab } from './setting-tab.js';

type Item = Obsidian.SettingDefinitionItem;
type Group = Obsidian.SettingDefinitionGroup | Obsidian.SettingDefinitionList;
type Flag = boolean | (() => boolean) | undefined;

/** Draws the declarative settings of one tab or page (documented: obsidian.d.ts, since 1.13.0). */
export class SettingItems {
  private readonly cleanups: (() => void)[] = [];
  private readonly refreshers: (() => void)[] = [];

  constructor(
    private readonly app: Obsidian.App,
    private readonly tab: SettingTab,
    private readonly container: HTMLElement,
  ) {}

  draw(items: readonly Item[]): void {
    this.clear();
    let loose: SettingGroup | null = null;
    for (const item of items) {
      if ('type' in item && item.type !== 'page') {
        loose = null;
        this.drawGroup(item);
      } else {
        loose ??= new SettingGroup(this.container);
        this.drawRow(loose, item, 0);
      }
    }
    this.refreshDomState();
  }

  refreshDomState(): void {
    for (const refresh of this.refreshers) refresh();
  }

  clear(): void {
    for (const cleanup of this.cleanups.splice(0)) cleanup();
    this.refreshers.length = 0;
    this.container.empty();
  }

  private drawGroup(definition: Group): void {
    const group = new SettingGroup(this.container);
    if (definition.cls) group.addClass(...definition.cls.split(/\s+/));
    if (definition.heading) group.setHeading(definition.heading);
    for (const button of definition.extraButtons ?? []) {
      group.addExtraButton((component) => button(component));
    }
    const { items = [], search } = definition;
    if (search) throw new Error('The stand-in has no SettingDefinitionGroup.search');
    this.refreshers.push(() => group.groupEl.toggle(isOn(definition.visible, true)));
    items.forEach((item, at) => this.drawRow(group, item, at, definition));
    if (definition.type === 'list') this.finishList(group, definition);
  }

  private finishList(group: SettingGroup, definition: Group): void {
    const { emptyState, addItem } = definition as Obsidian.SettingDefinitionList;
    if (emptyState && (definition.items ?? []).length === 0) {
      group.listEl.createDiv('setting-item-empty').setText(emptyState);
    }
    if (addItem) {
      group.addExtraButton((button) =>
        button
          .setIcon('plus')
          .setTooltip(addItem.name)
          .onClick(() => addItem.action(button.extraSettingsEl)),
      );
    }
  }

  private drawRow(
    group: SettingGroup,
    item: Obsidian.SettingGroupItem,
    at: number,
    parent?: Group,
  ): void {
    const setting = new Setting(group.listEl).setName(item.name);
    if (item.desc) setting.setDesc(item.desc);
    this.refreshers.push(() => setting.settingEl.toggle(isOn(item.visible, true)));
    if ('type' in item) this.finishPage(setting, item);
    else this.finishSetting(setting, group, item, at);
    const { onDelete, onReorder } = (parent ?? {}) as Partial<Obsidian.SettingDefinitionList>;
    if (onReorder) throw new Error('The stand-in has no SettingDefinitionList.onReorder');
    if (onDelete) {
      setting.addExtraButton((button) =>
        button
          .setIcon('trash-2')
          .setTooltip(`Delete ${item.name}`)
          .onClick(() => onDelete(at)),
      );
    }
  }

  private finishSetting(
    setting: Setting,
    group: SettingGroup,
    item: Obsidian.SettingDefinition,
    at: number,
  ): void {
    if (item.render) {
      const cleanup = item.render(
        setting as unknown as Obsidian.Setting,
        group as unknown as Obsidian.SettingGroup,
      );
      if (cleanup) this.cleanups.push(cleanup);
    } else if (item.control) {
      const { control } = item;
      addControl(setting, control, this.tab);
      this.refreshers.push(() => void setting.setDisabled(isOn(control.disabled, false)));
    } else if (item.action) {
      const { action, disabled } = item;
      makePressable(setting, () => {
        if (!isOn(disabled, false)) action(setting.settingEl, at);
      });
      this.refreshers.push(() => void setting.setDisabled(isOn(disabled, false)));
    }
  }

  private finishPage(setting: Setting, page: Obsidian.SettingDefinitionPage): void {
    setting.addDisplayValue((shown) => {
      this.refreshers.push(() => {
        shown.setValue(valueOf(page.displayValue) ?? null);
        shown.setStatus(valueOf(page.status) ?? null);
      });
    });
    setIcon(setting.controlEl.createDiv('setting-item-chevron'), 'chevron-right');
    makePressable(setting, () => this.openPage(page));
  }

  private openPage(page: Obsidian.SettingDefinitionPage): void {
    this.clear();
    const own = page.page?.() as SettingPage | undefined;
    const bar = own?.titlebarEl ?? this.container.createDiv('setting-page-titlebar');
    const back = bar.createEl('button', 'clickable-icon');
    back.setAttr('aria-label', 'Back');
    setIcon(back, 'chevron-left');
    bar.createSpan({ cls: 'setting-page-title', text: own?.title || page.name });
    if (own) {
      this.container.appendChild(own.rootEl);
      own.display();
    } else {
      const below = new SettingItems(this.app, this.tab, this.container.createDiv());
      below.draw(page.items ?? []);
      this.refreshers.push(() => below.refreshDomState());
      this.cleanups.push(() => below.clear());
    }
    back.addEventListener('click', () => {
      own?.hide();
      this.tab.update();
    });
  }
}

function makePressable({ settingEl }: Setting, press: () => void): void {
  settingEl.addClass('mod-clickable');
  settingEl.setAttrs({ role: 'button', tabindex: 0 });
  settingEl.addEventListener('click', press);
  settingEl.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter' || key === ' ') press();
  });
}

function isOn(flag: Flag, otherwise: boolean): boolean {
  return valueOf(flag) ?? otherwise;
}

function valueOf<T extends string | boolean | null>(
  given: T | (() => T) | undefined,
): T | undefined {
  return typeof given === 'function' ? given() : given;
}
