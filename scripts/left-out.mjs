// Modules of packages that tree shaking keeps though the plugin never comes to them. Each export becomes a
// function that throws by name; the build fails when such a module is no longer there.
import { readFile } from 'node:fs/promises';

const modules = {
  // No component is compiled to a custom element; yet the module makes a class when it is evaluated.
  'custom elements of Svelte':
    /[\\/]node_modules[\\/]svelte[\\/].*[\\/]elements[\\/]custom-element\.js$/,
  // It comes with `createSubscriber`. No address is reactive; yet the class has a computed name.
  'reactive addresses of Svelte':
    /[\\/]node_modules[\\/]svelte[\\/]src[\\/]reactivity[\\/]url-search-params\.js$/,
  // Nothing walks through the tokens of YAML; yet the module sets properties when it is evaluated.
  'visits of YAML’s tokens':
    /[\\/]node_modules[\\/]yaml[\\/]browser[\\/].*[\\/]parse[\\/]cst-visit\.js$/,
};

/** The esbuild plugin that leaves these modules out. */
export const leftOut = {
  name: 'left out',
  setup(made) {
    const met = new Set();
    for (const [what, filter] of Object.entries(modules)) {
      made.onLoad({ filter }, async ({ path }) => {
        met.add(what);
        return { contents: throwing(await readFile(path, 'utf8')), loader: 'js' };
      });
    }
    made.onEnd(() => {
      const missed = Object.keys(modules).filter((what) => !met.has(what));
      return {
        errors: missed.map((what) => ({
          text: `Nothing was found of: ${what}. Look where it is now, or take it out of scripts/left-out.mjs.`,
        })),
      };
    });
  },
};

/** A module with the exports of the module `text`, all of them functions that throw. */
function throwing(text) {
  const exported = /^export (?:(?:const|function|class) (\w+)|\{ (\w+) \};$)/gm;
  const names = [...text.matchAll(exported)].map(([, name, listed]) => name ?? listed);
  return [
    'const leftOut = (name) => () => { throw new Error(`${name} is not part of this build.`); };',
    ...names.map((name) => `export const ${name} = /* @__PURE__ */ leftOut('${name}');`),
  ].join('\n');
}
