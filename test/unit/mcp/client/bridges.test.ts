import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import type { BridgeConfig } from '../../../../src/core/settings/device-config.js';
import { nodeHttpClient } from '../../../../src/hosts/desktop/servers/node-http-client.js';
import { mcpBridges } from '../../../../src/mcp/client/bridges.js';
import {
  benchWith,
  isRunning,
  realClock,
  serverScript,
  until,
} from '../../../support/mcp/bridge-bench.js';
import { testProcesses } from '../../../support/mcp/test-processes.js';

const honest = (timeLimitSeconds = 10) => benchWith('counting-server.mjs', { timeLimitSeconds });
const hostile = (mode: string) => benchWith('hostile-server.mjs', { mode });

function bridgesTo(...configs: BridgeConfig[]) {
  return mcpBridges({
    configs: () => configs,
    processes: testProcesses(),
    http: nodeHttpClient(),
    clock: realClock,
  });
}

const stdio = {
  alias: 'server',
  transport: 'stdio',
  args: [],
  env: {},
  timeLimitSeconds: 1,
} as const;

describe('inspecting a bridge', () => {
  test('lists the five digested fields of each tool exactly as the server does', async () => {
    const { bridges } = await hostile('extra_fields');
    expect(await bridges.inspect('server')).toMatchObject({
      ok: true,
      value: {
        target: { transport: 'stdio', names: ['COUNT_FILE', 'MODE', 'PID_FILE'] },
        tools: [
          {
            name: 'record',
            description: 'Writes a line.',
            inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
            annotations: { odd: [1] },
          },
        ],
      },
    });
    const again = await bridges.inspect('server');
    expect(again.ok && Object.keys(again.value.tools[0]!)).not.toContain('title');
  });

  test('asks the changed server where the bridge is changed while it is asked', async () => {
    const script = serverScript('counting-server.mjs');
    const config = { ...stdio, command: process.execPath, args: [script] };
    let configs = [config];
    const bridges = mcpBridges({
      configs: () => configs,
      processes: testProcesses(),
      http: nodeHttpClient(),
      clock: realClock,
    });
    const asked = [bridges.inspect('server')];
    configs = [{ ...config, args: [script, '--account=other'] }];
    asked.push(bridges.inspect('server'));
    const [first, second] = await Promise.all(asked);
    expect(second).toMatchObject({ ok: true, value: { target: { args: configs[0]?.args } } });
    expect(first).toEqual(second);
    await bridges.close();
  });

  test('reads a list of several pages', async () => {
    const { bridges } = await hostile('pages');
    const inspection = await bridges.inspect('server');
    expect(inspection.ok && inspection.value.tools.map(({ name }) => name)).toEqual([
      'tool_0',
      'tool_1',
      'tool_2',
    ]);
  });

  test('reads a list that ends with an empty cursor, as many servers end it', async () => {
    const { bridges } = await hostile('empty_cursor');
    const inspection = await bridges.inspect('server');
    expect(inspection.ok && inspection.value.tools).toHaveLength(1);
  });

  test('marks a tool that takes no plain call', async () => {
    const { bridges } = await hostile('task_tools');
    const inspection = await bridges.inspect('server');
    expect(inspection.ok && inspection.value.tools.map((tool) => tool.onlyAsTask)).toEqual([
      true,
      undefined,
      undefined,
    ]);
  });

  test('sees tools that changed since the last time, on the same connection', async () => {
    const { bridges, pids } = await hostile('changing_tools');
    const first = await bridges.inspect('server');
    const second = await bridges.inspect('server');
    expect(first.ok && first.value.tools[0]?.description).toBe('Listing 1');
    expect(second.ok && second.value.tools[0]?.description).toBe('Listing 2');
    expect(pids).toHaveLength(1);
  });

  test.each([
    ['a tool twice', 'duplicate_tools', 'lists the tool “record” twice'],
    ['a tool without a schema', 'bad_tool', 'lists a tool without a name or an input schema'],
    [
      'a tool with half a character',
      'half_character',
      'describes the tool “record” with half a character',
    ],
    ['no tools at all', 'no_tools', 'answered the request for its tools with something else'],
    ['pages without end', 'endless_pages', 'lists its tools on more than 64 pages'],
    ['more than anybody reads', 'long_pages', 'lists tools of more than 4194304 characters'],
    ['one page again and again', 'same_page', 'never comes to the end of its list of tools'],
  ])('refuses a server that lists %s', async (_, mode, complaint) => {
    const { bridges } = await hostile(mode);
    expect(await bridges.inspect('server')).toMatchObject({
      ok: false,
      error: {
        code: 'bridge_unreachable',
        message: `The server "server" ${complaint}.`,
      },
    });
  });

  test('gives up on a server that never lists its tools, and starts a new one next time', async () => {
    const bench = await benchWith('hostile-server.mjs', {
      mode: 'mute_listing',
      connectLimitMs: 2_000,
    });
    expect(await bench.bridges.inspect('server')).toMatchObject({ ok: false });
    bench.configure({ env: { MODE: 'honest' } });
    expect(await bench.bridges.inspect('server')).toMatchObject({ ok: true });
    await until(async () => !(await isRunning(bench.pids[0]!)));
  });

  test('gives a command that may download its server longer, until it answered once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'npx-'));
    const command = join(folder, 'npx');
    const script = serverScript('counting-server.mjs');
    await writeFile(command, `#!/bin/sh\nexec '${process.execPath}' '${script}'\n`, {
      mode: 0o755,
    });
    const limits: number[] = [];
    const configs = [
      { ...stdio, command },
      { ...stdio, alias: 'other', command: '/no/such' },
    ];
    const bridges = mcpBridges({
      configs: () => configs,
      processes: testProcesses(),
      http: nodeHttpClient(),
      clock: {
        ...realClock,
        setTimer: (delayMs, callback) => {
          limits.push(delayMs);
          return realClock.setTimer(delayMs, callback);
        },
      },
    });
    expect(await bridges.inspect('server')).toMatchObject({ ok: true });
    expect(limits).toEqual([120_000, 120_000]);
    await bridges.inspect('other');
    expect(limits.at(-1)).toBe(20_000);
    configs[0] = { ...stdio, alias: 'again', command };
    expect(await bridges.inspect('again')).toMatchObject({ ok: true });
    expect(limits.slice(3)).toEqual([20_000, 20_000]);
    await bridges.close();
    await rm(folder, { recursive: true });
  });

  test('starts one server for inspections at the same time', async () => {
    const { bridges, pids } = await honest();
    const inspections = await Promise.all([1, 2, 3].map(() => bridges.inspect('server')));
    expect(inspections.every(({ ok }) => ok)).toBe(true);
    expect(pids).toHaveLength(1);
  });

  test('lists once for all who ask while the tools are listed, and after they asked', async () => {
    const { bridges } = await hostile('changing_tools');
    await bridges.inspect('server');
    const inspections = await Promise.all([1, 2, 3, 4, 5].map(() => bridges.inspect('server')));
    const seen = inspections.map((one) => one.ok && one.value.tools[0]?.description);
    expect(seen).toEqual(['Listing 2', 'Listing 3', 'Listing 3', 'Listing 3', 'Listing 3']);
  });

  test('starts the server anew after it died', async () => {
    const bench = await hostile('dies_after_listing');
    await bench.bridges.inspect('server');
    await until(async () => !(await isRunning(bench.pids[0]!)));
    expect(await bench.bridges.inspect('server')).toMatchObject({ ok: true });
    expect(bench.pids).toHaveLength(2);
  });

  test('starts nothing any more once everything was closed', async () => {
    const { bridges, pids } = await hostile('mute_second_listing');
    await bridges.inspect('server');
    const second = bridges.inspect('server');
    await bridges.close();
    expect(await second).toMatchObject({ ok: false, error: { code: 'bridges_closed' } });
    expect(pids).toHaveLength(1);
  });

  test('winding down waits for a call, and for nothing else', async () => {
    const busy = await honest();
    await busy.bridges.inspect('server');
    const call = busy.record('slow', { delayMs: 300 });
    const mute = await hostile('mute_listing');
    const listing = mute.bridges.inspect('server');
    await until(() => mute.pids.length === 1);
    for (const { bridges } of [busy, mute]) bridges.windDown();
    expect(await call).toMatchObject({ kind: 'result' });
    expect(await listing).toMatchObject({ ok: false, error: { code: 'bridges_closed' } });
    expect(await busy.bridges.inspect('server')).toMatchObject({ ok: false });
  });

  test('tells a command that is not found from a server that died', async () => {
    const missing = bridgesTo({ ...stdio, command: 'no-such-command-anywhere' });
    expect(await missing.inspect('server')).toMatchObject({
      error: {
        code: 'bridge_unreachable',
        message: 'The command no-such-command-anywhere was not found in any folder of PATH.',
      },
    });
    const { bridges } = await hostile('dies_at_start');
    expect(await bridges.inspect('server')).toMatchObject({
      error: {
        code: 'bridge_unreachable',
        message: 'The server "server" can’t be reached: the server exited with code 4.',
      },
    });
    expect(bridges.diagnostics('server')?.stderr).toBe('missing configuration\n');
  });

  test('keeps the lines that were no messages, for diagnosis', async () => {
    const bench = await hostile('garbage_around');
    await bench.bridges.inspect('server');
    await bench.record();
    await until(() => bench.bridges.diagnostics('server')?.noise.includes('bye') === true);
    expect(bench.bridges.diagnostics('server')?.noise).toContain('Server is busy…');
  });

  test('of an alias that is not configured is bridge_unknown', async () => {
    const bridges = bridgesTo();
    expect(await bridges.inspect('nobody')).toMatchObject({ error: { code: 'bridge_unknown' } });
    expect(bridges.aliases()).toEqual([]);
  });
});

describe('a call', () => {
  test('is made once, with exactly the given arguments, and gives the result as it came', async () => {
    const bench = await honest();
    await bench.bridges.inspect('server');
    expect(await bench.record('hello')).toEqual({
      kind: 'result',
      result: {
        content: [{ type: 'text', text: 'Recorded hello' }],
        structuredContent: { recorded: 'hello' },
      },
    });
    expect(await bench.recorded()).toEqual(['hello']);
  });

  test('is not sent before anybody inspected the bridge', async () => {
    const bench = await honest();
    expect(await bench.record()).toEqual({
      kind: 'not_sent',
      detail: 'The server "server" was not connected.',
    });
    expect(bench.pids).toEqual([]);
  });

  test('is not sent when the bridge was changed after the inspection, be it one value', async () => {
    const bench = await honest();
    await bench.bridges.inspect('server');
    bench.configure({ env: { COUNT_FILE: '/dev/null' } });
    expect(await bench.record()).toEqual({
      kind: 'not_sent',
      detail: 'The server "server" was changed after its tools were checked.',
    });
    bench.remove();
    expect(await bench.record()).toMatchObject({ kind: 'not_sent' });
    expect(await bench.recorded()).toEqual([]);
  });

  test.each([
    ['to another server', { args: ['--no-warnings', serverScript('counting-server.mjs')] }],
    ['with another value in its environment', { env: { COUNT_FILE: '/dev/null' } }],
  ])(
    'is not sent when another inspection has since connected the alias %s',
    async (_name, change) => {
      const bench = await honest();
      const checked = await bench.bridges.inspect('server');
      if (!checked.ok) throw new Error(checked.error.message);
      bench.configure(change);
      expect(await bench.bridges.inspect('server')).toMatchObject({ ok: true });
      expect(await bench.record('once', {}, checked.value.connection)).toEqual({
        kind: 'not_sent',
        detail: 'The server "server" was reconnected after its tools were checked.',
      });
      expect(await bench.recorded()).toEqual([]);
    },
  );

  test('can run beside another one on the same bridge', async () => {
    const bench = await honest();
    await bench.bridges.inspect('server');
    const slow = bench.record('slow', { delayMs: 300 });
    const quick = await bench.record('quick');
    expect(quick).toMatchObject({ result: { structuredContent: { recorded: 'quick' } } });
    expect(await slow).toMatchObject({ result: { structuredContent: { recorded: 'slow' } } });
    expect(await bench.recorded()).toEqual(['slow', 'quick']);
  });

  test('that runs is not disturbed when the bridge is configured anew', async () => {
    const bench = await honest();
    await bench.bridges.inspect('server');
    const running = bench.record('running', { delayMs: 400 });
    await until(async () => (await bench.recorded()).length === 1);

    bench.configure({ args: ['-e', ''] });
    await bench.bridges.inspect('server');

    expect(await running).toMatchObject({ kind: 'result' });
    await until(async () => !(await isRunning(bench.pids[0]!)));
  });

  test('that timed out on an honest server had been executed, and its answer comes late', async () => {
    const bench = await honest(0.1);
    await bench.bridges.inspect('server');
    expect(await bench.record('slow', { delayMs: 300 })).toEqual({ kind: 'timeout', afterMs: 100 });
    await until(() => bench.late.length === 1);
    expect(await bench.recorded()).toEqual(['slow']);
  });

  test('that keeps its server from listing tools is not cut off for that, even after its limit', async () => {
    const bench = await benchWith('hostile-server.mjs', {
      ...{ mode: 'blocks:2800', connectLimitMs: 1_500, timeLimitSeconds: 2 },
    });
    await bench.bridges.inspect('server');
    const running = bench.record('slow');
    await until(async () => (await bench.recorded()).length === 1);
    expect(await bench.bridges.inspect('server')).toMatchObject({
      error: {
        message:
          'The server "server" can’t be reached: the server did not answer within 1.5 s; it may be busy with a call.',
      },
    });
    expect(await running).toEqual({ kind: 'timeout', afterMs: 2_000 });
    await until(() => bench.late.length === 1);
    expect(bench.late).toMatchObject([{ requestId: 'r-slow', report: { kind: 'result' } }]);
    expect(await bench.bridges.inspect('server')).toMatchObject({ ok: true });
    expect(await bench.recorded()).toEqual(['slow']);
    expect(bench.pids).toHaveLength(1);
  });

  test('goes on after its server asked something, though the bridge is configured anew', async () => {
    const bench = await hostile('asks:elicitation/create');
    await bench.bridges.inspect('server');
    expect(await bench.record()).toMatchObject({ kind: 'input_required' });
    bench.configure({ args: ['-e', ''] });
    await bench.bridges.inspect('server');
    await until(() => bench.late.length === 1);
    await until(async () => !(await isRunning(bench.pids[0]!)));
  });

  test('after everything was closed is not sent', async () => {
    const bench = await honest();
    await bench.bridges.inspect('server');
    await bench.bridges.close();
    expect(await bench.record()).toMatchObject({ kind: 'not_sent' });
    expect(await bench.bridges.inspect('server')).toMatchObject({ ok: false });
    expect(bench.pids).toHaveLength(1);
  });
});
