import type { Setting, SettingDefinitionRender } from 'obsidian';
import { ok, type Result } from '../../../core/errors.js';
import type { DeviceConfig } from '../../../core/settings/device-config.js';
import { isDeviceId, namedAs, withDeviceName } from '../../../core/settings/device-names.js';
import type { SettingsContext } from './parts/settings-context.js';
import { liveSetting, type LiveRows } from './parts/live-setting.js';
import { drawTypedField, type Drafts } from './parts/typed-field.js';

export function deviceNamesSetting(context: SettingsContext): SettingDefinitionRender {
  const drafts: Drafts = new Map();
  return liveSetting(context, {
    name: 'Name of this device',
    aliases: ['Device names'],
    shows: () => {
      const { config } = context;
      return config && [config.device, config.deviceNames, othersOf(context, config)];
    },
    draw: (rows) => {
      const { lead, add } = rows;
      const { config } = context;
      if (!config)
        return void lead.setDesc('You can name devices on the computer that runs actions.');
      lead.setDesc(
        `Shown instead of its id, ${config.device}. Names are only on this device; leave one empty to show the id.`,
      );
      const draw = (row: Setting, id: string, label: string): void =>
        drawName(context, rows, row, { config, id, label, drafts });
      draw(lead, config.device, 'Name of this device');
      for (const id of othersOf(context, config)) {
        add((row) => draw(row.setName(id), id, `Name of ${id}`));
      }
    },
  });
}

interface NameField {
  readonly config: DeviceConfig;
  readonly id: string;
  readonly label: string;
  readonly drafts: Drafts;
}

function drawName(
  context: SettingsContext,
  rows: LiveRows,
  row: Setting,
  { config, id, label, drafts }: NameField,
): void {
  drawTypedField(rows, row, drafts, {
    label,
    saved: config.deviceNames?.[id] ?? '',
    isWords: true,
    problem: (typed) => {
      const named = withDeviceName(config, id, typed);
      return named.ok ? null : named.error.message;
    },
    save: async (typed) => {
      let named: Result<DeviceConfig> = ok(config);
      const saved = await context.narrow((now) => {
        named = withDeviceName(now, id, typed);
        return named.ok ? named.value : now;
      });
      return named.ok ? saved : named;
    },
  });
}

function othersOf({ model }: SettingsContext, config: DeviceConfig): readonly string[] {
  const ids = [
    ...config.pinnedKeys.map(({ device }) => device),
    ...model.alerts.flatMap(({ offers }) =>
      offers?.do === 'take_over' ? (offers.device ?? []) : [],
    ),
    ...Object.keys(config.deviceNames ?? {}),
  ].filter(isDeviceId);
  return [...new Set(ids)].filter((id) => namedAs(config, id) !== config.device);
}
