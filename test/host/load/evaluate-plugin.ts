import { sourceUrlOf } from './plugin-origin.js';

/**
 * Runs a plugin's CommonJS code and gives what it exports, as Obsidian does with main.js. `names`
 * stand for something else than the host's globals of that name.
 */
export function evaluatePlugin(
  pluginId: string,
  code: string,
  require: (name: string) => unknown,
  names: Readonly<Record<string, unknown>>,
): unknown {
  const module: { exports: unknown } = { exports: {} };
  const scope = { ...names, require, module, exports: module.exports };
  const text = `${code}\n//# sourceURL=${sourceUrlOf(pluginId)}`;
  // Loading a plugin is running text as code: there is no other way, and the text is the vault's.
  // eslint-disable-next-line no-new-func, @typescript-eslint/no-implied-eval
  const run = new Function(...Object.keys(scope), text) as (...values: unknown[]) => void;
  run(...Object.values(scope));
  const { exports } = module;
  const isModule = typeof exports === 'object' && exports !== null && 'default' in exports;
  return isModule ? exports.default : exports;
}
