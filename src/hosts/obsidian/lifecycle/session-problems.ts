import { fail, formatThrown, type Problem, type Result } from '../../../core/errors.js';

export const noKeyToShare = fail(
  'key_unavailable',
  'This device has no key to approve with.',
  'Restart Obsidian, then try again.',
);

export const beingRenamed = fail(
  'settings_invalid',
  'The folders in this vault are being renamed.',
  'Nothing runs until that is done and you have confirmed the new names.',
).error;

export function unsaved(
  error: unknown,
  path: string,
  { what, advice }: { readonly what: string; readonly advice: string },
): Result<never> {
  return fail('settings_invalid', `${what} couldn’t be saved: ${formatThrown(error)}.`, advice, {
    path,
  });
}

export function unexpected(error: unknown): Problem {
  return fail(
    'settings_invalid',
    `Something went wrong in Countersign: ${formatThrown(error)}.`,
    'Disable and enable the plugin again. Please report this.',
  ).error;
}
