import { SimulatedCrash, type WriteHooks } from './simulated-crash.js';

/**
 * Appends whole lines to a file in memory, closing a torn last line first. A torn crash leaves the
 * first half of what was to be written.
 */
export function appendLines(
  file: { readonly text: string; readonly store: (text: string) => void },
  lines: readonly string[],
  description: string,
  hooks: WriteHooks,
): void {
  const torn = file.text !== '' && !file.text.endsWith('\n');
  const addition = lines.map((line) => `${line}\n`).join('');
  try {
    hooks.beforeWrite?.(description);
  } catch (error) {
    if (error instanceof SimulatedCrash && error.torn) {
      const half = addition.slice(0, Math.ceil(addition.length / 2));
      file.store(file.text + (torn ? '\n' : '') + half);
    }
    throw error;
  }
  file.store(file.text + (torn ? '\n' : '') + addition);
  hooks.afterWrite?.(description);
}
