import { fail, ok, type Result } from '../../errors.js';
import type { BridgeConfig, DeviceConfig } from '../device-config.js';

export interface NamedValue {
  readonly name: string;
  /** Null keeps the saved value. */
  readonly value: string | null;
}

/** The time limit of a new bridge, in seconds per call. */
export const usualTimeLimit = 60;
const longestTimeLimit = 86_400;

export function aliasProblem(alias: string, taken: readonly string[]): string | null {
  if (alias === '') return 'Name the server. Requests use this name.';
  if (!/^[A-Za-z0-9_-]{1,64}$/u.test(alias) || alias === '__proto__') {
    return 'A name has 1 to 64 letters (A to Z), digits, “-” or “_”.';
  }
  const alike = taken.find((one) => one.toLowerCase() === alias.toLowerCase());
  return alike !== undefined
    ? `There is already a server “${alike}”. Choose another name, or edit that one.`
    : null;
}

export function commandProblem(command: string): string | null {
  if (command.trim() === '') return 'Say which program is started, for example npx.';
  // Only a path may contain spaces. Otherwise the person typed arguments too.
  const [first = ''] = command.trim().split(/\s/u);
  if (first !== command.trim() && !/[\\/]/u.test(first)) {
    return `Only the program goes here: “${first}”. Put the rest below, one argument per line.`;
  }
  return textProblem(command) ?? (relativePart(command) === null ? null : relativeProblem(command));
}

function relativeProblem(path: string): string {
  return `“${path}” is a relative path, and a server does not start in a folder of yours. Write the full path.`;
}

export function relativePart(command: string, args: readonly string[] = []): string | null {
  if (/[\\/]/u.test(command) && !/^(?:[\\/]|[A-Za-z]:[\\/])/u.test(command)) return command;
  const isRelative = (arg: string): boolean =>
    /(?:^|=)\.{1,2}(?:[\\/]|$)/u.test(arg) || namesScript.test(arg);
  return args.find(isRelative) ?? null;
}

const namesScript =
  /^[^-~\\/@:=\s][^@:=\s]*\.(?:[cm]?[jt]s|py|rb|pl|php|sh|ps1|cmd|bat|exe|jar)$/iu;

/** Reads arguments, one per line. A line in double quotes is read as JSON. */
export function readArguments(text: string): Result<readonly string[]> {
  const args: string[] = [];
  for (const [at, line] of text.split(/\r?\n/u).entries()) {
    if (line.trim() === '') continue;
    const arg = line.startsWith('"') ? quotedText(line.trim()) : line;
    if (arg === null) {
      return invalid(
        `Line ${at + 1} begins with a quote, but isn’t a text in double quotes.`,
        'Leave the quotes out: each line is one argument, exactly as written.',
      );
    }
    const problem = textProblem(arg);
    if (problem !== null) return invalid(`Line ${at + 1}:`, problem);
    if (relativePart('', [arg]) !== null) return invalid(`Line ${at + 1}:`, relativeProblem(arg));
    args.push(arg);
  }
  return ok(args);
}

export function argumentsText(args: readonly string[]): string {
  const isPlain = (arg: string): boolean =>
    arg.trim() !== '' && !/[\r\n]/u.test(arg) && !arg.startsWith('"');
  return args.map((arg) => (isPlain(arg) ? arg : JSON.stringify(arg))).join('\n');
}

export function variableProblem(name: string, others: readonly string[]): string | null {
  if (name === '') return 'Give the variable a name, or remove it.';
  if (/[=\0]/u.test(name) || name === '__proto__') {
    return `“${name}” cannot be the name of a variable. Its value goes into the field beside it.`;
  }
  return others.includes(name) ? `${name} is listed twice. Remove one.` : null;
}

export function textProblem(text: string): string | null {
  if (text.includes('\0')) return 'It contains a NUL character. Type it again.';
  const found = /\$\{((?:env:)?[A-Za-z_][A-Za-z0-9_]*)(:-[^}]*)?\}/u.exec(text);
  if (!found) return null;
  const [, name = '', value] = found;
  return `\${${name}${value === undefined ? '' : '…'}} is not replaced here. Write the value itself.`;
}

export function timeLimitProblem(text: string): string | null {
  const seconds = Number(text);
  const fits = /^\d+$/u.test(text.trim()) && seconds >= 1 && seconds <= longestTimeLimit;
  return fits ? null : `Type whole seconds, from 1 to ${longestTimeLimit}.`;
}

/** Returns the values of a form. A saved value takes the place of null. */
export function withSavedValues(
  values: readonly NamedValue[],
  saved: Readonly<Record<string, string>>,
): Result<Readonly<Record<string, string>>> {
  const all: [string, string][] = [];
  for (const { name, value } of values) {
    const kept = value ?? (Object.hasOwn(saved, name) ? saved[name] : undefined);
    if (kept === undefined) {
      return invalid(`No value of ${name} is saved any more.`, 'Type it again.');
    }
    all.push([name, kept]);
  }
  return ok(Object.fromEntries(all));
}

/** Replaces a bridge in the configuration. Adds `after` if `before` is null. */
export function replaceBridge(
  config: DeviceConfig,
  before: BridgeConfig | null,
  after: BridgeConfig,
): Result<DeviceConfig> {
  const { bridges } = config;
  const now = bridges.find(({ alias }) => alias === after.alias) ?? null;
  if (JSON.stringify(now) !== JSON.stringify(before)) {
    return invalid(
      `The server “${after.alias}” was changed meanwhile.`,
      'Not saved. Close this and open it again.',
    );
  }
  const replaced = before
    ? bridges.map((bridge) => (bridge.alias === after.alias ? after : bridge))
    : [...bridges, after];
  return ok({ ...config, bridges: replaced });
}

/** Removes a bridge, its routes and its tools for agents from the configuration. */
export function removeBridge(config: DeviceConfig, alias: string): DeviceConfig {
  const { agentTools } = config;
  return {
    ...config,
    bridges: config.bridges.filter((bridge) => bridge.alias !== alias),
    routes: config.routes.filter(({ bridge }) => bridge !== alias),
    ...(agentTools && { agentTools: agentTools.filter(({ bridge }) => bridge !== alias) }),
  };
}

export function formatRemoval(waiting: number, routes: number, isPractice: boolean): string[] {
  return [
    waiting === 0
      ? 'No requests are waiting for it.'
      : waiting === 1
        ? '1 request is waiting for it and can’t run without it. If approved, it goes back to pending.'
        : `${waiting} requests are waiting for it and can’t run without it. Approved ones go back to pending.`,
    ...(routes === 0
      ? []
      : [routes === 1 ? 'Its route is removed, too.' : `Its ${routes} routes are removed, too.`]),
    ...(isPractice
      ? []
      : ['Its address, arguments and saved values are deleted from this device.']),
  ];
}

function quotedText(line: string): string | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

function invalid(message: string, advice: string): Result<never> {
  return fail('settings_invalid', message, advice);
}
