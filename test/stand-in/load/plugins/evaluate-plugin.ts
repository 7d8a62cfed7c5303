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
  compile(
    Object.keys(scope),
    `${code}\n//# sourceURL=${sourceUrlOf(pluginId)}`,
  )(...Object.values(scope));
  const { exports } = module;
  const isModule = typeof exports === 'object' && exports !== null && 'default' in exports;
  return isModule ? exports.default : exports;
}

type Run = (...values: unknown[]) => void;

let last: { readonly key: string; readonly run: Run } | undefined;

/** The same text is compiled once for all tests of a process: it takes longer than running it. */
function compile(parameters: readonly string[], text: string): Run {
  const key = `${parameters.join()}\n${text}`;
  if (last?.key === key) return last.run;
  // Loading a plugin is running text as code: there is no other way, and the text is the vault's.
  // eslint-disable-next-line no-new-func, @typescript-eslint/no-implied-eval
  const run = new Function(...parameters, text) as Run;
  last = { key, run };
  return run;
}
