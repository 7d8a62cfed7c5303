import type { SettingDefinitionPage, SettingDefinitionRender } from 'obsidian';
import type { SettingsContext } from '../parts/settings-context.js';
import { liveSetting, sayAt } from '../parts/live-setting.js';
import { complexityWordItems } from './complexity-words-setting.js';

export function missionsPage(context: SettingsContext): SettingDefinitionPage {
  return {
    type: 'page',
    name: 'Plan suggestions',
    desc: 'The words that make Countersign suggest a plan.',
    items: [
      ...complexityWordItems(context),
      { type: 'group', items: [ignoredItems(context)] },
      {
        type: 'group',
        items: [
          {
            name: 'For the whole vault',
            desc: 'The words are saved in the vault and apply immediately. If you also run Countersign from the command line, restart it there. They only trigger suggestions: you decide whether to create the plan. They don’t affect which steps get ✋.',
          },
        ],
      },
    ],
  };
}

function ignoredItems(context: SettingsContext): SettingDefinitionRender {
  return liveSetting(context, {
    name: 'Ignored suggestions',
    shows: () => [context.executor !== null, context.config?.ignoredItems],
    draw: ({ lead, button }) => {
      const count = context.config?.ignoredItems?.length ?? 0;
      lead.setDesc(
        count === 0
          ? 'None yet. Suggestions that you ignore in the panel are listed here.'
          : count === 1
            ? '1 note gets no suggestions.'
            : `${count} notes get no suggestions.`,
      );
      if (count === 0) return;
      button(lead, 'Suggest again', () => {
        void context
          .narrow(({ ignoredItems: _, ...config }) => config)
          .then((done) => sayAt(lead, done));
      });
    },
  });
}
