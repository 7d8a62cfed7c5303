import { setTimeout } from 'node:timers/promises';
import { deviceRecord } from '../../../../core/settings/device-names.js';
import { verifyAudit, type DeviceAudit } from '../../../../engine/operations/verify-audit.js';
import { openDiskAuditLog } from '../../../desktop/logs/disk-audit-log.js';
import { openFileCallLog } from '../../../desktop/logs/file-call-log.js';
import { openFileLedger } from '../../../desktop/logs/file-ledger.js';
import { callLogIn, type Environment } from '../../../desktop/device/device.js';
import { openVaultDevice } from '../../runner/vault-device.js';
import {
  exitCodes,
  jsonLine,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../terminal/terminal.js';

const looks = 4;
const betweenLooksMs = 150;

function hasFindings(audits: readonly DeviceAudit[]): boolean {
  return audits.some(({ report }) => report.findings.length > 0);
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

export async function verifyCommand(
  terminal: Terminal,
  env: Environment,
  options: { readonly vault: string; readonly json: boolean },
): Promise<ExitCode> {
  const device = await openVaultDevice(options.vault, env, { isReader: true });
  if (!device.ok) return sayProblem(terminal, device.error);
  const { root, settings, config, ledgerFile, folder } = device.value;
  const ledger = await openFileLedger(ledgerFile);
  const input = {
    auditLog: await openDiskAuditLog(root),
    logsFolder: settings.folders.logs,
    own: { device: config.device, ledger, callLog: openFileCallLog(callLogIn(folder)) },
    onProgress: (lines: number) => {
      terminal.error(`Checked ${lines.toLocaleString('en')} lines so far…`);
    },
  };
  let verified = await verifyAudit(input);
  // Looks again, because a running executor writes the audit file a moment after the ledger.
  for (let look = 1; look < looks && verified.ok && hasFindings(verified.value); look += 1) {
    await setTimeout(betweenLooksMs);
    verified = await verifyAudit(input);
  }
  await ledger.close();
  if (!verified.ok) return sayProblem(terminal, verified.error);
  if (options.json) terminal.line(jsonLine(verified.value));
  let intact = true;
  for (const { device: id, report } of verified.value) {
    const name = deviceRecord(config, id);
    intact &&= report.findings.length === 0;
    if (options.json) continue;
    const anchored = report.anchored
      ? 'matches the ledger'
      : 'consistent (no ledger on this computer to compare with)';
    terminal.line(
      report.findings.length === 0
        ? `${styled(terminal, 'green', '✓')} ${plain(name)}: ${counted(report.lines, 'line')}, ${anchored}.`
        : `${styled(terminal, 'red', '✗')} ${plain(name)}: ${counted(report.findings.length, 'finding')} in ${counted(report.lines, 'line')}.`,
    );
    for (const { path, line, message } of report.findings.slice(0, 20)) {
      terminal.line(`    ${plain(path)}:${line}: ${plain(message)}`);
    }
    for (const { path, line, message } of report.torn) {
      terminal.line(`    ${plain(path)}:${line}: ${plain(message)}`);
    }
  }
  if (verified.value.length === 0 && !options.json) terminal.line('There is no audit log yet.');
  return intact ? exitCodes.well : exitCodes.needsPerson;
}
