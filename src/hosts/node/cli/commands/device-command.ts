import { stat } from 'node:fs/promises';
import { fail, ok, type Result } from '../../../../core/errors.js';
import type { DeviceConfig } from '../../../../core/settings/device-config.js';
import { nameDifferences } from '../../../../core/settings/folders.js';
import type { Environment } from '../../../desktop/device/device.js';
import { changeSettings, openVaultDevice, type VaultDevice } from '../../runner/vault-device.js';
import { reportOf } from './status-command.js';
import {
  confirmed,
  exitCodes,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../terminal/terminal.js';

interface Change {
  readonly means?: (device: VaultDevice) => Result<readonly string[]>;
  readonly edit: (config: DeviceConfig, device: VaultDevice) => DeviceConfig;
  readonly done: (root: string) => string;
}

const changes = {
  pause: {
    edit: (config) => ({ ...config, paused: true }),
    done: (root) =>
      `Actions in ${root} are paused on this computer. Approved actions wait until you resume.`,
  },
  resume: {
    means: () => ok(['If you continue, approved actions run again.']),
    edit: (config) => ({ ...config, paused: false }),
    done: (root) => `Approved actions in ${root} run again.`,
  },
  'confirm-folders': {
    means: ({ config, settings }) => {
      const renamed = nameDifferences(config, settings);
      if (renamed.length > 0) return ok(renamed);
      return fail('usage', 'The folder names are already confirmed.', 'There is nothing to do.');
    },
    edit: (config, { settings }) => ({
      ...config,
      folders: settings.folders,
      dashboard: settings.dashboard,
    }),
    done: () => 'Folder names confirmed.',
  },
} as const satisfies Record<string, Change>;

/** Carries out `countersign pause`, `resume` and `confirm-folders`. */
export async function deviceCommand(
  terminal: Terminal,
  env: Environment,
  { vault, change }: { readonly vault: string; readonly change: keyof typeof changes },
): Promise<ExitCode> {
  const device = await openVaultDevice(vault, env);
  if (!device.ok) return sayProblem(terminal, device.error);
  const { means, edit, done }: Change = changes[change];
  if (means) {
    const lines = means(device.value);
    if (!lines.ok) return sayProblem(terminal, lines.error);
    for (const line of lines.value) terminal.line(plain(line));
    const said = await confirmed(terminal, change);
    if (!said.ok) return sayProblem(terminal, said.error);
  }
  const written = await changeSettings(device.value, (now) => ok(edit(now, device.value)));
  if (!written.ok) return sayProblem(terminal, written.error);
  terminal.line(`${styled(terminal, 'green', '✓')} ${plain(done(device.value.root))}`);
  const idle = change === 'pause' ? await whyNothingRuns(device.value) : null;
  if (idle === null) return exitCodes.well;
  terminal.error(
    plain(
      `${idle} If a runner keeps its settings in another folder (XDG_CONFIG_HOME), pause it with that.`,
    ),
  );
  return exitCodes.needsPerson;
}

async function whyNothingRuns(device: VaultDevice): Promise<string | null> {
  const { folder, ledgerFile } = device;
  const found = await stat(ledgerFile).catch(() => null);
  if (!found?.size) return `Nothing has run with the settings in ${folder} so far.`;
  const report = await reportOf(device);
  if (report.ok && report.value.isActive) return null;
  return `As far as this vault shows, nothing runs with the settings in ${folder}: see \`countersign status\`. If another computer runs actions, pause it there.`;
}
