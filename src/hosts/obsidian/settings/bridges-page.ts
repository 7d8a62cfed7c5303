import type { Setting, SettingDefinitionPage } from 'obsidian';
import { showInvisible } from '../../../core/text/show-invisible.js';
import { formatRemoval, removeBridge } from '../../../core/settings/bridges/bridge-fields.js';
import { describeTarget } from '../../../core/settings/bridges/describe-bridge.js';
import type { BridgeConfig } from '../../../core/settings/device-config.js';
import { BridgeModal } from './parts/bridge-modal.js';
import { waitingRequests } from '../lifecycle/session-queries.js';
import { StepModal } from '../missions/step-modal.js';
import { addFoldedLine } from '../shared/folded-line.js';
import type { SettingsContext } from './parts/settings-context.js';
import { liveSetting, type LiveRows } from './parts/live-setting.js';
import { ToolsModal } from '../bridges/tools-modal.js';

export function bridgesPage(context: SettingsContext): SettingDefinitionPage {
  const { controller, modals } = context;
  return {
    type: 'page',
    name: 'Servers',
    desc:
      context.model.device.cannotRun === null
        ? 'Add, import, test or remove MCP servers that can send, post or pay.'
        : 'Servers are set up on your computer.',
    items: [
      {
        type: 'group',
        items: [
          liveSetting(context, {
            name: 'Servers on this device',
            aliases: ['MCP servers', 'mcpServers', 'stdio', 'Streamable HTTP'],
            shows: () => [
              context.executor !== null,
              context.config?.bridges,
              context.model.device.cannotRun,
            ],
            draw: (rows) => {
              const { lead, button } = rows;
              const { config, executor } = context;
              const bridges = config?.bridges ?? [];
              lead.setDesc(whatTheyAre(context));
              if (executor) {
                button(lead, 'Add server…', () => {
                  modals.open(new BridgeModal(context, null));
                });
                button(lead, 'Import servers…', () => controller.device.importBridges());
                if (!bridges.some(({ transport }) => transport === 'practice')) {
                  button(lead, 'Add practice server', (press) =>
                    controller.device.addPracticeBridge(press),
                  );
                }
              }
              for (const bridge of bridges) {
                rows.add((row) => drawBridge(context, rows, row, bridge));
              }
            },
          }),
        ],
      },
    ],
  };
}

function whatTheyAre({ executor, config, model }: SettingsContext): string {
  const kept = 'Saved on this device, outside the vault. Started only when needed.';
  if (executor) return config?.bridges.length === 0 ? `None yet. ${kept}` : kept;
  if (config) {
    return 'This device runs no actions, but the command-line runner on this computer may use these. To add, change or test a server, allow actions on this computer.';
  }
  return `Servers are set up on a device that runs actions. ${model.device.cannotRun ?? 'Allow actions on this computer first.'}`;
}

function drawBridge(
  context: SettingsContext,
  rows: LiveRows,
  row: Setting,
  bridge: BridgeConfig,
): void {
  const { executor, modals } = context;
  const { alias } = bridge;
  nameBridge(row, bridge);
  if (executor) {
    const test = (): void => modals.open(new ToolsModal(context.app, executor, bridge));
    rows.button(row, 'Test', test, alias);
    if (bridge.transport !== 'practice') {
      rows.button(row, 'Edit…', () => modals.open(new BridgeModal(context, bridge)), alias);
    }
  }
  addRemove(context, rows, row, bridge);
}

export function nameBridge(row: Setting, bridge: BridgeConfig): void {
  row.setName(showInvisible(bridge.alias));
  addFoldedLine(row.descEl, showInvisible(describeTarget(bridge)));
}

export function addRemove(
  context: SettingsContext,
  { button }: LiveRows,
  row: Setting,
  bridge: BridgeConfig,
): void {
  const { alias } = bridge;
  const ask = (): void => {
    context.modals.open(
      new StepModal(context.app, {
        title: `Remove server “${showInvisible(alias)}”?`,
        says: whatFollows(context, bridge),
        asks: null,
        button: 'Remove',
        keep: 'Cancel',
        act: () => context.narrow((config) => removeBridge(config, alias)),
      }),
    );
  };
  button(row, 'Remove…', ask, alias);
}

function whatFollows(
  { config, session: { state } }: SettingsContext,
  { alias, transport }: BridgeConfig,
): readonly string[] {
  const waiting = waitingRequests(state).filter(({ bridge }) => bridge === alias).length;
  const routes = config?.routes.filter(({ bridge }) => bridge === alias).length ?? 0;
  return formatRemoval(waiting, routes, transport === 'practice');
}
