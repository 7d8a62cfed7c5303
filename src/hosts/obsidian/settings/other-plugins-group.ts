import type { SettingDefinitionGroup } from 'obsidian';
import { baseViews } from '../../../core/views/base-views.js';
import { isPluginOn } from '../shared/obsidian-internals.js';
import type { SettingsContext } from './parts/settings-context.js';
import { liveSetting } from './parts/live-setting.js';

export function otherPluginsGroup(context: SettingsContext): SettingDefinitionGroup {
  const words = (): string => [...formatBasesHint(context), ...formatListHint(context)].join(' ');
  return {
    type: 'group',
    visible: () => words() !== '',
    items: [
      liveSetting(context, {
        name: 'Other plugins',
        aliases: ['Bases', 'Tasks', 'Dataview'],
        shows: words,
        draw: ({ lead }) => void lead.setDesc(words()),
      }),
    ],
  };
}

function formatBasesHint({ app, session: { state } }: SettingsContext): readonly string[] {
  if (state.at !== 'ready' || isPluginOn(app, 'bases') !== false) return [];
  const { folders, dashboard } = state.vault.settings;
  const paths = baseViews(folders, dashboard).map(({ path }) => path);
  const there = paths.filter((path) => app.vault.getFileByPath(path) !== null);
  return there.length === 0
    ? []
    : [`Bases is off. Turn it on under Core plugins to open ${there.join(' and ')}.`];
}

function formatListHint({ app }: SettingsContext): readonly string[] {
  const names = { tasks: 'Tasks', dataview: 'Dataview' } as const;
  const on = (['tasks', 'dataview'] as const).filter((name) => isPluginOn(app, name) === true);
  return on.length === 0
    ? []
    : [
        `Ticking a step that needs approval in a ${on.map((name) => names[name]).join(' or ')} list marks it done and withdraws its request. Nothing is sent.`,
      ];
}
