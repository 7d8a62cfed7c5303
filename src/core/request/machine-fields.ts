import { fail, ok, type Result } from '../errors.js';
import type { Preparation, MachineFields } from './request.js';

const knownKeys = new Set([
  'epoch',
  'bridge_digest',
  'tool_digest',
  'files',
  'file_state',
  'success',
  'nonce',
  'attempts',
  'confirms',
  'stamp',
]);
const hexDigest = /^[0-9a-f]{64}$/;

/** Reads the values in a note's `%% countersign … %%` line. */
export function readMachineFields(
  value: Readonly<Record<string, unknown>>,
  path: string,
): Result<MachineFields> {
  const unknownKey = Object.keys(value).find((key) => !knownKeys.has(key));
  const { confirms = null, stamp = null } = value;
  if (unknownKey !== undefined || !isNullOr(confirms, isTextList) || !isNullOr(stamp, isText)) {
    return fail(
      'machine_line_invalid',
      `The \`%% countersign … %%\` line has ${unknownKey === undefined ? 'a value' : `a key \`${unknownKey}\``} that Countersign did not write.`,
      'Delete the line; the executor writes it again.',
      { path },
    );
  }
  return ok({ preparation: readPreparation(value), confirms, stamp });
}

export function machineFieldsToJson(fields: MachineFields): Record<string, unknown> {
  return {
    ...(fields.preparation ?? {}),
    ...(fields.confirms ? { confirms: fields.confirms } : {}),
    ...(fields.stamp === null ? {} : { stamp: fields.stamp }),
  };
}

function readPreparation(value: Readonly<Record<string, unknown>>): Preparation | null {
  const { epoch, bridge_digest, tool_digest, files, file_state, success, nonce, attempts } = value;
  if (!isText(epoch) || !isDigest(bridge_digest) || !isDigest(tool_digest)) return null;
  if (!isNullOr(success, isText) || !isTextList(attempts) || !isDigestMap(files)) return null;
  if (file_state !== undefined && !isDigest(file_state)) return null;
  if (nonce !== undefined && !isText(nonce)) return null;
  return {
    ...{ epoch, bridge_digest, tool_digest, files },
    ...(file_state === undefined ? {} : { file_state }),
    success,
    ...(nonce === undefined ? {} : { nonce }),
    attempts,
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isDigest(value: unknown): value is string {
  return isText(value) && hexDigest.test(value);
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

function isNullOr<T>(value: unknown, test: (value: unknown) => value is T): value is T | null {
  return value === null || test(value);
}

function isDigestMap(value: unknown): value is Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every(isDigest);
}
