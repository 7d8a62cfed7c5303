import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { authoriseAction } from '../../../src/core/request/approval/authorised-action.js';
import type { CallReport } from '../../../src/core/request/outcome/call-report.js';
import { outcomeOf, type Outcome } from '../../../src/core/request/outcome/decide-outcome.js';
import type { BridgeConfig } from '../../../src/core/settings/device-config.js';
import { nodeHttpClient } from '../../../src/hosts/desktop/servers/node-http-client.js';
import { systemClock } from '../../../src/hosts/desktop/system/system-clock.js';
import { mcpBridges, type McpBridges } from '../../../src/mcp/client/bridges.js';
import type { HttpClient } from '../../../src/mcp/client/transport/http-client.js';
import { testProcesses } from '../mcp/test-processes.js';
import type { Run, Wiring } from './rows.js';

const SCRIPT = resolve('test/support/servers/misbehaving-server.mjs');
const SDK_SCRIPT = resolve('test/support/servers/sdk-failing-server.mjs');

/** A bridge to a server process of its own, and what really happened at that server. */
export interface Server {
  readonly bridges: McpBridges;
  readonly late: CallReport[];
  /** One `tools/call` over the connection that `inspect` found, or over none. */
  call(text?: string): Promise<CallReport>;
  /** What was done, by whom it was asked. */
  done(): Promise<string[]>;
  /** The methods that arrived, in order. */
  seen(): Promise<string[]>;
  /** Ends the server process from outside. */
  end(): Promise<void>;
  close(): Promise<void>;
}

export interface ServerSetting extends Wiring {
  readonly mode: string;
  readonly works?: boolean;
  readonly timeLimitSeconds?: number;
  readonly connectLimitMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly script?: string;
  /** Instead of the real network. */
  readonly http?: HttpClient;
  /** Of a bridge over stdio, instead of Node's own. */
  readonly command?: string;
}

export async function startServer(setting: ServerSetting): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-outcome-'));
  const env = {
    TRANSPORT: setting.transport,
    ERA: setting.era,
    FORM: setting.form,
    MODE: setting.mode,
    WORKS: setting.works === false ? '0' : '1',
    COUNT_FILE: join(folder, 'count.txt'),
    SEEN_FILE: join(folder, 'seen.txt'),
  };
  const script = setting.script ?? SCRIPT;
  const child = setting.transport === 'http' ? await listen(script, env) : null;
  const common = { alias: 'server', timeLimitSeconds: setting.timeLimitSeconds ?? 20 };
  const config: BridgeConfig =
    child === null
      ? {
          ...common,
          transport: 'stdio',
          command: setting.command ?? process.execPath,
          args: [script],
          env,
        }
      : {
          ...common,
          transport: 'http',
          url: `http://127.0.0.1:${child.port}/mcp`,
          headers: setting.headers ?? {},
        };
  const late: CallReport[] = [];
  const bridges = mcpBridges({
    configs: () => [config],
    processes: testProcesses(),
    http: setting.http ?? nodeHttpClient(),
    clock: systemClock(),
    connectLimitMs: setting.connectLimitMs ?? 20_000,
    onLateAnswer: (_id, report) => late.push(report),
  });
  let connection = 'none';
  const end = async (): Promise<void> => {
    if (child === null || child.process.exitCode !== null || child.process.signalCode !== null)
      return;
    const ended = once(child.process, 'exit');
    child.process.kill('SIGKILL');
    await ended;
  };
  return {
    bridges: {
      ...bridges,
      inspect: async (alias) => {
        const inspected = await bridges.inspect(alias);
        if (inspected.ok) connection = inspected.value.connection;
        return inspected;
      },
    },
    late,
    call: (text = 'once') =>
      bridges.call(
        authoriseAction({
          requestId: `r-${text}`,
          bridge: 'server',
          connection,
          tool: 'record',
          arguments: { text },
        }),
        async () => null,
      ),
    done: () => linesOf(env.COUNT_FILE),
    seen: () => linesOf(env.SEEN_FILE),
    end,
    close: async () => {
      await bridges.close();
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listen(
  script: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly process: ChildProcess; readonly port: number }> {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [first] = (await once(child.stdout, 'data')) as [Buffer];
  return { process: child, port: Number(first.toString()) };
}

async function linesOf(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

/** What became of one run. */
export interface Result {
  readonly report: CallReport;
  readonly outcome: Outcome;
  /** How often the server did the work. */
  readonly done: number;
  readonly seen: readonly string[];
  /** Why this is wrong; empty when all is well. */
  readonly faults: readonly string[];
}

/** Performs one run against a server process of its own, and compares the verdict with what was done. */
export async function perform(run: Run): Promise<Result> {
  const { meanwhile, mode, onSdk, timeLimitSeconds } = run.case;
  const server = await startServer({
    ...run.wiring,
    mode,
    works: run.works,
    ...(onSdk && { script: SDK_SCRIPT }),
    ...(timeLimitSeconds !== undefined && { timeLimitSeconds }),
    ...(meanwhile === 'command not found' && { command: 'no-such-command-anywhere' }),
  });
  try {
    if (meanwhile === 'command not found') await server.end();
    const inspected = await server.bridges.inspect('server');
    if (inspected.ok === (meanwhile === 'command not found')) {
      throw new Error(`${run.name}: ${inspected.ok ? 'it was found' : inspected.error.message}`);
    }
    if (meanwhile === 'server is gone') await untilGone(server, run.wiring);
    const calling = server.call();
    if (meanwhile === 'closed here') {
      await until(async () => (await server.seen()).includes('tools/call'));
      await server.bridges.close();
    }
    const report = await calling;
    const outcome = outcomeOf(report, run.case.success ?? null);
    const done = (await server.done()).length;
    const seen = await server.seen();
    const faults = [...faultsOf(run, outcome, done, seen), ...noisyFaults(run, report, seen)];
    return { report, outcome, done, seen, faults };
  } finally {
    await server.close();
  }
}

function faultsOf(run: Run, outcome: Outcome, done: number, seen: readonly string[]): string[] {
  const calls = seen.filter((method) => method === 'tools/call').length;
  const other = seen.filter((method) => method === 'GET' || method === 'DELETE');
  return [
    outcome.kind === 'executed' && done === 0 && 'said executed, and nothing was done',
    outcome.kind === 'not_executed' && done > 0 && 'said not executed, and it was done',
    done > 1 && `was done ${done} times`,
    calls > 1 && `was called ${calls} times`,
    other.length > 0 && `the server got ${other.join(', ')}`,
    outcome.kind !== run.case.verdict && `said ${outcome.kind} instead of ${run.case.verdict}`,
    (outcome.warning !== undefined) !== (run.case.warns ?? false) && 'the warning is wrong',
    run.case.meanwhile === undefined && calls === 0 && 'the call never reached the server',
    run.case.meanwhile === undefined && done > 0 !== run.works && 'the server did not do its part',
  ].filter((fault) => fault !== false);
}

/** What a person would have to wait for in vain, and what a server got although it was promised not to. */
function noisyFaults(
  { wiring, case: one }: Run,
  report: CallReport,
  seen: readonly string[],
): string[] {
  const silent = ['hangs', 'progress'].includes(one.mode);
  const overHttp = wiring.transport === 'http';
  return [
    report.kind === 'timeout' && overHttp && !silent && 'the end was not noticed before the limit',
    overHttp && seen.includes('answer') && 'the server was answered',
  ].filter((fault) => fault !== false);
}

/** A server that is gone is known to be gone by its silence: over HTTP nobody tells. */
async function untilGone(server: Server, { transport }: Wiring): Promise<void> {
  if (transport === 'http') return server.end();
  await until(() => server.bridges.diagnostics('server') !== null);
  await new Promise((done) => setTimeout(done, 150));
}

/** Polls until something holds, for effects that only another process can show. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It never came to hold');
    await new Promise((done) => setTimeout(done, 10));
  }
}
