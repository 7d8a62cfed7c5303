import { fail, ok, type Problem, type Result } from '../errors.js';
import { unbracketedText } from '../text/inline-text.js';
import { foldName } from '../note/vault-path.js';
import type { DeviceConfig } from './device-config.js';

type Names = Readonly<Record<string, string>>;
type Naming = Pick<DeviceConfig, 'device' | 'pinnedKeys' | 'deviceNames'>;

const mostCharacters = 40;
const likeAnId = /(?:^|[^\p{L}\p{N}])[de][\p{Pd}\u2212][\p{L}\p{N}]{10}/iu;

export function isDeviceId(value: unknown): boolean {
  return typeof value === 'string' && /^d-[a-z2-7]{10}$/.test(value);
}

export function deviceNameProblem(names: Names, device: string, name: string): string | null {
  const length = [...name].length;
  if (length < 1 || length > mostCharacters || name !== tidy(name)) {
    return `A name has 1 to ${mostCharacters} characters, and not only spaces.`;
  }
  // A name is written into notes. There it must not act as Markdown.
  if (unbracketedText(name) !== name) {
    return 'A name has no control or invisible characters, and no formatting such as [ ], < or `.';
  }
  if (likeAnId.test(name)) return 'A name can’t look like the id of a device (d-…).';
  const [other] =
    Object.entries(names).find(
      ([id, taken]) => id !== device && foldName(taken) === foldName(name),
    ) ?? [];
  return other === undefined ? null : `${other} already has this name.`;
}

/** Gives a device a name. An empty text removes the name. */
export function withDeviceName(
  config: DeviceConfig,
  device: string,
  typed: string,
): Result<DeviceConfig> {
  const { [device]: _, ...others } = config.deviceNames ?? {};
  if (typed === '') return ok({ ...config, deviceNames: others });
  const name = tidy(typed);
  const problem = deviceNameProblem(others, device, name);
  if (problem !== null) {
    return fail('input_invalid', problem, 'Give another name, or none to show its id.');
  }
  return ok({ ...config, deviceNames: { ...others, [device]: name } });
}

export function withNewId(config: DeviceConfig, device: string): DeviceConfig {
  const { [config.device]: name, ...others } = config.deviceNames ?? {};
  const names = name === undefined ? {} : { deviceNames: { ...others, [device]: name } };
  return { ...config, ...names, device };
}

export function formatDevice(config: Naming | Problem, device: string): string {
  return nameOf(config, device) ?? device;
}

export function deviceRecord(config: Naming | Problem, device: string): string {
  const name = nameOf(config, device);
  return name === null ? device : `${name} (${device})`;
}

/**
 * Returns the id that a device's name is stored under. This device may have a second id, made from
 * its key.
 */
export function namedAs({ device, pinnedKeys }: Naming, id: string): string {
  const own = pinnedKeys.filter((key) => key.device === device);
  const isOwn = pinnedKeys.some(
    (key) => key.device === id && own.some(({ publicKey }) => publicKey === key.publicKey),
  );
  return isOwn ? device : id;
}

export function deviceMeant(config: Naming | Problem, typed: string): string {
  const names = 'device' in config ? (config.deviceNames ?? {}) : {};
  const found = Object.entries(names).find(([, name]) => foldName(name) === foldName(typed));
  return found?.[0] ?? typed;
}

function nameOf(config: Naming | Problem, device: string): string | null {
  if (!('device' in config)) return null;
  const id = namedAs(config, device);
  const { deviceNames = {} } = config;
  return Object.hasOwn(deviceNames, id) ? (deviceNames[id] ?? null) : null;
}

function tidy(name: string): string {
  return name.replace(/ +/g, ' ').trim();
}
