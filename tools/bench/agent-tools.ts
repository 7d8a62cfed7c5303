import { AgentFeatures } from '../../src/mcp/server/tools/agent-features.js';
import {
  numbers,
  planIdOf,
  planNote,
  requestNote,
} from '../../test/support/builders/numbered-notes.js';
import {
  connected,
  openAgentBench,
  type OfficialClient,
} from '../../test/support/mcp/agent-bench.js';
import { createDiskVault, startOnDisk } from './disk-vault.js';
import { durationRow, numberRow, p99Below, type Benchmark, type Row, type Target } from './row.js';
import { heapInUse, insist, millisecondsOf, spreadOf } from './timing.js';

const plans = 10_000;
const samples = 200;
const waitingClients = 50;
const waitSeconds = 20;
const quietMs = 8_000;

const none: Target = { text: 'none', isMet: ({ min, p99 }) => min === 0 && p99 === 0 };
const flat: Target = { text: 'p99 < 100 kB', isMet: ({ p99 }) => p99 < 100 };

/** What agents' calls cost in a large vault on the disk, over HTTP with the official client, and what waiting costs. */
export const agentTools: Benchmark = {
  name: 'agent-tools',
  async run() {
    const vault = await createDiskVault([
      ...numbers(1, plans).map((number) => {
        const { path, text } = planNote(number);
        return { path, text: text.replace('1. [ ] ✋', '1. [x] ✋') };
      }),
      requestNote(plans + 1),
      planNote(plans + 1),
    ]);
    const accesses = { count: 0 };
    const executor = await startOnDisk(vault, {
      store: (store) => ({
        ...store,
        read: (path) => {
          accesses.count += 1;
          return store.read(path);
        },
      }),
    });
    const features = new AgentFeatures(executor.engine);
    let connections = 0;
    const bench = await openAgentBench({
      // No client reaches its limit of writes a minute.
      featuresFor: () => features.of(`Agent ${(connections += 1)}`),
    });
    const client = await connected('2026-07-28', bench.url);
    try {
      await executor.engine.idle();
      return [
        ...(await callRows(client)),
        ...(await waitingRows(bench.url, requestNote(plans + 1).requestId, accesses)),
      ];
    } finally {
      await client.close();
      await bench.close();
      await executor.stop();
      await vault.remove();
    }
  },
};

async function callRows(client: OfficialClient): Promise<readonly Row[]> {
  const times = { resume: [] as number[], update: [] as number[] };
  for (const number of numbers(1, samples)) {
    const plan_id = planIdOf(number * 7);
    times.resume.push(await call(client, 'resume_plan', { plan_id }));
    times.update.push(
      await call(client, 'update_plan_step', { plan_id, step: 2, rationale: 'It is in the log.' }),
    );
  }
  const target = p99Below(50);
  return [
    durationRow(`${plans} plans: resume_plan`, spreadOf(times.resume), target),
    durationRow(`${plans} plans: update_plan_step`, spreadOf(times.update), target),
  ];
}

/** Milliseconds that a call takes; one that is refused measures nothing. */
async function call(
  client: OfficialClient,
  name: string,
  args: Record<string, unknown>,
): Promise<number> {
  let answer: unknown;
  const took = await millisecondsOf(async () => {
    answer = await client.callTool({ name, arguments: args });
  });
  const { isError } = answer as { readonly isError?: boolean };
  insist(isError !== true, `${name} was refused: ${JSON.stringify(answer).slice(0, 300)}`);
  return took;
}

async function waitingRows(
  url: string,
  request_id: string,
  accesses: { count: number },
): Promise<readonly Row[]> {
  const clients: OfficialClient[] = [];
  for (let each = 0; each < waitingClients; each += 1)
    clients.push(await connected('2026-07-28', url));
  const waits = clients.map((client) =>
    call(client, 'await_request', { request_id, wait_seconds: waitSeconds }),
  );
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const before = { reads: accesses.count, heap: await heapInUse() };
  await new Promise((resolve) => setTimeout(resolve, quietMs));
  const grown = ((await heapInUse()) - before.heap) / 1024;
  const reads = accesses.count - before.reads;
  const took = await Promise.all(waits);
  insist(Math.min(...took) >= waitSeconds * 900, 'a wait ended early');
  for (const client of clients) await client.close();
  const during = `${waitingClients} clients waiting ${quietMs / 1_000} s`;
  return [
    numberRow(`${during}: notes read`, spreadOf([reads]), '', none),
    numberRow(`${during}: growth of the heap`, spreadOf([Math.max(0, grown)]), 'kB', flat),
  ];
}
