import type { App, SettingDefinitionItem, SettingDefinitionRender } from 'obsidian';
import type { RunningSession } from '../panel/running-session.js';
import { agentsPage } from './agents/agents-page.js';
import { reasoningPage } from './planning/reasoning-page.js';
import { blockedPage } from './planning/blocked-page.js';
import { bridgesPage } from './bridges-page.js';
import { SettingsContext } from './parts/settings-context.js';
import { permissionsPage } from './permissions-page.js';
import { foldersPage } from './folders-page.js';
import { missionsPage } from './planning/missions-page.js';
import { tasksPage } from './planning/tasks-page.js';
import { otherPluginsGroup } from './other-plugins-group.js';
import { routesPage } from './routes-page.js';
import { liveSetting } from './parts/live-setting.js';
import { safetyPage } from './safety-page.js';

interface PagesHost {
  readonly openPanel: () => void;
  readonly refresh: () => void;
}

export class SettingsPages {
  private readonly context: SettingsContext;

  constructor(
    app: App,
    readonly of: RunningSession,
    private readonly host: PagesHost,
  ) {
    this.context = new SettingsContext(app, of.session, of.controller, host.openPanel);
  }

  definitions(): SettingDefinitionItem[] {
    const { context } = this;
    const isReady = (): boolean => context.session.state.at === 'ready';
    const pages = [
      permissionsPage(context),
      safetyPage(context),
      agentsPage(context),
      bridgesPage(context),
      routesPage(context),
      foldersPage(context),
      tasksPage(context),
      missionsPage(context),
      blockedPage(context),
      reasoningPage(context),
    ];
    return [
      { type: 'group', items: [this.here()] },
      ...pages.map((page) => ({ ...page, visible: isReady })),
      otherPluginsGroup(context),
    ];
  }

  hide(): void {
    this.context.close();
  }

  private here(): SettingDefinitionRender {
    const { context, host } = this;
    let wasDrawn = false;
    return liveSetting(context, {
      name: 'Countersign in this vault',
      aliases: ['Set up vault', 'Current mission'],
      shows: () => [context.session.state.at, whereItStands(context)],
      draw: ({ lead, button }) => {
        lead.setDesc(whereItStands(context));
        if (context.session.state.at === 'not_set_up') {
          button(lead, 'Set up vault…', () => {
            context.controller.device.setUpVault();
          });
        }
        button(lead, 'Open current mission', () => {
          host.openPanel();
        });
        if (wasDrawn) host.refresh();
        wasDrawn = true;
      },
    });
  }
}

function whereItStands({ session: { state }, config, whyNothingRuns }: SettingsContext): string {
  switch (state.at) {
    case 'starting':
      return 'Reading the vault…';
    case 'not_set_up':
      return 'This vault is not set up. You’ll see every folder and note before it is created.';
    case 'failed':
      return `${state.problem.message} ${state.problem.advice}`;
    case 'ready': {
      const { executor } = state.work;
      if (!executor) return 'This device shows plans but runs no actions.';
      return config?.paused === true
        ? 'This device runs actions, but they are paused.'
        : (whyNothingRuns ?? 'This device runs actions you approve.');
    }
  }
}
