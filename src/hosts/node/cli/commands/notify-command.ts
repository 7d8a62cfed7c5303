import { fail, ok, type Result } from '../../../../core/errors.js';
import { commandProblem, relativePart } from '../../../../core/settings/bridges/bridge-fields.js';
import type { DeviceConfig, NotifyTarget } from '../../../../core/settings/device-config.js';
import type { Environment } from '../../../desktop/device/device.js';
import { noticeSender } from '../../../desktop/notify/notice-sender.js';
import {
  describeNotifyTarget,
  notifyUrlProblem,
  programOf,
  whatIsSent,
} from '../../../desktop/notify/notify-target.js';
import { vaultPartsOf } from '../../../desktop/paths/path-containment.js';
import { nodeHttpClient } from '../../../desktop/servers/node-http-client.js';
import { nodeProcesses } from '../../../desktop/servers/processes.js';
import { systemClock } from '../../../desktop/system/system-clock.js';
import { changeSettings, openVaultDevice, type VaultDevice } from '../../runner/vault-device.js';
import { shellWord } from '../terminal/shell-word.js';
import {
  confirmed,
  exitCodes,
  ownCommand,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../terminal/terminal.js';

export interface NotifyOptions {
  readonly vault: string;
  readonly verb: 'set-url' | 'set-command' | 'test' | 'off';
  /** The address for `set-url`, or the program and its arguments for `set-command`. */
  readonly words: readonly string[];
}

export async function notifyCommand(
  terminal: Terminal,
  env: Environment,
  { vault, verb, words }: NotifyOptions,
): Promise<ExitCode> {
  const device = await openVaultDevice(vault, env);
  if (!device.ok) return sayProblem(terminal, device.error);
  if (verb === 'test') return test(terminal, env, device.value);
  if (verb === 'off') return off(terminal, device.value);
  const target =
    verb === 'set-url'
      ? await addressOf(terminal, words)
      : await programFrom(env, device.value, words);
  return target.ok ? set(terminal, device.value, target.value) : sayProblem(terminal, target.error);
}

/** An address that is typed here stays out of the shell's history. */
async function addressOf(
  terminal: Terminal,
  [given]: readonly string[],
): Promise<Result<NotifyTarget>> {
  const url = given ?? (await terminal.ask?.('Address: '))?.trim() ?? '';
  const problem = url === '' ? 'Which address?' : notifyUrlProblem(url);
  return problem === null
    ? ok({ url })
    : usage(problem, 'Use `notify set-url URL`, or leave URL out to be asked for it.');
}

async function programFrom(
  env: Environment,
  { root, folder }: VaultDevice,
  [command = '', ...args]: readonly string[],
): Promise<Result<NotifyTarget>> {
  const advice = 'Use `notify set-command -- PROGRAM ARGUMENT…`.';
  const target = { command, args };
  const relative = relativePart('', args);
  const problem =
    commandProblem(command) ??
    (relative === null ? null : `“${relative}” is a relative path. Write the full path.`);
  if (problem !== null) return usage(problem, advice);
  const parts = await vaultPartsOf(programOf(target), root, env, folder);
  return parts.length === 0
    ? ok(target)
    : usage(
        `This uses the vault, where agents can write (${parts.join('; ')}).`,
        'Use a program and files outside the vault.',
      );
}

/** Messages leave this computer, so a person must type a word. */
async function set(
  terminal: Terminal,
  device: VaultDevice,
  target: NotifyTarget,
): Promise<ExitCode> {
  terminal.line(`Messages will be sent to ${plain(describeNotifyTarget(target))}`);
  terminal.line(whatIsSent);
  const said = await confirmed(terminal, 'notify');
  if (!said.ok) return sayProblem(terminal, said.error);
  const saved = await changeSettings(device, (now) => ok({ ...now, notify: target }));
  if (!saved.ok) return sayProblem(terminal, saved.error);
  terminal.line(
    `${styled(terminal, 'green', '✓')} Saved on this device only. Try it: ${ownCommand()} notify test --vault ${shellWord(device.root)}`,
  );
  return exitCodes.well;
}

async function off(terminal: Terminal, device: VaultDevice): Promise<ExitCode> {
  const saved = await changeSettings(device, ({ notify: _, ...now }: DeviceConfig) => ok(now));
  if (!saved.ok) return sayProblem(terminal, saved.error);
  terminal.line(`${styled(terminal, 'green', '✓')} Notifications are off.`);
  return exitCodes.well;
}

async function test(terminal: Terminal, env: Environment, device: VaultDevice): Promise<ExitCode> {
  const { folder, root: vaultRoot, config } = device;
  const sender = noticeSender({
    ...{ folder, config: () => config, clock: systemClock(), http: nodeHttpClient() },
    processes: nodeProcesses({ folder, vaultRoot, environment: env }),
  });
  const sent = await sender.test();
  if (!sent.ok) return sayProblem(terminal, sent.error);
  terminal.line(`${styled(terminal, 'green', '✓')} Sent. Check whether it arrived.`);
  return exitCodes.well;
}

function usage(message: string, advice: string): Result<never> {
  return fail('usage', message, advice);
}
