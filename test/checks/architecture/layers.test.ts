import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import { describe, expect, test } from 'vitest';
import { dependencyRules } from './dependency-rules.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const planted = fileURLToPath(new URL('planted/layers', import.meta.url));

/** A package's name instead of the file of it that was found; our own paths as they are. */
const packageOf = (path: string) => path.replace(/^.*node_modules\/((?:@[^/]+\/)?[^/]+).*$/, '$1');

/** The violations below `baseDir`, as `rule | from → to`, sorted. */
async function violations(baseDir: string): Promise<{ modules: number; found: string[] }> {
  const folders = ['src', 'tools/demo'].filter((folder) => existsSync(`${baseDir}/${folder}`));
  const { output } = await cruise(folders, {
    baseDir,
    ruleSet: dependencyRules,
    validate: true,
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types'],
    },
  });
  if (typeof output === 'string')
    throw new Error(`dependency-cruiser answered in words: ${output}`);
  const found = output.summary.violations.map(
    ({ rule, from, to }) => `${rule.name} | ${from} → ${packageOf(to)}`,
  );
  return { modules: output.summary.totalCruised, found: [...new Set(found)].sort() };
}

/** Imports of types in `.svelte` files, which dependency-cruiser does not see, as `from → to`. */
function typeImports(baseDir: string): readonly string[] {
  const names = readdirSync(`${baseDir}/src/ui`, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.svelte'))
    .flatMap((name) => {
      const file = `src/ui/${name}`;
      const text = readFileSync(`${baseDir}/${file}`, 'utf8');
      return [...text.matchAll(/import type [^;]+ from '([^']+)'/g)].map(
        ([, to = '']) => `${file} → ${to.startsWith('.') ? posix.join(dirname(file), to) : to}`,
      );
    });
}

const allowedOfUi = /→ (?:src\/ui\/|src\/core\/|svelte(?:\/|$))/;

describe('the import table of the house', () => {
  test('holds for every file of src and the demo', async () => {
    const { modules, found } = await violations(root);
    expect(found).toEqual([]);
    expect(modules).toBeGreaterThan(10);
  });

  test('holds for the types that components import', () => {
    const types = typeImports(root);
    expect(types.filter((found) => !allowedOfUi.test(found))).toEqual([]);
    expect(types.length).toBeGreaterThan(10);
    expect(typeImports(planted).filter((found) => !allowedOfUi.test(found))).toEqual([
      'src/ui/draws.svelte → src/engine/rights.js',
    ]);
  });

  test('bites on a planted tree that breaks it, and only there', async () => {
    const { found } = await violations(planted);
    expect(found).toEqual([
      'in a layer | src/helpers/homeless.ts → src/core/rule.ts',
      'no cycles | src/core/cycle-a.ts → src/core/cycle-b.ts',
      'obsidian where it is allowed | src/ui/knows-host.ts → obsidian',
      'src/core: node | src/core/reads-disk.ts → fs',
      'src/core: ours | src/core/upward-type.ts → src/ports/port.ts',
      'src/core: ours | src/core/upward.ts → src/ports/port.ts',
      'src/core: packages | src/core/watches.ts → pino',
      'src/engine/gate: rooms | src/engine/gate/settles.ts → src/engine/requests/reconcile.ts',
      'src/engine/gate: rooms | src/engine/gate/upward-type.ts → src/engine/requests/reconcile.ts',
      'src/engine/gate: rooms | src/engine/gate/waits.ts → src/engine/runtime/queue.ts',
      'src/engine/ledger: rooms | src/engine/ledger/reads-notes.ts → src/engine/vault/notes.ts',
      'src/engine/runtime: rooms | src/engine/runtime/reads-notes.ts → src/engine/vault/notes.ts',
      'src/engine/vault: rooms | src/engine/vault/calls.ts → src/engine/gate/dispatch.ts',
      'src/engine: ours | src/engine/calls-mcp.ts → src/mcp/client/bridge.ts',
      'src/engine: ours | src/engine/lazy-host.ts → src/hosts/node/host.ts',
      'src/engine: packages | src/engine/parses.ts → yaml',
      'src/hosts/desktop: ours | src/hosts/desktop/sideways.ts → src/hosts/node/host.ts',
      'src/hosts/node: ours | src/hosts/node/host.ts → src/engine/allowed.ts',
      'src/hosts/node: ours | src/hosts/node/knows-demo.ts → tools/demo/worker.ts',
      'src/mcp/client: ours | src/mcp/client/reaches-engine.ts → src/engine/allowed.ts',
      'src/ui: ours | src/ui/draws.svelte → src/engine/allowed.ts',
      'src/ui: ours | src/ui/operates.ts → src/engine/allowed.ts',
      'tools/demo: ours | tools/demo/reaches-mcp.ts → src/mcp/client/bridge.ts',
    ]);
  });
});
