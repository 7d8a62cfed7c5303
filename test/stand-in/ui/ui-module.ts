import type * as Obsidian from 'obsidian';
import { EditableFileView, FileView, TextFileView } from '../workspace/file-view.js';
import { MarkdownView } from '../workspace/markdown-view.js';
import { ItemView, View } from '../workspace/view.js';
import { Workspace } from '../workspace/workspace.js';
import {
  WorkspaceContainer,
  WorkspaceFloating,
  WorkspaceItem,
  WorkspaceParent,
  WorkspaceRoot,
  WorkspaceSidedock,
  WorkspaceSplit,
  WorkspaceTabs,
  WorkspaceWindow,
} from '../workspace/workspace-items.js';
import { WorkspaceLeaf } from '../workspace/workspace-leaf.js';
import { BaseComponent, ValueComponent } from './components/base-component.js';
import { ButtonComponent, ExtraButtonComponent } from './components/button-component.js';
import {
  ColorComponent,
  DisplayValueComponent,
  DropdownComponent,
  ProgressBarComponent,
  SliderComponent,
  ToggleComponent,
} from './components/choice-components.js';
import { ConfirmationButton, ConfirmationModal } from './windows/confirmation-modal.js';
import {
  FuzzySuggestModal,
  prepareFuzzySearch,
  prepareSimpleSearch,
  renderMatches,
} from './windows/fuzzy-search.js';
import { addIcon, getIcon, getIconIds, removeIcon, setIcon } from './icons.js';
import { AbstractInputSuggest, PopoverSuggest } from './input-suggest.js';
import { Menu, MenuItem, MenuSeparator } from './menu.js';
import { Modal } from './windows/modal.js';
import { MarkdownRenderChild, MarkdownRenderer } from './note/render-markdown.js';
import { Notice } from './notice.js';
import { Keymap, Scope } from './windows/scope.js';
import { PluginSettingTab, SettingPage, SettingTab } from './settings/setting-tab.js';
import { Setting, SettingGroup } from './settings/setting.js';
import { SuggestModal } from './windows/suggest-modal.js';
import {
  AbstractTextComponent,
  SearchComponent,
  TextAreaComponent,
  TextComponent,
} from './components/text-components.js';
import { displayTooltip, setTooltip } from './tooltip.js';

type Functions = Pick<
  typeof Obsidian,
  | 'addIcon'
  | 'displayTooltip'
  | 'getIcon'
  | 'getIconIds'
  | 'prepareFuzzySearch'
  | 'prepareSimpleSearch'
  | 'removeIcon'
  | 'renderMatches'
  | 'setIcon'
  | 'setTooltip'
>;

/** What `require('obsidian')` has of windows, views and controls. */
export const uiModule = {
  AbstractInputSuggest,
  AbstractTextComponent,
  BaseComponent,
  ButtonComponent,
  ColorComponent,
  ConfirmationButton,
  ConfirmationModal,
  DisplayValueComponent,
  DropdownComponent,
  EditableFileView,
  ExtraButtonComponent,
  FileView,
  FuzzySuggestModal,
  ItemView,
  Keymap,
  MarkdownRenderChild,
  MarkdownRenderer,
  MarkdownView,
  Menu,
  MenuItem,
  MenuSeparator,
  Modal,
  Notice,
  PluginSettingTab,
  PopoverSuggest,
  ProgressBarComponent,
  Scope,
  SearchComponent,
  Setting,
  SettingGroup,
  SettingPage,
  SettingTab,
  SliderComponent,
  SuggestModal,
  TextAreaComponent,
  TextComponent,
  TextFileView,
  ToggleComponent,
  ValueComponent,
  View,
  Workspace,
  WorkspaceContainer,
  WorkspaceFloating,
  WorkspaceItem,
  WorkspaceLeaf,
  WorkspaceParent,
  WorkspaceRoot,
  WorkspaceSidedock,
  WorkspaceSplit,
  WorkspaceTabs,
  WorkspaceWindow,
  addIcon,
  displayTooltip,
  getIcon,
  getIconIds,
  prepareFuzzySearch,
  prepareSimpleSearch,
  removeIcon,
  renderMatches,
  setIcon,
  setTooltip,
} satisfies Partial<Record<keyof typeof Obsidian, unknown>> & Functions;
