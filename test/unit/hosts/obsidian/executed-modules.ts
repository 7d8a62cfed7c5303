import { readFile } from 'node:fs/promises';
import { Session, type Profiler } from 'node:inspector';
import { dirname, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { sourceUrlOf } from '../../../stand-in/load/plugins/plugin-origin.js';
import { projectRoot } from '../../../stand-in/server/project-root.js';
import { readSegments } from './source-map-segments.js';

/** V8's own count of what ran of one plugin's code. */
export interface ExecutionRecord {
  /** The modules (paths from the project's root) any of whose functions ran, sorted. */
  executed(): Promise<readonly string[]>;
  stop(): void;
}

/**
 * Counts, from now on, what runs of a plugin whose code is `folder`/main.js, with main.js.map beside
 * it. A module that is evaluated lazily is a function of the bundle, too. CALL BEFORE THE PLUGIN IS
 * EVALUATED.
 */
export async function recordExecution(pluginId: string, folder: string): Promise<ExecutionRecord> {
  const session = new Session();
  session.connect();
  const post = promisify<string, object, unknown>(session.post.bind(session));
  await post('Profiler.enable', {});
  await post('Debugger.enable', {});
  await post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    async executed() {
      const { result } = (await post(
        'Profiler.takePreciseCoverage',
        {},
      )) as Profiler.TakePreciseCoverageReturnType;
      const modules = new Set<string>();
      for (const script of result.filter(({ url }) => url === sourceUrlOf(pluginId))) {
        const { scriptSource } = (await post('Debugger.getScriptSource', {
          scriptId: script.scriptId,
        })) as { readonly scriptSource: string };
        for (const module of await modulesOf(script, scriptSource, folder)) modules.add(module);
      }
      return [...modules].sort();
    },
    stop: () => session.disconnect(),
  };
}

async function modulesOf(
  { functions }: Profiler.ScriptCoverage,
  scriptSource: string,
  folder: string,
): Promise<ReadonlySet<string>> {
  const code = await readFile(`${folder}/main.js`, 'utf8');
  const map = JSON.parse(await readFile(`${folder}/main.js.map`, 'utf8')) as {
    readonly mappings: string;
    readonly sources: readonly string[];
  };
  const before = scriptSource.indexOf(code);
  if (before < 0) throw new Error('The plugin that ran is not the one in this folder.');
  // The innermost function at each character: of nested ones the inner one begins later.
  const innermost = new Int32Array(scriptSource.length).fill(-1);
  const ranges = functions.flatMap(({ ranges: [range] }) => range ?? []);
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const [index, { startOffset, endOffset }] of ranges.entries()) {
    innermost.fill(index, startOffset, endOffset);
  }
  const modules = new Set<string>();
  for (const { offset, source } of readSegments(map.mappings, code)) {
    const range = ranges[innermost[before + offset] ?? -1];
    // Around the whole code lies the function that the app makes of it; names are only declared there.
    const isWhole = range === undefined || range.startOffset < before;
    const file = map.sources[source];
    if (isWhole || range.count === 0 || file === undefined) continue;
    modules.add(relative(projectRoot(), resolve(dirname(`${folder}/main.js`), file)));
  }
  return modules;
}
