import type { Problem } from '../core/errors.js';
import type { Alert } from '../core/mission/summaries.js';
import type { DeviceConfig, Folders } from '../core/settings/device-config.js';
import { folderDifferences } from '../core/settings/folders.js';
import type { Clock } from '../ports/clock.js';
import { isConfig } from './context.js';
import type { LedgerBook } from './ledger-book.js';
import { utcDay } from '../core/time-text.js';

/** Nothing is run. Where ledger and audit log differ, the way out is a new epoch. */
export function haltedAlert(problem: Problem): Alert {
  return {
    subject: 'ledger',
    kind: 'halted',
    text: `Nothing is run: ${problem.message}`,
    advice: problem.advice,
    ...(problem.code === 'ledger_invalid' ? { offers: { do: 'new_epoch' } } : {}),
  };
}

/** What an audit file tells that cannot be read may be that another computer acts. */
export function unreadAuditAlert(problem: Problem): Alert {
  return {
    subject: 'audit',
    kind: 'halted',
    text: `Nothing is prepared or run: ${problem.message}`,
    advice:
      problem.path === undefined
        ? 'It is tried again by itself, at least once a minute. If it stays so, look what holds or protects that file.'
        : `${problem.advice} It is tried again by itself, at least once a minute.`,
  };
}

/** Nobody wrote this device's audit files again yet, who has to. */
export function auditDiffersAlert(folder: string): Alert {
  return {
    subject: 'audit-trail',
    kind: 'invalid',
    text: `The audit files of this device in ${folder} are not as Countersign left them.`,
    advice:
      'Run `countersign verify` to see what differs. What was deleted or changed is written again from the ledger when actions run here.',
  };
}

/** What was found at this device's audit files, until a person says to have seen it. */
export function restoredAlerts({ restored }: LedgerBook): readonly Alert[] {
  const latest = restored.at(-1);
  if (!latest) return [];
  const { length } = restored;
  const times = length === 1 ? '' : ` This happened ${length} times since a person looked.`;
  return [
    {
      subject: 'audit-trail',
      kind: 'invalid',
      text: `${latest.detail}${times}`,
      advice:
        'A sync tool may have put an older copy there, or this computer lost power. If it was neither, find out what writes into the Logs folder: it may have tried to hide what was done. Then say that you saw this: in the panel, or with `countersign audit-seen` in a terminal.',
      offers: { do: 'audit_seen' },
    },
  ];
}

/**
 * What the settings of this device keep from running: they cannot be read, a person paused all actions, or has
 * not seen the new names of the vault's folders.
 */
export function settingsAlerts(config: DeviceConfig | Problem, named: Folders): readonly Alert[] {
  const subject = 'settings';
  if (!isConfig(config)) {
    const text = `Nothing is run: ${config.message}`;
    return [{ subject, kind: 'halted', text, advice: config.advice }];
  }
  const renamed = folderDifferences(config.folders, named);
  const alerts: Alert[] = [];
  if (config.paused) {
    const text = 'All actions are paused.';
    const advice =
      'What you approve waits until you resume: in the panel, or with `countersign resume` in a terminal.';
    alerts.push({ subject, kind: 'waits', text, advice });
  }
  if (renamed.length > 0) {
    const text = `Nothing is run before you confirm the names of the folders: ${renamed.join('; ')}.`;
    const advice =
      'Confirm them in the panel, or with `countersign confirm-folders` in a terminal; or put the old names back.';
    alerts.push({ subject, kind: 'halted', text, advice });
  }
  return alerts;
}

/** The Dashboard could not be written. */
export function dashboardAlert(problem: Problem): Alert {
  return {
    subject: 'dashboard',
    kind: 'invalid',
    text: `The Dashboard is not updated: ${problem.message}`,
    advice: problem.advice,
  };
}

/** A row of the daily log could not be written; it is tried again. */
export function dailyLogAlert(problem: Problem): Alert {
  return {
    subject: 'daily-log',
    kind: 'invalid',
    text: `${problem.path ?? 'The daily log'} is not updated: ${problem.message}`,
    advice: `${problem.advice} What it lacks stands in the audit log, and is added once it can be.`,
  };
}

/** A clock that is merely set right may differ by this much (ms). */
const mostAheadMs = 24 * 3_600_000;

/** Time never runs backwards in a ledger: one whose clock once jumped ahead takes everything for that late. */
export function clockAlerts({ facts }: LedgerBook, clock: Clock): readonly Alert[] {
  if (facts.newestMs - clock.now() <= mostAheadMs) return [];
  const day = utcDay(facts.newestMs);
  return [
    {
      subject: 'clock',
      kind: 'halted',
      text: `This device's ledger has reached ${day}, although it is earlier by the clock.`,
      advice:
        'Until that day, everything here counts as that late: requests expire, and budgets stay used. Set the clock right if it is wrong; if it once jumped ahead, begin a new epoch.',
      offers: { do: 'new_epoch' },
    },
  ];
}

/** An exception is a bug of ours: said, and everything else goes on. */
export function bugAlert(key: string, text: string): Alert {
  return {
    subject: `bug:${key}`,
    kind: 'halted',
    text: `Something went wrong in Countersign while it looked at ${key}: ${text}.`,
    advice: 'Please report it; other work goes on.',
  };
}
