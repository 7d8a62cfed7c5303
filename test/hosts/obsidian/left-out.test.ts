import { Session, type Profiler } from 'node:inspector';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { addBridges } from '../../../src/hosts/obsidian/bridge-list.js';
import { sourceUrlOf } from '../../host/load/plugin-origin.js';
import { projectRoot } from '../../host/server/project-root.js';
import { pluginVault } from './plugin-vault.js';
import { runPlugin } from './running-plugin.js';

/** How often each function of the plugin's code ran whose own text holds `phrase`. */
async function countRuns(): Promise<(phrase: string) => Promise<number[]>> {
  const session = new Session();
  session.connect();
  const post = promisify<string, object, unknown>(session.post.bind(session));
  await post('Profiler.enable', {});
  await post('Debugger.enable', {});
  await post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return async (phrase) => {
    const { result } = (await post(
      'Profiler.takePreciseCoverage',
      {},
    )) as Profiler.TakePreciseCoverageReturnType;
    const script = result.find(({ url }) => url === sourceUrlOf('countersign'));
    const { scriptSource } = (await post('Debugger.getScriptSource', {
      scriptId: script?.scriptId,
    })) as { readonly scriptSource: string };
    session.disconnect();
    const holding = (script?.functions ?? [])
      .flatMap(({ ranges: [range] }) => range ?? [])
      .filter(({ startOffset, endOffset }) =>
        scriptSource.slice(startOffset, endOffset).includes(phrase),
      );
    const isInnermost = (range: Profiler.CoverageRange) =>
      !holding.some((one) => one !== range && within(one, range));
    return holding.filter(isInnermost).map(({ count }) => count);
  };
}

const within = (inner: Profiler.CoverageRange, outer: Profiler.CoverageRange): boolean =>
  inner.startOffset >= outer.startOffset && inner.endOffset <= outer.endOffset;

test('nothing that was left out of the plugin is ever come to: with servers inspected, a mail approved and sent', async () => {
  const runsOf = await countRuns();
  const vault = await pluginVault();
  const folder = mkdtempSync(join(tmpdir(), 'countersign-recorded-'));
  try {
    const plugin = await runPlugin(vault, await vault.start());
    const executor = await plugin.executor();
    await executor.device.change((config) =>
      addBridges(config, [
        {
          alias: 'counting',
          transport: 'stdio',
          command: process.execPath,
          args: [join(projectRoot(), 'test/servers/counting-server.mjs')],
          env: { COUNT_FILE: join(folder, 'count.txt') },
          timeLimitSeconds: 10,
        },
      ]),
    );
    expect(await executor.inspect('counting')).toMatchObject({
      ok: true,
      value: { tools: [{ name: 'record' }] },
    });
    await plugin.approve(await plugin.draft('one'));
    await expect.poll(() => plugin.sent('one'), { timeout: 10_000 }).toBe(1);
    expect(new Set(await runsOf('is not part of this build.'))).toEqual(new Set([0]));
  } finally {
    await vault.close();
    rmSync(folder, { recursive: true });
  }
});
