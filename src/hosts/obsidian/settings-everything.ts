import type { SettingDefinitionPage, SettingDefinitionRender } from 'obsidian';
import type { ApproverLine } from '../../core/mission/panel-model.js';
import { budgetPerHour } from '../../core/policy/budget.js';
import { showInvisible } from '../../core/request/show-invisible.js';
import { describeTarget } from '../../core/settings/describe-bridge.js';
import type { BridgeConfig, DeviceConfig } from '../../core/settings/device-config.js';
import { fingerprintOf } from '../../core/settings/fingerprint.js';
import { addFoldedLine } from './folded-line.js';
import { addRemove } from './settings-bridges.js';
import type { SettingsContext } from './settings-context.js';
import { liveSetting, sayAt } from './settings-rows.js';
import { drawApprover } from './settings-safety.js';

/** All that may lead to an action on this device, each with the way to take it away. */
export function everythingPage(context: SettingsContext): SettingDefinitionPage {
  return {
    type: 'page',
    name: 'Everything that may do something',
    desc: 'All that may act on this device, and the way to take it away.',
    items: [
      { type: 'group', heading: 'This device', items: [thisDevice(context)] },
      { type: 'group', heading: 'What may be called', items: [bridges(context)] },
      { type: 'group', heading: 'Who may approve', items: [approvers(context)] },
    ],
  };
}

function thisDevice(context: SettingsContext): SettingDefinitionRender {
  const { desk } = context;
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
              : (context.whyNothingRuns ??
                'Yes: it calls the bridges below, for requests that were approved.')
            : waits
              ? 'Not now: another process runs them, and this device goes on when it ends.'
              : 'No. A runner of this computer, if you start one, uses what stands below.'),
      );
      if (runs && config?.paused === false) button(lead, 'Pause', () => desk.pause());
      if ((runs || waits) && !changing) button(lead, 'Switch off', () => desk.switchOff());
      add((row) => {
        row.setName('Trust of moves');
        row.setDesc(
          config === null
            ? 'Nothing runs on this device, so no move can approve anything here.'
            : config.trustMoves
              ? 'On: whatever moves a request into Approved approves it, be it you, sync, another program or an agent.'
              : 'Off: a move into Approved asks before it runs, unless you drag there what you have seen.',
        );
        if (config?.trustMoves !== true) return;
        button(row, 'Ask again', () => {
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
    name: 'Bridges',
    shows: () => [context.config?.bridges, context.config?.routes],
    draw: (rows) => {
      const { config } = context;
      const all = config?.bridges ?? [];
      rows.lead.setDesc(
        all.length === 0
          ? 'None: nothing can be called from this device.'
          : 'Only an approved request reaches one, with exactly the call that was approved.',
      );
      for (const bridge of all) {
        rows.add((row) => {
          row.setName(showInvisible(bridge.alias));
          for (const text of config ? mayDo(config, bridge) : []) addFoldedLine(row.descEl, text);
          addRemove(context, rows, row, bridge);
        });
      }
    },
  });
}

/** What a bridge reaches, and how often its tools may be called. */
function mayDo({ routes }: DeviceConfig, bridge: BridgeConfig): readonly string[] {
  const { alias } = bridge;
  const reaches = {
    stdio: 'Starts on this computer',
    http: 'Reaches over the network',
    practice: 'Built in',
  }[bridge.transport];
  const limits = [
    ...new Set(routes.flatMap(({ bridge: to, tool }) => (to === alias ? [tool] : []))),
  ].map((tool) => `${tool}: at most ${budgetPerHour(routes, alias, tool)} an hour`);
  const rest = `${limits.length === 0 ? 'each tool' : 'each other tool'}: at most ${budgetPerHour([], alias, '')} an hour`;
  return [
    `${reaches}: ${showInvisible(describeTarget(bridge))}`,
    `${showInvisible([...limits, rest].join('; '))}.`,
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
    return 'What is approved on one of these runs here. Your own presses are signed with the key of this device.';
  }
  if (isAny)
    return 'If you start a runner of this computer, it runs what is approved on one of these.';
  const { approves } = model.device;
  const none = 'Nothing runs here, so no approval counts here.';
  if (!approves) return none;
  return approves.isShared
    ? `${none} What you approve here counts on the device that runs actions, once it trusts this one.`
    : `${none} You can approve here what another device runs: see “Safety on this device”.`;
}

/** One line for each trusted key, also while a runner runs the actions. */
function linesOf({ config, executor, session }: SettingsContext): readonly ApproverLine[] {
  const own = executor?.publicKey ?? session.approving?.publicKey;
  const lines = new Map<string, ApproverLine>();
  for (const { device, publicKey } of config?.pinnedKeys ?? []) {
    if (lines.has(publicKey)) continue;
    const isOwn = publicKey === own;
    lines.set(publicKey, { device, publicKey, fingerprint: fingerprintOf(publicKey), isOwn });
  }
  return [...lines.values()];
}
