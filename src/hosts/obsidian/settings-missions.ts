import type { SettingDefinitionPage } from 'obsidian';
import { defaultComplexityWords, groupNames, wordGroups } from '../../core/policy/words.js';

/** By what a plan is suggested. Nothing of it can be changed yet, and it says so. */
export function missionsPage(): SettingDefinitionPage {
  return {
    type: 'page',
    name: 'When a plan is suggested',
    desc: 'The words that make Countersign suggest a plan.',
    items: [
      {
        type: 'group',
        heading: 'A plan is suggested for an item that',
        items: [
          ...wordGroups.map((group) => ({
            name: `speaks of ${groupNames[group]}`,
            desc: defaultComplexityWords[group].join(', '),
          })),
          { name: 'is a list', desc: 'Two points or more.' },
          {
            name: 'asks for several things',
            desc: `Two or more, one after the other, that do not begin with: ${defaultComplexityWords.simple.join(', ')}.`,
          },
        ],
      },
      {
        type: 'group',
        items: [
          {
            name: 'These words cannot be changed yet',
            desc: 'A plan is only suggested: you create it, or ignore the suggestion. An item that is not suggested can still become a plan.',
          },
        ],
      },
    ],
  };
}
