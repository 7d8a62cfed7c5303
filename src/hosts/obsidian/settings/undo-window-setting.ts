import type { SettingDefinitionRender } from 'obsidian';
import { ok } from '../../../core/errors.js';
import type { DeviceConfig } from '../../../core/settings/device-config.js';
import {
  holdBounds,
  holdSecondsForm,
  holdSecondsOf,
  isHoldSeconds,
  usualHoldSeconds,
} from '../../../core/settings/undo-window.js';
import { wholeNumberIn } from '../../../core/settings/planning-fields.js';
import type { SettingsContext } from './parts/settings-context.js';
import { liveSetting } from './parts/live-setting.js';
import { drawTypedField, type Drafts } from './parts/typed-field.js';

/** How long a move that counts is held with Undo. Less takes a person's press; more counts at once. */
export function holdTime(context: SettingsContext): SettingDefinitionRender {
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
      const saved = holdSecondsOf(config);
      lead.setDesc(
        `How long you can undo after moving a note to Approved (${holdBounds.least}–${holdBounds.most} s, default ${usualHoldSeconds} s). Countdowns already running aren’t affected.`,
      );
      drawTypedField(rows, lead, drafts, {
        label: 'Undo time in seconds',
        saved: String(saved),
        problem: (typed) =>
          isHoldSeconds(wholeNumberIn(typed)) ? null : `Give ${holdSecondsForm}.`,
        save: (typed, press) => {
          const seconds = wholeNumberIn(typed);
          return seconds < saved
            ? context.widen(press, (now) => ok(withHold(now, seconds)))
            : context.narrow((now) =>
                seconds > holdSecondsOf(now) ? withHold(now, seconds) : now,
              );
        },
      });
    },
  });
}

function withHold({ holdSeconds: _, ...config }: DeviceConfig, seconds: number): DeviceConfig {
  return seconds === usualHoldSeconds ? config : { ...config, holdSeconds: seconds };
}
