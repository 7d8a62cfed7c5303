import type { ButtonComponent, Setting, SettingDefinitionRender, SettingGroup } from 'obsidian';
import type { Result } from '../../../../core/errors.js';
import type { Press } from '../../../../ui/actions/panel-actions.js';
import { onPress } from '../../gestures/press-button.js';
import { formatProblem } from '../../shared/format-problem.js';
import type { SettingsContext } from './settings-context.js';

export interface LiveRows {
  readonly lead: Setting;
  readonly add: (build: (row: Setting) => void) => void;
  readonly button: (
    row: Setting,
    text: string,
    act: (press: Press, button: ButtonComponent) => void,
    about?: string,
  ) => void;
}

interface LiveDefinition {
  readonly name: string;
  readonly desc?: string;
  readonly aliases?: readonly string[];
  /** The rows are drawn again when the JSON text of this value changes. */
  readonly shows: () => unknown;
  readonly draw: (rows: LiveRows) => void;
}

/** The setting must be the last of its group, because rows are added below it. */
export function liveSetting(
  context: SettingsContext,
  { name, desc, aliases, shows, draw }: LiveDefinition,
): SettingDefinitionRender {
  return {
    name,
    ...(desc === undefined ? {} : { desc }),
    ...(aliases ? { aliases: [...aliases] } : {}),
    render: (lead, group) => {
      lead.setClass('countersign-setting');
      let shown: string | null = null;
      let endRows: () => void = () => undefined;
      let wasShown = false;
      const endWatch = context.watch(() => {
        const { isConnected } = lead.settingEl;
        wasShown ||= isConnected;
        if (wasShown && !isConnected) return end();
        const now = JSON.stringify(shows());
        if (now === shown) return;
        shown = now;
        const focus = focusIn(lead, endRows);
        endRows = drawRows(lead, group, draw);
        focus();
      });
      const end = (): void => {
        endRows();
        endWatch();
      };
      return end;
    },
  };
}

function drawRows(lead: Setting, group: SettingGroup, draw: (rows: LiveRows) => void): () => void {
  const rows: Setting[] = [];
  const ends: (() => void)[] = [];
  lead.setErrorMessage(null);
  lead.clear();
  draw({
    lead,
    add: (build) => {
      group.addSetting((row) => {
        rows.push(row);
        row.setClass('countersign-setting');
        build(row);
      });
    },
    button: (row, text, act, about) => {
      row.addButton((button) => {
        button.setButtonText(text);
        if (about !== undefined) button.buttonEl.setAttr('aria-label', `${text} ${about}`);
        ends.push(onPress(button, (pressed) => act(pressed, button)));
      });
    },
  });
  return () => {
    for (const end of ends) end();
    for (const { settingEl } of rows) settingEl.remove();
  };
}

function focusIn(lead: Setting, endRows: () => void): () => void {
  const list = lead.settingEl.parentElement;
  const buttons = (): HTMLElement[] => [
    ...(list?.querySelectorAll<HTMLElement>('button, input, select') ?? []),
  ];
  const { activeElement } = lead.settingEl.ownerDocument;
  const at = buttons().findIndex((button) => button === activeElement);
  endRows();
  return () => {
    const now = buttons();
    if (at >= 0 && activeElement?.isConnected !== true) (now[at] ?? now.at(-1))?.focus();
  };
}

export function sayAt(row: Setting, result: Result<unknown>): void {
  row.setErrorMessage(result.ok ? null : formatProblem(result.error));
  row.errorEl?.setAttr('role', 'alert');
}
