import type { SettingDefinitionItem, SettingDefinitionRender } from 'obsidian';
import {
  defaultComplexityKeywords,
  groupNames,
  wordGroups,
  type ComplexityKeywords,
} from '../../../../core/policy/keywords.js';
import { withKeywords } from '../../../../core/settings/planning.js';
import { wordsIn, wordsProblem } from '../../../../core/settings/planning-fields.js';
import { readText } from '../../../../core/task/read-item.js';
import { drawComplexity } from '../../missions/draw-complexity.js';
import type { SettingsContext } from '../parts/settings-context.js';
import { liveSetting, sayAt } from '../parts/live-setting.js';
import { drawTypedField, type Drafts } from '../parts/typed-field.js';

type Group = keyof ComplexityKeywords;

const groups: readonly { readonly group: Group; readonly name: string; readonly desc?: string }[] =
  [
    ...wordGroups.map((group) => ({ group, name: `The text suggests ${groupNames[group]}` })),
    {
      group: 'simple',
      name: 'The text asks for several things',
      desc: 'Two or more separate tasks that don’t begin with one of these words:',
    },
  ];

export function complexityWordItems(context: SettingsContext): SettingDefinitionItem[] {
  const drafts: Drafts = new Map();
  const trial = new Trial(context, drafts);
  return [
    {
      type: 'group',
      items: [
        {
          name: 'Words to look for, separated by commas or line breaks',
          desc: 'Case is ignored, and “send” also matches “sends” and “sending”. Leave a box empty to turn it off.',
        },
      ],
    },
    {
      type: 'group',
      heading: 'Suggest a plan when',
      items: [
        ...groups.map((definition) => words(context, drafts, trial, definition)),
        { name: 'It is a list', desc: 'Two or more items.' },
      ],
    },
    { type: 'group', items: [trial.setting()] },
  ];
}

function words(
  context: SettingsContext,
  drafts: Drafts,
  trial: Trial,
  { group, name, desc = '' }: (typeof groups)[number],
): SettingDefinitionRender {
  return liveSetting(context, {
    name,
    aliases: ['Keywords', ...defaultComplexityKeywords[group]],
    shows: () => context.session.planning.words[group],
    draw: (rows) => {
      const { lead, button } = rows;
      const saved = context.session.planning.words[group];
      const usual = defaultComplexityKeywords[group];
      lead.setDesc(desc);
      lead.settingEl.addClass('countersign-wide');
      drawTypedField(rows, lead, drafts, {
        label: labelOf(name),
        saved: saved.join(', '),
        isLong: true,
        problem: (typed) => wordsProblem(wordsIn(typed)),
        save: (typed) => {
          const list = wordsIn(typed);
          const isUsual = list.join() === usual.join();
          return context.changePlanning((chosen) =>
            withKeywords(chosen, group, isUsual ? null : list),
          );
        },
        onTyped: () => trial.show(),
      });
      if (saved.join() === usual.join()) return;
      const back = (): void => {
        drafts.delete(labelOf(name));
        void context
          .changePlanning((chosen) => withKeywords(chosen, group, null))
          .then((done) => sayAt(lead, done));
      };
      button(lead, 'Back to the defaults', back, labelOf(name));
    },
  });
}

const labelOf = (name: string): string => `Words: ${name}`;

class Trial {
  private brief = '';
  private verdict: HTMLElement | null = null;

  constructor(
    private readonly context: SettingsContext,
    private readonly drafts: Drafts,
  ) {}

  setting(): SettingDefinitionRender {
    return liveSetting(this.context, {
      name: 'Try it: describe a task',
      desc: 'Uses the words above, even if you haven’t saved them. Nothing is stored.',
      shows: () => this.context.session.planning.words,
      draw: ({ add }) => {
        add((row) => {
          row.settingEl.addClass('countersign-wide');
          row.addTextArea((area) => {
            area.inputEl.setAttr('aria-label', 'Task');
            area.inputEl.rows = 3;
            area.setValue(this.brief).onChange((brief) => {
              this.brief = brief;
              this.show();
            });
          });
          this.verdict = row.settingEl.createDiv({
            cls: 'countersign-verdict',
            attr: { role: 'status' },
          });
          this.show();
        });
      },
    });
  }

  show(): void {
    if (this.verdict) drawComplexity(this.verdict, readText(this.brief), this.words());
  }

  private words(): ComplexityKeywords {
    const all = { ...this.context.session.planning.words };
    for (const { group, name } of groups) {
      const draft = this.drafts.get(labelOf(name));
      if (draft === undefined) continue;
      const list = wordsIn(draft);
      if (wordsProblem(list) === null) all[group] = list;
    }
    return all;
  }
}
