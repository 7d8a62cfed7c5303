import type { SettingDefinitionRender } from 'obsidian';
import type { DeviceConfig } from '../../../core/settings/device-config.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import { describeNotifyTarget } from '../../desktop/notify/notify-target.js';
import { showNotice } from '../shared/show-notice.js';
import { liveSetting, sayAt, type LiveRows } from './parts/live-setting.js';
import { NotifyModal } from './parts/notify-modal.js';
import type { SettingsContext } from './parts/settings-context.js';

export function notifySetting(context: SettingsContext): SettingDefinitionRender {
  return liveSetting(context, {
    name: 'Notify me when requests are waiting',
    aliases: ['Notifications', 'ntfy', 'Webhook', 'Phone'],
    shows: () => [context.executor !== null, context.config?.notify],
    draw: (rows) => {
      const { lead, button } = rows;
      const { config, executor, modals } = context;
      const isOn = config?.notify !== undefined;
      lead.setDesc(
        executor || isOn
          ? formatTarget(config)
          : 'The computer that runs actions sends these messages. Set them up there.',
      );
      if (executor && isOn) {
        button(lead, 'Send test', (_, pressed) => {
          pressed.setDisabled(true);
          void executor.sendTest().then((sent) => {
            pressed.setDisabled(false);
            sayAt(lead, sent);
            if (sent.ok) showNotice('Test sent. Check whether it arrived.');
          });
        });
      }
      if (executor) {
        button(lead, isOn ? 'Change…' : 'Set up…', () => modals.open(new NotifyModal(context)));
      }
      if (isOn) addTurnOff(context, rows);
    },
  });
}

export function notifyPermission(context: SettingsContext): SettingDefinitionRender {
  return liveSetting(context, {
    name: 'Notifications',
    shows: () => context.config?.notify,
    draw: (rows) => {
      rows.lead.setDesc(formatTarget(context.config));
      if (context.config?.notify) addTurnOff(context, rows);
    },
  });
}

function formatTarget(config: DeviceConfig | null): string {
  return config?.notify
    ? `On: how many requests are waiting, the type of the newest and its server’s name go to ${showInvisible(describeNotifyTarget(config.notify))}.`
    : 'Off. No messages are sent to a web address or a program.';
}

function addTurnOff(context: SettingsContext, { lead, button }: LiveRows): void {
  const turnOff = (): void =>
    void context.narrow(({ notify: _, ...config }) => config).then((done) => sayAt(lead, done));
  button(lead, 'Turn off', turnOff, 'notifications');
}
