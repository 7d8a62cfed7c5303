import type { Setting, SettingDefinitionPage } from 'obsidian';
import { showInvisible } from '../../../core/text/show-invisible.js';
import type { Route } from '../../../core/settings/device-config.js';
import {
  actionTypes,
  replaceRoute,
  usualBudget,
} from '../../../core/settings/bridges/route-fields.js';
import { RouteModal } from './parts/route-modal.js';
import type { SettingsContext } from './parts/settings-context.js';
import { liveSetting, sayAt, type LiveRows } from './parts/live-setting.js';
import { shortText } from '../shared/short-text.js';

export function routesPage(context: SettingsContext): SettingDefinitionPage {
  return {
    type: 'page',
    name: 'Routes and limits',
    desc: 'Which server and tool each action type uses, and how often it may run.',
    items: [
      {
        type: 'group',
        items: [
          liveSetting(context, {
            name: 'Routes on this device',
            aliases: ['Budgets', 'Success pattern', 'Success rule', 'Per hour'],
            shows: () => [
              context.executor !== null,
              context.config?.routes,
              context.config?.bridges.map(({ alias }) => alias),
              context.model.device.cannotRun,
            ],
            draw: (rows) => {
              const { lead } = rows;
              const { config, executor, modals } = context;
              const hasBridge = (config?.bridges.length ?? 0) > 0;
              lead.setDesc(whatTheyAre(context, hasBridge));
              if (executor && hasBridge) {
                rows.button(lead, 'Add route…', () => modals.open(new RouteModal(context, null)));
              }
              for (const route of config?.routes ?? []) {
                rows.add((row) => drawRoute(context, rows, row, route));
              }
            },
          }),
        ],
      },
    ],
  };
}

function whatTheyAre({ executor, config, model }: SettingsContext, hasBridge: boolean): string {
  if (!executor) {
    return config
      ? 'This device runs no actions, but the command-line runner on this computer may use these. To change a route, allow actions on this computer.'
      : `A route says which server and tool an action type uses. Routes are set up on a device that runs actions. ${model.device.cannotRun ?? 'Allow actions on this computer first.'}`;
  }
  return hasBridge
    ? 'A route says which server and tool an action type uses. It approves nothing: each request still waits for you. A tool without a route runs at most 3 times an hour.'
    : 'A route needs a server. Add a server first.';
}

function drawRoute(context: SettingsContext, rows: LiveRows, row: Setting, route: Route): void {
  const { actionType, bridge, tool, success, budgetPerHour } = route;
  const type = actionTypes[actionType] ?? actionType;
  row.setName(shortText(`${type}: ${tool} on “${bridge}”`));
  const perHour = budgetPerHour ?? usualBudget(actionType);
  const isGone = context.config?.bridges.every(({ alias }) => alias !== bridge) === true;
  for (const text of [
    `At most ${perHour} an hour${budgetPerHour === null ? ' (default)' : ''}. ${success === null ? 'An action is taken as done unless the server’s answer reads like a failure.' : `An action is taken as done only if the server’s answer matches this route’s success rule${context.executor ? ' (see “Edit…”)' : ''}.`}`,
    ...(isGone
      ? [`There is no server “${showInvisible(bridge)}” any more, so this route can’t be used.`]
      : []),
  ]) {
    row.descEl.createDiv({ text });
  }
  if (!context.executor) return;
  const about = shortText(`${type} to ${tool}`, 200);
  rows.button(row, 'Edit…', () => context.modals.open(new RouteModal(context, route)), about);
  // A route limits what runs, so only a person's press may remove it.
  rows.button(
    row,
    'Remove',
    (press) => {
      void context
        .widen(press, (config) => replaceRoute(config, route, null))
        .then((done) => sayAt(row, done));
    },
    about,
  );
}
