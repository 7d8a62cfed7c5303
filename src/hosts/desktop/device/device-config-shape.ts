import { isAbsolute } from 'node:path';
import { fail, ok, type Result } from '../../../core/errors.js';
import {
  haveOwnNames,
  isAgentName,
  isAgentPort,
  isTokenHash,
  type AgentClient,
} from '../../../core/settings/agents/agent-clients.js';
import { mostAgentTools } from '../../../core/settings/agents/agent-tools.js';
import type { DeviceConfig } from '../../../core/settings/device-config.js';
import { deviceNameProblem, isDeviceId } from '../../../core/settings/device-names.js';
import { readInstant } from '../../../core/time.js';
import { undoSecondsForm, isUndoSeconds } from '../../../core/settings/undo-window.js';
import { notifyUrlProblem } from '../notify/notify-target.js';

type Check = (value: unknown, key: string) => string | null;

export function checkDeviceConfig(value: unknown, file: string): Result<DeviceConfig> {
  const problem = deviceConfig(value, '');
  if (problem === null) return ok(value as DeviceConfig);
  return fail(
    'device_state_invalid',
    `The device state ${file} is not valid: ${problem}.`,
    'Correct that key, or restore the file from a backup. Nothing runs until then.',
  );
}

const anything =
  (what: string, isValid: (value: unknown) => boolean): Check =>
  (value, key) =>
    isValid(value) ? null : `${key} must be ${what}`;

const text = anything('a text', (value) => typeof value === 'string');
const flag = anything('true or false', (value) => typeof value === 'boolean');
const name = anything('a text that is not empty', (v) => typeof v === 'string' && v !== '');
const seconds = anything('a number above 0', (v) => typeof v === 'number' && v > 0);
const count = anything('a whole number', (v) => Number.isInteger(v) && (v as number) >= 0);
const pattern = anything('a valid regular expression', isPattern);
const json = anything('an object without the key __proto__', isSafeObject);

const orNull =
  (check: Check): Check =>
  (value, key) =>
    value === null ? null : check(value, key);

const literal = (wanted: string | number): Check =>
  anything(JSON.stringify(wanted), (value) => value === wanted);

const listOf =
  (check: Check): Check =>
  (value, key) =>
    Array.isArray(value)
      ? firstProblem(value, (item, index) => check(item, `${key}[${index}]`))
      : `${key} must be a list`;

const texts: Check = (value, key) =>
  isObject(value)
    ? firstProblem(Object.entries(value), ([own, item]) => text(item, `${key}.${own}`))
    : `${key} must be an object`;

const shape =
  (checks: Readonly<Record<string, Check>>, optional: readonly string[] = []): Check =>
  (value, key) => {
    if (!isObject(value)) return `${key || 'it'} must be an object`;
    const path = (own: string): string => (key === '' ? own : `${key}.${own}`);
    const unknown = Object.keys(value).find((own) => !Object.hasOwn(checks, own));
    if (unknown !== undefined) return `${path(unknown)} is not a known key`;
    return firstProblem(Object.entries(checks), ([own, check]) => {
      if (Object.hasOwn(value, own)) return check(value[own], path(own));
      return optional.includes(own) ? null : `${path(own)} is missing`;
    });
  };

const stdioBridge = shape(
  {
    alias: name,
    transport: literal('stdio'),
    command: name,
    args: listOf(text),
    env: texts,
    timeLimitSeconds: seconds,
    vaultUse: text,
  },
  ['vaultUse'],
);

const httpBridge = shape({
  alias: name,
  transport: literal('http'),
  url: name,
  headers: texts,
  timeLimitSeconds: seconds,
});

const practiceBridge = shape({
  alias: name,
  transport: literal('practice'),
  timeLimitSeconds: seconds,
});

const bridge: Check = (value, key) => {
  const transport = isObject(value) ? value['transport'] : undefined;
  if (transport === 'stdio') return stdioBridge(value, key);
  if (transport === 'http') return httpBridge(value, key);
  if (transport === 'practice') return practiceBridge(value, key);
  return `${key}.transport must be "stdio", "http" or "practice"`;
};

const route = shape({
  actionType: name,
  bridge: name,
  tool: name,
  arguments: json,
  success: orNull(pattern),
  budgetPerHour: orNull(count),
});

const folders = shape({
  inbox: name,
  needsAction: name,
  plans: name,
  pending: name,
  approved: name,
  rejected: name,
  donePlans: name,
  doneActions: name,
  archive: name,
  logs: name,
});

const deviceNames: Check = (value, key) =>
  texts(value, key) ??
  firstProblem(Object.entries(value as Record<string, string>), ([id, own]) =>
    isDeviceId(id) && deviceNameProblem(value as Record<string, string>, id, own) === null
      ? null
      : `${key}.${id} must be a valid name that no other device has`,
  );

const tokenHash = anything('a SHA-256 in base64url', isTokenHash);
const time = anything('a time in UTC', (v) => typeof v === 'string' && isUtc(v));

const agent = shape(
  {
    name: anything('a valid name of a client', isAgentName),
    tokenHash,
    added: time,
    paused: anything('true', (v) => v === true),
  },
  ['paused'],
);

const notify: Check = (value, key) =>
  isObject(value) && 'url' in value
    ? shape({ url: anything('an address that messages may go to', isNotifyUrl) })(value, key)
    : shape({ command: name, args: listOf(text) })(value, key);

const agents: Check = (value, key) =>
  listOf(agent)(value, key) ??
  (haveOwnNames(value as AgentClient[]) ? null : `${key} must not have two clients of one name`);

const digest = anything(
  'a SHA-256 in hex',
  (v) => typeof v === 'string' && /^[0-9a-f]{64}$/.test(v),
);

const agentTool = shape(
  {
    bridge: name,
    digest,
    shown: shape({ name, description: text, inputSchema: json, annotations: json }, [
      ...['description', 'annotations'],
    ]),
    allowed: shape({
      server: digest,
      launch: digest,
      clients: listOf(tokenHash),
      given: time,
      until: time,
    }),
  },
  ['allowed'],
);

const agentTools: Check = (value, key) =>
  listOf(agentTool)(value, key) ??
  (Array.isArray(value) && value.length > mostAgentTools
    ? `${key} must have at most ${mostAgentTools} tools`
    : null);

const fullPath = anything('a full path', (v) => typeof v === 'string' && isAbsolute(v));
const git = shape(
  {
    ...{ folder: fullPath, head: fullPath, common: fullPath },
    diffs: anything('true', (v) => v === true),
  },
  ['diffs'],
);

const deviceConfig = shape(
  {
    version: literal(1),
    device: anything('"d-" and 10 characters of a-z2-7', isDeviceId),
    folders,
    dashboard: name,
    runsActions: flag,
    trustMoves: flag,
    paused: flag,
    bridges: listOf(bridge),
    routes: listOf(route),
    pinnedKeys: listOf(shape({ device: name, publicKey: name })),
    holdSeconds: anything(undoSecondsForm, isUndoSeconds),
    ignoredItems: listOf(name),
    agents,
    agentPort: anything('a port from 1024 to 65535', isAgentPort),
    servesAgents: flag,
    agentTools,
    seenMcpFiles: texts,
    notify,
    git,
    deviceNames,
    ledgersBefore: count,
  },
  [
    ...['dashboard', 'runsActions', 'holdSeconds', 'ignoredItems'],
    ...['agents', 'agentPort', 'servesAgents', 'agentTools', 'seenMcpFiles', 'notify'],
    ...['git', 'deviceNames', 'ledgersBefore'],
  ],
);

function firstProblem<T>(
  items: readonly T[],
  check: (item: T, index: number) => string | null,
): string | null {
  for (const [index, item] of items.entries()) {
    const problem = check(item, index);
    if (problem !== null) return problem;
  }
  return null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNotifyUrl(value: unknown): boolean {
  return typeof value === 'string' && notifyUrlProblem(value) === null;
}

function isUtc(text: string): boolean {
  return text.endsWith('Z') && readInstant(text) !== null;
}

function isPattern(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    return new RegExp(value, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function isSafeObject(value: unknown): boolean {
  const isSafe = (part: unknown): boolean =>
    typeof part !== 'object' ||
    part === null ||
    (!Object.hasOwn(part, '__proto__') && Object.values(part).every(isSafe));
  return isObject(value) && isSafe(value);
}
