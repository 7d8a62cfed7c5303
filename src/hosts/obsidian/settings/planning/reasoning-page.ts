import type { SettingDefinitionPage } from 'obsidian';
import { kbBase } from '../../../../core/knowledge/kb-base.js';
import { withReasoning } from '../../../../core/settings/planning.js';
import type { NewFile } from '../../../../core/views/base-views.js';
import { liveSetting, sayAt } from '../parts/live-setting.js';
import type { SettingsContext } from '../parts/settings-context.js';

export function reasoningPage(context: SettingsContext): SettingDefinitionPage {
  return {
    type: 'page',
    name: 'Reasoning',
    desc: 'Whether agents record their reasoning, and the rules they read first.',
    items: [
      {
        type: 'group',
        items: [
          liveSetting(context, {
            name: 'Record reasoning',
            desc: 'Agents learn how to record questions, guesses and decisions, and get the notes in the folder Knowledge. If one of its rules is missing, an alert says so. Simple plans stay as they are.',
            shows: () => context.session.planning.reasoning,
            draw({ lead }) {
              const saved = context.session.planning.reasoning;
              lead.addToggle((component) =>
                component.setValue(saved).onChange((value) => {
                  if (value === saved) return;
                  void context
                    .changePlanning((chosen) => withReasoning(chosen, value))
                    .then((done) => sayAt(lead, done));
                }),
              );
            },
          }),
        ],
      },
      {
        type: 'group',
        items: [
          liveSetting(context, {
            name: 'Knowledge base',
            shows: () => [context.session.planning.reasoning, missing(context)],
            draw({ lead, button }) {
              const paths = missing(context).map(({ path }) => path);
              lead.setDesc(
                paths.length === 0
                  ? 'All default notes are there. You can edit them.'
                  : `Missing: ${paths.join(', ')}. Creating them overwrites nothing.`,
              );
              if (paths.length === 0 || !context.session.planning.reasoning) return;
              button(lead, 'Create notes', (press) => {
                void context.createNotes(press, missing(context)).then((done) => sayAt(lead, done));
              });
            },
          }),
        ],
      },
    ],
  };
}

function missing({ app, session: { state } }: SettingsContext): readonly NewFile[] {
  if (state.at !== 'ready') return [];
  return kbBase(state.vault.settings.folders).filter(
    ({ path }) => app.vault.getAbstractFileByPath(path) === null,
  );
}
