import type { Problem } from '../../core/errors.js';
import type { Alert } from '../../core/alert.js';
import { isConfig, type DeviceConfig, type Folders } from '../../core/settings/device-config.js';
import { folderDifferences } from '../../core/settings/folders.js';
import { formatMcpFile, seenOf, type McpFileChange } from '../../core/settings/agents/mcp-files.js';
import type { Clock } from '../../ports/clock.js';
import type { LedgerBook } from '../ledger/ledger-book.js';
import { ledgerAlerts } from '../ledger/other-ledgers.js';
import type { VaultIndex } from '../vault/index/vault-index.js';
import type { EngineContext } from '../context.js';
import type { EngineOptions } from '../engine-options.js';
import { utcDay } from '../../core/time.js';

export function haltedAlert(problem: Problem): Alert {
  return {
    subject: { kind: 'ledger' },
    kind: 'halted',
    text: `Nothing runs: ${problem.message}`,
    advice:
      problem.code === 'ledger_write_failed'
        ? `${problem.advice} What you reject or move back until then is not remembered.`
        : problem.advice,
    ...(problem.code === 'ledger_invalid' ? { offers: { do: 'new_epoch' } } : {}),
  };
}

export function showDeviceAlerts(context: EngineContext): void {
  const { alerts, book, clock, index } = context;
  alerts.replace({ kind: 'clock' }, clockAlerts(book, clock));
  alerts.replace({ kind: 'audit-trail' }, restoredAlerts(book));
  alerts.replace({ kind: 'ledgers' }, ledgerAlerts(context));
  alerts.replace({ kind: 'folders' }, unreadFolderAlerts(index));
}

export function auditDiffersAlert(folder: string): Alert {
  return {
    subject: { kind: 'audit-trail' },
    kind: 'invalid',
    text: `This device’s audit files in ${folder} are not as its ledger has them. They were changed outside Countersign, or couldn’t be written.`,
    advice:
      'Run `countersign verify` to see what differs. Deleted or changed entries are restored from the ledger when actions run here.',
  };
}

export function restoredAlerts({ restored }: LedgerBook): readonly Alert[] {
  const latest = restored.at(-1);
  if (!latest) return [];
  const { length } = restored;
  const times = length === 1 ? '' : ` This has happened ${length} times since you last checked.`;
  return [
    {
      subject: { kind: 'audit-trail' },
      kind: 'invalid',
      text: `${latest.detail}${times}`,
      advice:
        'A sync tool may have restored an older copy, or this computer lost power. If it was neither, find out what writes into the Logs folder: it may be hiding something. Then dismiss this in the panel, or with `countersign audit-seen` in a terminal.',
      offers: { do: 'audit_seen' },
    },
  ];
}

export function settingsAlerts(config: DeviceConfig | Problem, named: Folders): readonly Alert[] {
  const subject = { kind: 'settings' } as const;
  if (!isConfig(config)) {
    const text = `Nothing runs: ${config.message}`;
    return [{ subject, kind: 'halted', text, advice: config.advice }];
  }
  const renamed = folderDifferences(config.folders, named);
  const alerts: Alert[] = [];
  if (config.paused) {
    const text = 'All actions are paused.';
    const advice =
      'Approved requests wait until you resume in the panel, or with `countersign resume` in a terminal.';
    alerts.push({ subject, kind: 'waits', text, advice });
  }
  if (renamed.length > 0) {
    const text = `Nothing runs until you confirm the new folder names: ${renamed.join('; ')}.`;
    const advice =
      'Confirm them in the panel, or with `countersign confirm-folders` in a terminal. Or change the names back.';
    alerts.push({ subject, kind: 'halted', text, advice });
  }
  return alerts;
}

/** Returns alerts about messages to the person (`notify`), or about files to watch (`watch`). */
export function hostAlerts(
  kind: 'notify' | 'watch',
  problems: readonly Problem[],
): readonly Alert[] {
  return problems.map(({ message: text, advice }) => ({
    ...{ subject: { kind }, kind: 'invalid', text, advice },
  }));
}

export function unreadFolderAlerts({ unread }: Pick<VaultIndex, 'unread'>): readonly Alert[] {
  return unread.all().map(({ message, advice }) => ({
    ...{ subject: { kind: 'folders' }, kind: 'unread_folder' },
    ...{ text: message, advice },
  }));
}

export function mcpFileAlerts(changes: readonly McpFileChange[]): readonly Alert[] {
  if (changes.length === 0) return [];
  const named = changes.map(formatMcpFile);
  const files = seenOf(changes);
  return [
    {
      subject: { kind: 'mcp-files' },
      kind: 'mcp_file',
      text: `Agents that work in this vault take MCP servers from ${named.join(' and ')}.`,
      advice:
        'Such a server bypasses Countersign, or takes its place under the same name. If you didn’t add it, remove it and find out what did. Then dismiss this in the panel, or with `countersign mcp-files-seen` in a terminal.',
      ...(Object.keys(files).length > 0 && { offers: { do: 'mcp_files_seen', files } }),
    },
  ];
}

const mcpFilesAgainMs = 60_000;

/** Updates the alert about MCP configurations. Returns when to look again (ms since 1970). */
export async function lookForMcpFiles(
  { alerts, clock }: Pick<EngineContext, 'alerts' | 'clock'>,
  mcpFiles: EngineOptions['mcpFiles'],
): Promise<number> {
  alerts.replace({ kind: 'mcp-files' }, mcpFileAlerts((await mcpFiles?.()) ?? []));
  return clock.now() + mcpFilesAgainMs;
}

export function dashboardAlert(problem: Problem): Alert {
  return {
    subject: { kind: 'dashboard' },
    kind: 'invalid',
    text: `The Dashboard wasn’t updated: ${problem.message}`,
    advice: problem.advice,
  };
}

export function dailyLogAlert(problem: Problem): Alert {
  return {
    subject: { kind: 'daily-log' },
    kind: 'invalid',
    text: `${problem.path ?? 'The daily log'} wasn’t updated: ${problem.message}`,
    advice: `${problem.advice} Missing entries are in the audit log and will be added later.`,
  };
}

const mostAheadMs = 24 * 3_600_000;

export function clockAlerts({ facts }: LedgerBook, clock: Clock): readonly Alert[] {
  if (facts.newestMs - clock.now() <= mostAheadMs) return [];
  const day = utcDay(facts.newestMs);
  return [
    {
      subject: { kind: 'clock' },
      kind: 'halted',
      text: `This device’s ledger has reached ${day}, but its clock is earlier.`,
      advice:
        'Until that day, requests expire early, hourly limits stay used up, and what agents may do without asking ends early. If the clock is wrong, correct it. If it once jumped ahead, start a new epoch.',
      offers: { do: 'new_epoch' },
    },
  ];
}
