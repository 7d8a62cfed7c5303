import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';
import { authoriseAction } from '../../../src/core/request/approval/authorised-action.js';
import type { CallReport } from '../../../src/core/request/outcome/call-report.js';
import type { BridgeConfig } from '../../../src/core/settings/device-config.js';
import { nodeHttpClient } from '../../../src/hosts/desktop/servers/node-http-client.js';
import { mcpBridges, type McpBridges } from '../../../src/mcp/client/bridges.js';
import type {
  ChildProcesses,
  ChildProcessHandle,
} from '../../../src/mcp/client/transport/child-processes.js';
import type { Clock } from '../../../src/ports/clock.js';
import { testProcesses } from './test-processes.js';

export const realClock: Clock = {
  now: () => Date.now(),
  setTimer: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** The file of a server under test. */
export function serverScript(name: string): string {
  return fileURLToPath(new URL(`../servers/${name}`, import.meta.url));
}

/** Whether a process exists and is no zombie. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return !/^\d+ \(.*\) [ZX]/su.test(stat);
  } catch {
    try {
      process.kill(pid, 0);
      return process.platform !== 'linux';
    } catch {
      return false;
    }
  }
}

/** Polls until something holds, for effects that only another process can show. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It never came to hold');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** One bridge to a real child process, and the ground truth of what that did. */
export interface Bench {
  readonly bridges: McpBridges;
  /** The child processes that were started, oldest first. */
  readonly pids: readonly number[];
  /** Those whose end was told to the bridge. */
  readonly ended: readonly number[];
  readonly late: readonly { readonly requestId: string; readonly report: CallReport }[];
  readonly pidFile: string;
  readonly configure: (change: {
    readonly command?: string;
    readonly env?: Record<string, string>;
    readonly args?: string[];
  }) => void;
  remove(): void;
  /** Calls `record` with this text, over the connection that was inspected last unless another is named. */
  record(
    text?: string,
    more?: { readonly delayMs?: number },
    connection?: string,
    whyNot?: () => Promise<string | null>,
  ): Promise<CallReport>;
  /** What the server really did, call by call. */
  recorded(): Promise<string[]>;
}

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

export async function benchWith(
  script: string,
  setting: {
    readonly mode?: string;
    readonly timeLimitSeconds?: number;
    readonly connectLimitMs?: number;
    /** Other bridges of the device. */
    readonly others?: readonly BridgeConfig[];
  } = {},
): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bridge-'));
  const countFile = join(folder, 'count.txt');
  const pidFile = join(folder, 'pid.txt');
  const pids: number[] = [];
  const ended: number[] = [];
  const late: { requestId: string; report: CallReport }[] = [];
  const env: Record<string, string> = { COUNT_FILE: countFile, PID_FILE: pidFile };
  if (setting.mode !== undefined) env['MODE'] = setting.mode;
  const approved: BridgeConfig = {
    alias: 'server',
    transport: 'stdio',
    command: process.execPath,
    args: [serverScript(script)],
    env,
    timeLimitSeconds: setting.timeLimitSeconds ?? 10,
  };
  let configs: BridgeConfig[] = [approved, ...(setting.others ?? [])];
  let latest = 'none';
  const mcp = mcpBridges({
    configs: () => configs,
    processes: recordPids(testProcesses(), pids, ended),
    http: nodeHttpClient(),
    clock: realClock,
    connectLimitMs: setting.connectLimitMs ?? 10_000,
    onLateAnswer: (requestId, report) => late.push({ requestId, report }),
  });
  const bridges: McpBridges = {
    ...mcp,
    inspect: async (alias) => {
      const inspected = await mcp.inspect(alias);
      if (inspected.ok) latest = inspected.value.connection;
      return inspected;
    },
  };
  cleanups.push(async () => {
    await bridges.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    bridges,
    pids,
    ended,
    late,
    pidFile,
    configure: (change) => {
      configs = configs.map((config) =>
        config.transport === 'stdio' ? { ...config, ...change } : config,
      );
    },
    remove: () => {
      configs = [];
    },
    record: (text = 'once', more = {}, connection = latest, whyNot = async () => null) =>
      bridges.call(
        authoriseAction({
          requestId: `r-${text}`,
          bridge: 'server',
          connection,
          tool: 'record',
          arguments: { text, ...more },
        }),
        whyNot,
      ),
    recorded: async () => {
      const lines = await readFile(countFile, 'utf8').catch(() => '');
      return lines.split('\n').filter((line) => line !== '');
    },
  };
}

function recordPids(processes: ChildProcesses, pids: number[], ended: number[]): ChildProcesses {
  return {
    ...processes,
    spawn: async (spec) => {
      const started = await processes.spawn(spec);
      if (!started.ok) return started;
      const child = started.value;
      pids.push(child.pid);
      const listen: ChildProcessHandle['listen'] = (listeners) =>
        child.listen({
          ...listeners,
          end: (end) => {
            ended.push(child.pid);
            listeners.end(end);
          },
        });
      return { ok: true, value: { ...child, listen } };
    },
  };
}
