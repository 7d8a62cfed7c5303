import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { bridgeDigest } from '../../src/core/request/action/digests.js';
import type { AgentClient } from '../../src/core/settings/agents/agent-clients.js';
import { givePermission } from '../../src/core/settings/agents/standing-permission.js';
import type { BridgeConfig, DeviceConfig } from '../../src/core/settings/device-config.js';
import { openFileCallLog } from '../../src/hosts/desktop/logs/file-call-log.js';
import { nodeHttpClient } from '../../src/hosts/desktop/servers/node-http-client.js';
import { nodeProcesses } from '../../src/hosts/desktop/servers/processes.js';
import { systemClock } from '../../src/hosts/desktop/system/system-clock.js';
import { mcpBridges } from '../../src/mcp/client/bridges.js';
import { AgentFeatures } from '../../src/mcp/server/tools/agent-features.js';
import { numbers, planNote } from '../../test/support/builders/numbered-notes.js';
import {
  agentClient,
  connected,
  openAgentBench,
  type OfficialClient,
} from '../../test/support/mcp/agent-bench.js';
import { benchConfig } from './bench-engine.js';
import { createDiskVault, startOnDisk } from './disk-vault.js';
import { durationRow, numberRow, p99Below, type Benchmark, type Row, type Target } from './row.js';
import { heapInUse, insist, millisecondsOf, spreadOf } from './timing.js';

const plans = 10_000;
const asksOfClient = 20;
const askingClients = 10;
const samples = 200;

const alias = 'library';
const small: Target = { text: 'median < 10 ms', isMet: ({ median }) => median < 10 };
const flat: Target = { text: 'p99 < 100 kB', isMet: ({ p99 }) => p99 < 100 };

/** What calling a tool of one of the person’s servers costs through Countersign, over HTTP with the official client. */
export const mirroredTools: Benchmark = {
  name: 'mirrored-tools',
  async run() {
    const vault = await createDiskVault(numbers(1, plans).map((number) => planNote(number)));
    const bridge: BridgeConfig = {
      ...{ alias, transport: 'stdio', command: process.execPath },
      args: [resolve('test/support/servers/reading-server.mjs')],
      env: { COUNT_FILE: join(vault.deviceFolder, 'sent') },
      timeLimitSeconds: 60,
    };
    const clients = numbers(1, askingClients + 1).map((at): AgentClient => {
      return agentClient(`Agent ${at}`, tokenOf(at));
    });
    let config: DeviceConfig = { ...benchConfig, bridges: [bridge], agents: clients };
    const bridges = mcpBridges({
      configs: () => config.bridges,
      processes: nodeProcesses({
        folder: vault.deviceFolder,
        vaultRoot: vault.root,
        loginShell: null,
      }),
      http: nodeHttpClient(),
      clock: systemClock(),
    });
    config = await offered(config, bridges);
    const callLog = openFileCallLog(join(vault.deviceFolder, 'calls'));
    const executor = await startOnDisk(vault, {
      engine: { bridges, callLog, config: () => config },
    });
    const features = new AgentFeatures(executor.engine);
    const bench = await openAgentBench({
      clients: () => clients,
      featuresFor: (client) => features.of(client),
    });
    try {
      await executor.engine.idle();
      return [...(await permittedRows(bench.url, bridge)), ...(await askRows(bench.url))];
    } finally {
      await bench.close();
      await executor.stop();
      await bridges.close();
      await callLog.close();
      await vault.remove();
    }
  },
};

const tokenOf = (at: number): string => `token-of-agent-${at}`;

/** Both tools are offered, and the first client may look things up. */
async function offered(
  config: DeviceConfig,
  bridges: ReturnType<typeof mcpBridges>,
): Promise<DeviceConfig> {
  const listed = await bridges.inspectToOffer(alias);
  const inspected = await bridges.inspect(alias);
  insist(listed.ok && inspected.ok, 'the server does not answer');
  const agentTools = listed.value.flatMap(({ offer }) => (offer.ok ? [offer.value] : []));
  const tool = agentTools.find(({ shown }) => shown.name === 'look_up');
  insist(tool !== undefined, 'there is no look_up');
  const { target, launch } = inspected.value;
  const looked = { tool, server: bridgeDigest(target), launch };
  const allowed = givePermission({ ...config, agentTools }, looked, ['Agent 1'], Date.now());
  insist(allowed.ok, 'the tool can’t be allowed');
  return allowed.value;
}

async function permittedRows(url: string, bridge: BridgeConfig): Promise<readonly Row[]> {
  insist(bridge.transport === 'stdio', 'it is another server');
  const ours = await connected('2026-07-28', url, tokenOf(1));
  const direct = new Client({ name: 'direct', version: '1' });
  await direct.connect(
    new StdioClientTransport({ command: bridge.command, args: [...bridge.args], env: bridge.env }),
  );
  const times = { ours: [] as number[], direct: [] as number[], more: [] as number[] };
  try {
    for (const at of numbers(1, samples)) {
      const args = { text: `book ${at}` };
      const through = await millisecondsOf(() => found(ours, `${alias}__look_up`, args));
      const alone = await millisecondsOf(() => found(direct, 'look_up', args));
      times.ours.push(through);
      times.direct.push(alone);
      times.more.push(through - alone);
    }
  } finally {
    await ours.close();
    await direct.close();
  }
  return [
    durationRow('an allowed call, of the server itself', spreadOf(times.direct)),
    durationRow('the same through Countersign', spreadOf(times.ours)),
    durationRow('what that takes more', spreadOf(times.more), small),
  ];
}

async function found(
  client: Pick<OfficialClient, 'callTool'>,
  name: string,
  args: { readonly text: string },
): Promise<void> {
  const answer = JSON.stringify(await client.callTool({ name, arguments: args }));
  insist(answer.includes(`Found ${args.text}`), `${name} answered ${answer.slice(0, 300)}`);
}

async function askRows(url: string): Promise<readonly Row[]> {
  const times: number[] = [];
  let heap = 0;
  for (const at of numbers(2, askingClients + 1)) {
    const client = await connected('2026-07-28', url, tokenOf(at));
    for (const each of numbers(1, asksOfClient)) {
      const text = `letter ${at} ${each}`;
      let answer = '';
      times.push(
        await millisecondsOf(async () => {
          const given = await client.callTool({
            name: `${alias}__send`,
            arguments: { text },
          });
          answer = JSON.stringify(given);
        }),
      );
      insist(
        answer.includes('waiting_for_person'),
        `the call was answered ${answer.slice(0, 300)}`,
      );
    }
    await client.close();
    heap = await heapInUse();
  }
  await new Promise((resolve) => setTimeout(resolve, 8_000));
  const grown = Math.max(0, ((await heapInUse()) - heap) / 1024);
  return [
    durationRow(`${plans} plans: a call that asks a person`, spreadOf(times), p99Below(50)),
    numberRow(
      `${times.length} requests waiting 8 s: growth of the heap`,
      spreadOf([grown]),
      'kB',
      flat,
    ),
  ];
}
