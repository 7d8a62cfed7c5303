import { fail, type Problem, type Result } from '../../core/errors.js';

/** This device has no key to share. */
export const noKeyToShare = fail(
  'key_unavailable',
  'This device has no key of its own to approve with.',
  'Restart Obsidian, then try again; a device that runs actions needs none.',
);

/** Nothing is run while folders are renamed. */
export const beingRenamed = fail(
  'settings_invalid',
  'The folders of this vault are being renamed.',
  'Nothing is run until it is done and you confirmed the new names.',
).error;

/** The settings could not be saved. */
export function unsaved(
  error: unknown,
  path: string,
  { what, advice }: { readonly what: string; readonly advice: string },
): Result<never> {
  const cause = error instanceof Error ? error.message : String(error);
  return fail('settings_invalid', `${what} could not be saved: ${cause}.`, advice, { path });
}

/** An exception as a problem: a bug of ours, or a disk that fails. */
export function unexpected(error: unknown): Problem {
  return fail(
    'settings_invalid',
    `Something went wrong in Countersign: ${error instanceof Error ? error.message : String(error)}.`,
    'Disable and enable it again, and please report it.',
  ).error;
}
