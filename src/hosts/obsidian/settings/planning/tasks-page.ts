import type { SettingDefinitionPage } from 'obsidian';
import type { LoopSettings } from '../../../../core/settings/loop.js';
import { withLoop } from '../../../../core/settings/planning.js';
import { liveSetting, sayAt, type LiveRows } from '../parts/live-setting.js';
import type { SettingsContext } from '../parts/settings-context.js';

export function tasksPage(context: SettingsContext): SettingDefinitionPage {
  const choice = <Key extends keyof LoopSettings>(
    key: Key,
    name: string,
    desc: string,
    draw: (
      row: LiveRows['lead'],
      saved: LoopSettings[Key],
      save: (value: LoopSettings[Key]) => void,
    ) => void,
  ) =>
    liveSetting(context, {
      ...{ name, desc, shows: () => context.session.planning.loop[key] },
      draw({ lead }) {
        const saved = context.session.planning.loop[key];
        draw(lead, saved, (value) => {
          if (value === saved) return;
          // Saves only the changed choice, so that untouched choices keep their defaults.
          void context
            .changePlanning((chosen) => withLoop(chosen, { [key]: value }))
            .then((done) => sayAt(lead, done));
        });
      },
    });
  const toggle = (key: 'takesItems' | 'writesPlans' | 'trajectories', name: string, desc: string) =>
    choice(key, name, desc, (row, saved, save) => {
      row.addToggle((component) => component.setValue(saved).onChange(save));
    });
  return {
    type: 'page',
    name: 'Tasks',
    desc: 'What becomes a task without you, and which plans wait for you.',
    items: [
      {
        type: 'group',
        items: [
          toggle(
            'takesItems',
            'Take new emails and messages as tasks',
            'Notes of type email, email_task, whatsapp, whatsapp_message or file_drop that arrive from now on. A command-line runner takes tasks and writes plans unless you turn that off here.',
          ),
          toggle(
            'writesPlans',
            'Write their plans automatically',
            'When off, plans are suggested.',
          ),
          choice(
            'planApproval',
            'Plans that nobody asked for wait for your approval',
            'Each ✋ step waits for you in any case.',
            (row, saved, save) => {
              row.addDropdown((component) =>
                component
                  .addOptions({
                    always: 'Always',
                    risky: 'If they pay, delete or reach somebody new',
                    never: 'Never',
                  })
                  .setValue(saved)
                  .onChange((value) => save(value as LoopSettings['planApproval'])),
              );
            },
          ),
          toggle(
            'trajectories',
            'Let runs of agents be recorded as decisions',
            'When off, no trajectory is imported, and agents can’t record events.',
          ),
        ],
      },
    ],
  };
}
