import type { SettingDefinitionPage, SettingDefinitionRender } from 'obsidian';
import { defaultBlockedHours } from '../../../../core/plan/rules/plan-decision.js';
import { PRIORITIES, type Priority } from '../../../../core/plan/plan.js';
import { withBlockedHours } from '../../../../core/settings/planning.js';
import { hoursProblem, wholeNumberIn } from '../../../../core/settings/planning-fields.js';
import type { SettingsContext } from '../parts/settings-context.js';
import { liveSetting, sayAt } from '../parts/live-setting.js';
import { drawTypedField, type Drafts } from '../parts/typed-field.js';

const names: Readonly<Record<Priority, string>> = {
  high: 'High priority',
  medium: 'Medium priority',
  low: 'Low priority',
};

export function blockedPage(context: SettingsContext): SettingDefinitionPage {
  const drafts: Drafts = new Map();
  return {
    type: 'page',
    name: 'Reminders',
    desc: 'When to remind you about a plan that is blocked until you decide.',
    items: [
      {
        type: 'group',
        heading: 'Remind me when a plan has been blocked for this many hours',
        items: PRIORITIES.map((priority) => hours(context, drafts, priority)),
      },
      {
        type: 'group',
        items: [
          {
            name: 'For the whole vault',
            desc: 'These hours are saved in the vault. If you also run Countersign from the command line, restart it there.',
          },
        ],
      },
    ],
  };
}

function hours(
  context: SettingsContext,
  drafts: Drafts,
  priority: Priority,
): SettingDefinitionRender {
  const usual = defaultBlockedHours[priority];
  return liveSetting(context, {
    name: names[priority],
    aliases: ['Thresholds', 'Blocked'],
    shows: () => context.session.planning.blockedHours[priority],
    draw: (rows) => {
      const { lead, button } = rows;
      const saved = context.session.planning.blockedHours[priority];
      const change = (value: number | null) =>
        context.changePlanning((chosen) => withBlockedHours(chosen, priority, value));
      lead.setDesc(`The default is ${usual} hours.`);
      drawTypedField(rows, lead, drafts, {
        label: `${names[priority]}: hours`,
        saved: String(saved),
        problem: (typed) => hoursProblem(wholeNumberIn(typed)),
        save: (typed) => {
          const value = wholeNumberIn(typed);
          return change(value === usual ? null : value);
        },
      });
      if (saved === usual) return;
      const back = (): void => {
        drafts.delete(`${names[priority]}: hours`);
        void change(null).then((done) => sayAt(lead, done));
      };
      button(lead, 'Back to the default', back, names[priority]);
    },
  });
}
