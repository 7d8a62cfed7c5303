import type { SettingDefinitionRender } from 'obsidian';
import { ok } from '../../../core/errors.js';
import type { DeviceConfig } from '../../../core/settings/device-config.js';
import {
  undoSecondsBounds,
  undoSecondsForm,
  undoSecondsOf,
  isUndoSeconds,
  defaultUndoSeconds,
} from '../../../core/settings/undo-window.js';
import { wholeNumberIn } from '../../../core/settings/planning-fields.js';
import type { SettingsContext } from './parts/settings-context.js';
import { liveSetting } from './parts/live-setting.js';
import { drawTypedField, type Drafts } from './parts/typed-field.js';

/** Returns the setting for how long a move to Approved can be undone. */
export function undoWindowSetting(context: SettingsContext): SettingDefinitionRender {
  const drafts: Drafts = new Map();
  return liveSetting(context, {
    name: 'Undo time',
    aliases: ['Undo', 'Seconds', 'Drag'],
    shows: () => [context.executor !== null, context.config?.holdSeconds],
    draw: (rows) => {
      const { lead } = rows;
      const { executor, config } = context;
      if (!executor || !config) {
        return void lead.setDesc('This device runs no actions, so there is nothing to undo.');
      }
      const saved = undoSecondsOf(config);
      lead.setDesc(
        `How long you can undo after moving a note to Approved (${undoSecondsBounds.least}–${undoSecondsBounds.most} s, default ${defaultUndoSeconds} s). Countdowns already running aren’t affected.`,
      );
      drawTypedField(rows, lead, drafts, {
        label: 'Undo time in seconds',
        saved: String(saved),
        problem: (typed) =>
          isUndoSeconds(wholeNumberIn(typed)) ? null : `Give ${undoSecondsForm}.`,
        save: (typed, press) => {
          const seconds = wholeNumberIn(typed);
          return seconds < saved
            ? context.widen(press, (now) => ok(withUndoSeconds(now, seconds)))
            : context.narrow((now) =>
                seconds > undoSecondsOf(now) ? withUndoSeconds(now, seconds) : now,
              );
        },
      });
    },
  });
}

function withUndoSeconds(
  { holdSeconds: _, ...config }: DeviceConfig,
  seconds: number,
): DeviceConfig {
  return seconds === defaultUndoSeconds ? config : { ...config, holdSeconds: seconds };
}
