import type { SettingDefinitionPage, SettingDefinitionRender } from 'obsidian';
import type { ApproverLine } from '../../../core/screens/panel-model.js';
import { budgetPerHour } from '../../../core/settings/bridges/route-budget.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import { describeTarget } from '../../../core/settings/bridges/describe-bridge.js';
import { toolsOf } from '../../../core/settings/agents/agent-tools.js';
import type { BridgeConfig, DeviceConfig } from '../../../core/settings/device-config.js';
import { formatDevice } from '../../../core/settings/device-names.js';
import { fingerprintOf } from '../../../core/settings/fingerprint.js';
import { defaultUndoSeconds } from '../../../core/settings/undo-window.js';
import { movesName, formatMovesSetting } from '../../../ui/device/format-trusted-moves.js';
import { addFoldedLine } from '../shared/folded-line.js';
import { allowedTools, inWords } from './agents/allowed-tools.js';
import { addRemove } from './bridges-page.js';
import type { SettingsContext } from './parts/settings-context.js';
import { liveSetting, sayAt } from './parts/live-setting.js';
import { notifyPermission } from './notify-setting.js';
import { drawApprover } from './safety-page.js';

export function permissionsPage(context: SettingsContext): SettingDefinitionPage {
  return {
    type: 'page',
    name: 'Permissions overview',
    desc: 'Everything this device is allowed to do, and how to revoke it.',
    items: [
      { type: 'group', heading: 'This device', items: [thisDevice(context)] },
      { type: 'group', heading: 'Servers', items: [bridges(context)] },
      { type: 'group', heading: 'Messages to you', items: [notifyPermission(context)] },
      { type: 'group', heading: 'Devices allowed to approve', items: [approvers(context)] },
    ],
  };
}

function thisDevice(context: SettingsContext): SettingDefinitionRender {
  const { controller } = context;
  return liveSetting(context, {
    name: 'Runs actions',
    shows: () => {
      const { runs, waits, cannotRun, changing } = context.model.device;
      const { paused, trustMoves } = context.config ?? {};
      return [runs, waits, cannotRun, changing, paused, trustMoves, context.whyNothingRuns];
    },
    draw: ({ lead, add, button }) => {
      const { runs, waits = false, cannotRun, changing = false } = context.model.device;
      const { config } = context;
      lead.setDesc(
        cannotRun ??
          (runs
            ? config?.paused === true
              ? 'Yes, but all actions are paused.'
              : (context.whyNothingRuns ?? 'Yes. It calls the servers below for approved requests.')
            : waits
              ? 'Not now. Another process runs them; this one takes over when it ends.'
              : 'No. If you start the command-line runner on this computer, it uses the settings below.'),
      );
      if (runs && config?.paused === false) button(lead, 'Pause', () => controller.device.pause());
      if ((runs || waits) && !changing)
        button(lead, 'Turn off', () => controller.device.switchOff());
      add((row) => {
        row.setName(movesName);
        row.setDesc(
          config === null
            ? 'Nothing runs on this device, so a move can’t approve anything here.'
            : formatMovesSetting(config.trustMoves, config.holdSeconds ?? defaultUndoSeconds),
        );
        if (config?.trustMoves !== true) return;
        button(row, 'Turn off', () => {
          void context
            .narrow((now) => ({ ...now, trustMoves: false }))
            .then((done) => sayAt(row, done));
        });
      });
    },
  });
}

function bridges(context: SettingsContext): SettingDefinitionRender {
  return liveSetting(context, {
    name: 'What servers get',
    shows: () => [
      ...[context.config?.bridges, context.config?.routes],
      context.config?.agentTools?.map(({ bridge, digest }) => [bridge, digest]),
      allowedTools(context).map(({ tool, clients }) => [tool.bridge, tool.shown.name, clients]),
    ],
    draw: (rows) => {
      const { config } = context;
      const all = config?.bridges ?? [];
      rows.lead.setDesc(
        all.length === 0
          ? 'Nothing: there is no server on this device.'
          : 'Only the exact content you approved.',
      );
      for (const bridge of all) {
        rows.add((row) => {
          row.setName(showInvisible(bridge.alias));
          for (const text of config ? mayDo(context, config, bridge) : [])
            addFoldedLine(row.descEl, text);
          addRemove(context, rows, row, bridge);
        });
      }
    },
  });
}

function mayDo(
  context: SettingsContext,
  config: DeviceConfig,
  bridge: BridgeConfig,
): readonly string[] {
  const { routes } = config;
  const { alias } = bridge;
  const offered = toolsOf(config, alias).map(({ shown }) => shown.name);
  const reaches = {
    stdio: 'Starts on this computer',
    http: 'Connects over the network',
    practice: 'Built in',
  }[bridge.transport];
  const limits = [
    ...new Set(routes.flatMap(({ bridge: to, tool }) => (to === alias ? [tool] : []))),
  ].map((tool) => `${tool}: at most ${budgetPerHour(routes, alias, tool)} an hour`);
  const rest = `${limits.length === 0 ? 'each tool' : 'all other tools'}: at most ${budgetPerHour([], alias, '')} an hour${limits.length === 0 ? '' : ' each'}`;
  return [
    `${reaches}: ${showInvisible(describeTarget(bridge))}`,
    `${showInvisible([...limits, rest].join('; '))}.`,
    ...(offered.length === 0 ? [] : [`Agents may ask for ${showInvisible(offered.join(', '))}.`]),
    ...allowedTools(context).flatMap(({ tool, clients }) =>
      tool.bridge === alias
        ? [`${inWords(clients)} may call ${showInvisible(tool.shown.name)} without asking.`]
        : [],
    ),
  ];
}

function approvers(context: SettingsContext): SettingDefinitionRender {
  return liveSetting(context, {
    name: 'Devices',
    shows: () => [linesOf(context), context.executor !== null, context.model.device.approves],
    draw: (rows) => {
      const lines = linesOf(context);
      rows.lead.setDesc(whoseApprovalsCount(context, lines.length > 0));
      for (const line of lines) rows.add((row) => drawApprover(context, rows, row, line));
    },
  });
}

function whoseApprovalsCount({ executor, model }: SettingsContext, isAny: boolean): string {
  if (executor) {
    return 'This device runs what these devices approve. Your own approvals are signed with this device’s key.';
  }
  if (isAny)
    return 'If you start the command-line runner on this computer, it runs what these devices approve.';
  const { approves } = model.device;
  const none = 'Actions are off on this device, so nothing runs here, even if it’s approved.';
  if (!approves) return none;
  return approves.isShared
    ? `${none} What you approve here runs on your other computer, once it trusts this device.`
    : `${none} To approve requests that run on your computer, see “Safety on this device”.`;
}

function linesOf({ config, executor, session }: SettingsContext): readonly ApproverLine[] {
  const own = executor?.publicKey ?? session.approving?.publicKey;
  const lines = new Map<string, ApproverLine>();
  for (const { device: id, publicKey } of config?.pinnedKeys ?? []) {
    if (!config || lines.has(publicKey)) continue;
    const device = formatDevice(config, id);
    const isOwn = publicKey === own;
    lines.set(publicKey, { device, publicKey, fingerprint: fingerprintOf(publicKey), isOwn });
  }
  return [...lines.values()];
}
