import { PluginSettingTab, type App, type Plugin, type SettingDefinitionItem } from 'obsidian';
import type { Place } from '../../core/settings/folders.js';
import type { SessionState } from './session-state.js';

const folderNames: Readonly<Record<Place, string>> = {
  inbox: 'Inbox',
  needsAction: 'Needs action',
  plans: 'Plans',
  pending: 'Pending approval',
  approved: 'Approved',
  rejected: 'Rejected',
  donePlans: 'Finished plans',
  doneActions: 'Executed actions',
  archive: 'Archive',
  logs: 'Logs',
};

/** What the settings tab needs of the plugin. */
export interface SettingsTabActions {
  state(): SessionState | null;
  openPanel(): void;
  setUpVault(): void;
  pause(): void;
}

/** The settings: what a click may do without a gesture, and where everything lies. */
export class SettingsTab extends PluginSettingTab {
  constructor(
    app: App,
    plugin: Plugin,
    private readonly actions: SettingsTabActions,
  ) {
    super(app, plugin);
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    const { actions } = this;
    const state = actions.state();
    const settings = state?.at === 'ready' ? state.vault.settings : null;
    const device = state?.at === 'ready' ? state.work.executor?.device.config : undefined;
    const names = Object.entries(settings?.folders ?? {}) as [Place, string][];
    return [
      {
        name: 'Current mission',
        desc: 'Approve requests, switch “This device runs actions”, and add bridges there.',
        action: () => {
          actions.openPanel();
        },
      },
      {
        name: 'Set up vault',
        desc: 'See every folder and note that would be made, then make them.',
        visible: state?.at === 'not_set_up',
        action: () => {
          actions.setUpVault();
        },
      },
      {
        name: 'Pause all actions',
        desc: 'Nothing is run on this device until you resume it in the current mission.',
        visible: device?.paused === false,
        action: () => {
          actions.pause();
          this.update();
        },
      },
      {
        type: 'group',
        heading: 'Folders (to change one, rename it in the file explorer)',
        visible: settings !== null,
        items: names.map(([place, folder]) => ({
          name: folderNames[place],
          desc: folder,
        })),
      },
    ];
  }
}
