import type { Setting, SettingDefinitionPage, SettingDefinitionRender } from 'obsidian';
import { ok } from '../../../core/errors.js';
import type { ApproverLine } from '../../../core/screens/panel-model.js';
import { findByFingerprint, revokeKey, trustKey } from '../../../core/settings/device-keys.js';
import { defaultUndoSeconds } from '../../../core/settings/undo-window.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import { setUpHereText, formatTrustedHere } from '../../../ui/device/format-approves-here.js';
import {
  movesName,
  formatMovesSetting,
  trustQuestion,
  trustVerb,
  formatTrustWarning,
} from '../../../ui/device/format-trusted-moves.js';
import type { SettingsContext } from './parts/settings-context.js';
import { formatProblem } from '../shared/format-problem.js';
import { gitSetting } from './git-setting.js';
import { notifySetting } from './notify-setting.js';
import { undoWindowSetting } from './undo-window-setting.js';
import { deviceNamesSetting } from './device-names-setting.js';
import { liveSetting, sayAt, type LiveRows } from './parts/live-setting.js';
import { StepModal } from '../missions/step-modal.js';

const exampleFingerprint = 'ABCD-EFGH-…';

interface PressedRow {
  name: string;
}

export function safetyPage(context: SettingsContext): SettingDefinitionPage {
  const pressed: PressedRow = { name: '' };
  const group = (definition: ControllerSetting) => ({
    type: 'group' as const,
    items: [controllerSetting(context, pressed, definition)],
  });
  const names = {
    type: 'group' as const,
    heading: 'Device names',
    items: [deviceNamesSetting(context)],
  };
  const runsHere = context.model.device.cannotRun === null;
  const forPhone = [group(runsActions(context)), group(keys(context)), names];
  const forComputer = [
    group(runsActions(context)),
    group(pause(context)),
    group(moves(context)),
    { type: 'group' as const, items: [undoWindowSetting(context)] },
    group(folderNames(context)),
    { type: 'group' as const, heading: 'Messages to you', items: [notifySetting(context)] },
    {
      type: 'group' as const,
      heading: 'Devices allowed to approve',
      items: [trust(context), controllerSetting(context, pressed, keys(context))],
    },
    names,
    { type: 'group' as const, heading: 'Git', items: [gitSetting(context)] },
  ];
  return {
    type: 'page',
    name: 'Safety on this device',
    desc: runsHere
      ? 'Turn actions on or off, or pause them. Also here: moves to Approved, undo time, folder names, messages to you, trusted devices, device names and git.'
      : 'Let this device approve requests.',
    items: runsHere ? forComputer : forPhone,
  };
}

type ControllerSetting = Parameters<typeof liveSetting>[1];

function controllerSetting(
  context: SettingsContext,
  pressed: PressedRow,
  definition: ControllerSetting,
): SettingDefinitionRender {
  const { name } = definition;
  const answer = (): string | null => {
    const { answer: told } = context.model;
    const isAboutDevice = told?.subject === null || told?.subject === 'device';
    return told && isAboutDevice && pressed.name === name ? formatProblem(told.problem) : null;
  };
  return liveSetting(context, {
    ...definition,
    shows: () => [definition.shows(), answer()],
    draw: (rows) => {
      definition.draw({
        ...rows,
        button: (row, text, act, about) => {
          const remember: typeof act = (press, button) => {
            pressed.name = name;
            act(press, button);
          };
          rows.button(row, text, remember, about);
        },
      });
      rows.lead.setErrorMessage(answer());
      rows.lead.errorEl?.setAttr('role', 'alert');
    },
  });
}

function runsActions(context: SettingsContext): ControllerSetting {
  const { controller } = context;
  return {
    name:
      context.model.device.cannotRun === null ? 'Allow actions on this computer' : 'Run actions',
    shows: () => {
      const { runs, waits, changing, cannotRun } = context.model.device;
      return [runs, waits, changing, cannotRun];
    },
    draw: ({ lead, button }) => {
      const { runs, waits = false, changing = false, cannotRun } = context.model.device;
      if (cannotRun !== null) lead.setDesc(cannotRun);
      else if (changing) lead.setDesc('One moment…');
      else if (waits) lead.setDesc('Waiting: another process runs actions for this vault.');
      else if (runs) lead.setDesc('On: this device prepares requests and runs what you approve.');
      else lead.setDesc('Off: plans are shown, but nothing runs on this device.');
      if (cannotRun !== null || changing) return;
      if (runs || waits) button(lead, 'Turn off', () => controller.device.switchOff());
      else button(lead, 'Turn on', (press) => controller.device.switchOn(press));
    },
  };
}

function pause(context: SettingsContext): ControllerSetting {
  const { controller } = context;
  return {
    name: 'Pause all actions',
    shows: () => [context.model.device.runs, context.model.device.paused, context.whyNothingRuns],
    draw: ({ lead, button }) => {
      const { runs, paused } = context.model.device;
      lead.setDesc(
        !runs
          ? 'Nothing to pause: this device runs no actions.'
          : paused
            ? 'All actions are paused. Approved requests wait until you resume.'
            : (context.whyNothingRuns ??
              'Pausing stops all actions until you resume, even after a restart.'),
      );
      if (runs && paused) button(lead, 'Resume', (press) => controller.device.resume(press));
      else if (runs) button(lead, 'Pause', () => controller.device.pause());
    },
  };
}

function moves(context: SettingsContext): ControllerSetting {
  const { controller } = context;
  return {
    name: movesName,
    shows: () => {
      const { runs, trustsMoves, undoSeconds } = context.model.device;
      return [runs, trustsMoves, undoSeconds];
    },
    draw: ({ lead, button }) => {
      const { runs, trustsMoves = false, undoSeconds } = context.model.device;
      const seconds = undoSeconds ?? defaultUndoSeconds;
      lead.setDesc(
        !runs
          ? 'Actions are off on this device, so moving a note approves nothing here.'
          : formatMovesSetting(trustsMoves, seconds),
      );
      if (runs && trustsMoves) button(lead, 'Turn off', () => controller.device.askForMoves());
      else if (runs) button(lead, 'Turn on…', () => askToTrust(context, seconds));
    },
  };
}

function askToTrust(context: SettingsContext, seconds: number): void {
  context.modals.open(
    new StepModal(context.app, {
      title: trustQuestion,
      says: [formatTrustWarning(seconds)],
      asks: null,
      button: trustVerb,
      act: (_, press) => context.widen(press, (config) => ok({ ...config, trustMoves: true })),
    }),
  );
}

function folderNames(context: SettingsContext): ControllerSetting {
  const { controller } = context;
  return {
    name: 'Folder names',
    shows: () => [context.model.device.runs, context.model.device.foldersToConfirm],
    draw: ({ lead, add, button }) => {
      const { runs, foldersToConfirm: changed = [] } = context.model.device;
      if (!runs) return void lead.setDesc('Confirm them on the device that runs actions.');
      if (changed.length === 0) {
        return void lead.setDesc('The current folder names are confirmed.');
      }
      lead.setDesc('The folder names changed. Nothing runs until you confirm them:');
      for (const difference of changed) {
        add((row) => {
          row.setDesc(showInvisible(difference));
        });
      }
      add((row) =>
        button(row, 'Confirm folders', (press) => controller.device.confirmFolders(press)),
      );
    },
  };
}

function trust(context: SettingsContext): SettingDefinitionRender {
  return liveSetting(context, {
    name: 'Trust a device',
    aliases: ['Fingerprint', 'Keys'],
    shows: () => context.model.device.runs,
    draw: (rows) => {
      const { lead } = rows;
      if (!context.model.device.runs) {
        return void lead.setDesc('Trust devices on the computer that runs actions.');
      }
      lead.setDesc('Type the fingerprint shown on the other device, never one from a note.');
      drawFingerprint(context, rows);
    },
  });
}

function drawFingerprint(context: SettingsContext, { lead, button }: LiveRows): void {
  let typed = '';
  const found = () => findByFingerprint(typed, context.session.sharedKeys.keys);
  let empty = (): void => undefined;
  lead.addText((text) => {
    text.setPlaceholder(exampleFingerprint);
    text.inputEl.addClass('countersign-fingerprint');
    text.inputEl.setAttrs({ 'aria-label': 'Fingerprint', autocapitalize: 'characters' });
    text.onChange((value) => {
      typed = value;
      const isWrong = value.trim() !== '' && !found().ok;
      text.inputEl.setAttr('aria-invalid', String(isWrong));
      if (isWrong) sayAt(lead, found());
      else lead.setErrorMessage(null);
    });
    empty = () => {
      typed = '';
      text.setValue('');
    };
  });
  button(lead, 'Trust that device', (press) => {
    void context
      .widen(press, (config) => {
        const key = found();
        return key.ok ? { ok: true, value: trustKey(config, key.value) } : key;
      })
      .then((done) => {
        sayAt(lead, done);
        if (done.ok) empty();
      });
  });
}

function keys(context: SettingsContext): ControllerSetting {
  const { controller } = context;
  return {
    name: context.model.device.cannotRun === null ? 'Their keys' : 'Let this device approve',
    shows: () => context.model.device,
    draw: (rows) => {
      const { lead, button } = rows;
      const { approvers = [], approves, untrustedKeys = 0 } = context.model.device;
      if (approves) {
        lead.setDesc(
          approves.isTrusted
            ? formatTrustedHere(context.model.device.waits === true)
            : approves.isShared
              ? `Your other computer must trust this device first. Type this there: ${approves.fingerprint}`
              : setUpHereText,
        );
        if (!approves.isTrusted && !approves.isShared) {
          button(lead, 'Let this device approve', (press) => controller.device.shareKey(press));
        }
        return;
      }
      lead.setDesc(
        untrustedKeys === 0
          ? 'This device runs what these keys approve.'
          : `This device runs what these keys approve. Other keys in the vault that are not trusted: ${untrustedKeys}.`,
      );
      for (const approver of approvers)
        rows.add((row) => drawApprover(context, rows, row, approver));
    },
  };
}

export function drawApprover(
  context: SettingsContext,
  { button }: LiveRows,
  row: Setting,
  { device, publicKey, fingerprint, isOwn }: ApproverLine,
): void {
  row.setName(isOwn ? 'This device' : device);
  row.setDesc(fingerprint ?? 'Unreadable key');
  row.descEl.addClass('countersign-fingerprint');
  if (isOwn) return;
  const revoke = (): void =>
    void context.narrow((config) => revokeKey(config, publicKey)).then((done) => sayAt(row, done));
  button(row, 'Revoke', revoke, device);
}
