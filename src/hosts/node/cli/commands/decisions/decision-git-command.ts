import { resolve } from 'node:path';
import { fail, ok, type Result } from '../../../../../core/errors.js';
import { aboutGit, formatGit } from '../../../../../core/screens/format-git.js';
import type { DeviceConfig } from '../../../../../core/settings/device-config.js';
import type { Environment } from '../../../../desktop/device/device.js';
import { findRepository } from '../../../../desktop/git/repository-files.js';
import { changeSettings, openVaultDevice, type VaultDevice } from '../../../runner/vault-device.js';
import {
  confirmed,
  exitCodes,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../../terminal/terminal.js';

export async function decisionGitCommand(
  terminal: Terminal,
  env: Environment,
  { vault, diffs }: { readonly vault: string; readonly diffs: boolean },
  [verb, folder]: readonly string[],
): Promise<ExitCode> {
  const device = await openVaultDevice(vault, env);
  if (!device.ok) return sayProblem(terminal, device.error);
  const isOn = verb === 'on';
  if (!isOn && (diffs || folder !== undefined || (verb ?? 'off') !== 'off'))
    return sayProblem(terminal, usage().error);
  if (verb === undefined) {
    const { git } = device.value.config;
    terminal.line(git ? plain(formatGit(git)) : 'Git is off for decisions.');
    return exitCodes.well;
  }
  const changed = isOn
    ? await turnOn(terminal, device.value, folder, diffs)
    : await changeSettings(device.value, ({ git: _, ...now }: DeviceConfig) => ok(now));
  if (!changed.ok) return sayProblem(terminal, changed.error);
  const done = isOn ? 'Git is on for decisions, on this device only.' : 'Git is off for decisions.';
  terminal.line(`${styled(terminal, 'green', '✓')} ${done}`);
  return exitCodes.well;
}

/** Content of the repository may get into the vault, so a person must type a word. */
async function turnOn(
  terminal: Terminal,
  device: VaultDevice,
  folder: string | undefined,
  diffs: boolean,
): Promise<Result<unknown>> {
  const found = await findRepository(folder === undefined ? device.root : resolve(folder));
  if (!found.ok) return found;
  const git = { ...found.value, ...(diffs ? { diffs } : {}) };
  for (const line of aboutGit(git)) terminal.line(plain(line));
  const said = await confirmed(terminal, 'git');
  return said.ok ? changeSettings(device, (now) => ok({ ...now, git })) : said;
}

function usage(): ReturnType<typeof fail> {
  return fail(
    'usage',
    'That is not a valid use of `decision git`.',
    'Use `decision git on [FOLDER] [--diffs]` or `decision git off`.',
  );
}
