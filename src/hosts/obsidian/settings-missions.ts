import type { SettingDefinitionPage, SettingDefinitionRender } from 'obsidian';
import type { SettingsContext } from './settings-context.js';
import { liveSetting, sayAt } from './settings-rows.js';
import { wordItems } from './settings-words.js';

/** By what a plan is suggested, and which suggestions a person wants no more. */
export function missionsPage(context: SettingsContext): SettingDefinitionPage {
  return {
    type: 'page',
    name: 'When a plan is suggested',
    desc: 'The words that make Countersign suggest a plan.',
    items: [
      ...wordItems(context),
      { type: 'group', items: [ignoredItems(context)] },
      {
        type: 'group',
        items: [
          {
            name: 'For the whole vault',
            desc: 'The words travel with the vault, and count at once; a runner uses new ones when it starts again. They only suggest: you create the plan, or ignore it, and any item can become one. Which steps get ✋ does not depend on them.',
          },
        ],
      },
    ],
  };
}

/** Items that nothing is suggested for, and the way back. */
function ignoredItems(context: SettingsContext): SettingDefinitionRender {
  return liveSetting(context, {
    name: 'Ignored suggestions',
    shows: () => [context.executor !== null, context.config?.ignoredItems],
    draw: ({ lead, button }) => {
      const count = context.config?.ignoredItems?.length ?? 0;
      lead.setDesc(
        count === 0
          ? 'None. “Ignore”, at a suggested mission in the panel, adds one.'
          : count === 1
            ? 'For 1 item, nothing is suggested any more.'
            : `For ${count} items, nothing is suggested any more.`,
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
