import {
  pauseAgent,
  resumeAgent,
  revokeAgent,
} from '../../../src/core/settings/agents/agent-clients.js';
import { offerTools } from '../../../src/core/settings/agents/agent-tools.js';
import {
  endPermissions,
  givePermission,
} from '../../../src/core/settings/agents/standing-permission.js';
import { bridgeDigest } from '../../../src/core/request/action/digests.js';
import type { JsonObject } from '../../../src/core/json.js';
import { clientOfToken } from '../../../src/hosts/desktop/agents/agent-tokens.js';
import { AgentFeatures } from '../../../src/mcp/server/tools/agent-features.js';
import type { ToolAnswer } from '../../../src/mcp/server/server-features.js';
import type { Engine } from '../../../src/engine/engine.js';
import { MEMORY_ROOT } from '../../../test/support/memory/memory-note-store.js';
import type { ClientChange } from '../command.js';
import type { Device, Process } from '../device.js';
import type { Handlers } from '../handlers.js';
import { configure } from '../people.js';
import { settled } from '../scheduler.js';
import { nthOf } from '../vault-notes.js';
import type { World } from '../world.js';
import { rollBackCalls } from './call-log-file.js';
import {
  addClient,
  offeredTools,
  serverOf,
  type ClientName,
  type ClientTool,
} from './client-programs.js';

/** So many calls of one client are made before anything else may happen. */
const atOnce = 25;
const attached = 'Files/rates.md';
const endpoints = new WeakMap<Engine, AgentFeatures>();
const { signal } = new AbortController();

/** What agents' clients do over the endpoint, and what people let them do. */
export const clientHandlers: Handlers<
  | 'call'
  | 'call often'
  | 'ask after'
  | 'allow'
  | 'end permission'
  | 'offer tools'
  | 'restore settings'
  | 'roll back calls'
  | ClientChange
> = {
  call(world, { on, as, tool, nth, file }) {
    const named =
      file === undefined ? {} : { file: (file === 'absolute' ? `${MEMORY_ROOT}/` : '') + attached };
    const args =
      tool === 'look_up'
        ? { to: `${as} ${nth}`, ...named }
        : { to: 'client_a@example.com', subject: `Invoice ${nth}` };
    callTool(world, { on, as, tool }, args);
  },

  async 'call often'(world, { on, as, times }) {
    const { process } = world.device(on);
    if (!process?.engine) return;
    await world.run(200, times, () => !world.scheduler.waits(/^/, process));
    world.scheduler.unhindered = process;
    for (let count = 1; count <= times; count += 1) {
      callTool(world, { on, as, tool: 'look_up' }, { to: `${as} often ${count}` });
      if (count % atOnce === 0) await settled();
    }
    await settled();
    world.scheduler.unhindered = null;
  },

  'ask after'(world, { on, as, nth }) {
    const device = world.device(on);
    const request = nthOf(world.witness.clients.requests, nth);
    const endpoint = endpointAt(device, as);
    if (!request || !endpoint) return;
    const args = { request_id: request.id, wait_seconds: 0 };
    const asked = endpoint.features.callTool('await_request', args, { signal });
    const isOther = request.client !== as || request.device !== device;
    if (isOther) world.say('asked after another’s request', device, { id: request.id });
    const asking = { process: endpoint.process, id: request.id };
    world.witness.clients.asking.add(asking);
    world.await(asked, (answer) => {
      world.witness.clients.asking.delete(asking);
      if (!answer) return;
      void answer.onTold?.();
      world.witness.clients.tell(device, as, { answer, call: null });
    });
  },

  allow(world, { on, tool, clients }) {
    const device = world.device(on);
    const server = world.servers.get(serverOf(tool));
    const looked = server && offeredTools(server).find(({ shown }) => shown.name === tool);
    const named = clients.filter((name) => device.clients.has(name));
    if (!server?.reachable || !looked || named.length === 0) return;
    const { target, launch } = server;
    const lookedAt = { tool: looked, server: bridgeDigest(target), launch };
    const given = givePermission(device.config, lookedAt, named, world.now(device));
    if (!given.ok) return world.say('not allowed', device, { detail: tool });
    const { readOnlyHint, destructiveHint } = looked.shown.annotations ?? {};
    if (readOnlyHint !== true || destructiveHint === true) {
      world.witness.object(`only what reads can be allowed: ${tool}`);
    }
    sayMeanwhile(world, device, 'another permission');
    world.witness.permitted.keepOld(device);
    const tokens = named.flatMap((name) => device.clients.get(name)?.token ?? []);
    world.witness.permitted.give(device, tool, tokens);
    world.say('allowed', device, { detail: named.join() });
    configure(world, on, { agentTools: given.value.agentTools ?? [] });
  },

  'end permission'(world, { on }) {
    const device = world.device(on);
    const { agentTools = [] } = endPermissions(device.config, 'email', ['look_up']);
    const wasHeld = device.config.agentTools?.some(({ allowed }) => allowed) === true;
    if (!wasHeld) return;
    sayMeanwhile(world, device, 'permission ended');
    world.witness.permitted.keepOld(device);
    world.witness.permitted.takeAway(device, 'look_up');
    world.say('permission ended', device);
    configure(world, on, { agentTools });
  },

  'offer tools'(world, { on }) {
    const device = world.device(on);
    const server = world.servers.get('email');
    if (!server?.reachable) return;
    const offered = offerTools(device.config, offeredTools(server));
    if (!offered.ok) return;
    world.witness.permitted.keepOld(device);
    const says = server.saysOf('look_up');
    const isThere = offeredTools(server).some(({ shown }) => shown.name === 'look_up');
    // Chosen as it is now: what was allowed as another one is no more.
    if (isThere) world.witness.permitted.takeAway(device, 'look_up', (one) => one.says === says);
    world.say('tools offered', device);
    configure(world, on, { agentTools: offered.value.agentTools ?? [] });
  },

  'restore settings'(world, { on }) {
    const device = world.device(on);
    const agentTools = world.witness.permitted.oldSettings(device);
    if (!agentTools) return;
    world.say('settings restored', device);
    configure(world, on, { agentTools });
  },

  'pause client'(world, { on, client }) {
    const device = world.device(on);
    const paused = pauseAgent(device.config, client);
    const program = device.clients.get(client);
    if (!paused.ok || !program) return;
    sayMeanwhile(world, device, 'client paused');
    device.clients.set(client, { ...program, isPaused: true });
    configure(world, on, { agents: paused.value.agents ?? [] });
  },

  'resume client'(world, { on, client }) {
    const device = world.device(on);
    const resumed = resumeAgent(device.config, client);
    const program = device.clients.get(client);
    if (!resumed.ok || !program) return;
    device.clients.set(client, { ...program, isPaused: false });
    configure(world, on, { agents: resumed.value.agents ?? [] });
  },

  'revoke client'(world, { on, client }) {
    const device = world.device(on);
    const revoked = revokeAgent(device.config, client);
    if (!revoked.ok) return;
    sayMeanwhile(world, device, 'client revoked');
    device.clients.delete(client);
    world.witness.permitted.keepOld(device);
    world.say('client revoked', device, { detail: client });
    const { agents = [], agentTools = [] } = revoked.value;
    configure(world, on, { agents, agentTools });
  },

  'add client'(world, { on, client }) {
    const device = world.device(on);
    const config = addClient(device, client, world.now(device));
    if (!config) return;
    world.say('client added', device, { detail: client });
    configure(world, on, { agents: config.agents ?? [] });
  },

  'roll back calls'(world, { on, lines }) {
    const device = world.device(on);
    if (device.callLog.lines.length === 0) return;
    world.kill(device);
    rollBackCalls(device.callLog, lines);
    world.say('call log rolled back', device);
  },
};

/** Somebody changes something while a call that nobody is asked about is between the list and the server. */
export function sayMeanwhile(world: World, device: Device, how: string): void {
  const { process, name } = device;
  if (!process) return;
  const begun = new RegExp(`^${name} (log call|connect for c-)`);
  if (world.scheduler.waits(begun, process)) world.say(`${how} between list and call`, device);
}

function callTool(
  world: World,
  {
    on,
    as,
    tool,
  }: { readonly on: Device['name']; readonly as: ClientName; readonly tool: ClientTool },
  args: JsonObject,
): void {
  const device = world.device(on);
  const endpoint = endpointAt(device, as);
  if (!endpoint) return;
  const { features, process, token } = endpoint;
  const { permitted } = world.witness;
  const open = permitted.begin({ process, client: as, token, tool }, args);
  world.await(features.callTool(`${serverOf(tool)}__${tool}`, args, { signal }), (answer) => {
    permitted.end(open);
    if (!answer) return world.say('no such tool', device, { detail: tool });
    void answer.onTold?.();
    sayAnswer(world, device, answer, tool);
    if (open.held && / and is no longer\./.test(answer.text))
      open.held.over ??= 'a client was told';
    world.witness.clients.tell(device, as, { answer, call: open });
  });
}

function sayAnswer(
  world: World,
  device: Device,
  { text, structured }: ToolAnswer,
  tool: string,
): void {
  if (/^More than \d+ calls of this tool/.test(text)) world.say('hour used up', device);
  if (text.includes(' and is no longer.')) world.say('refused after the end', device);
  if (tool === 'look_up' && structured?.['status'] === 'waiting_for_person') {
    world.say('asked what may be allowed', device);
  }
}

/** How a client reaches its device, by the token that it has. */
function endpointAt(device: Device, as: ClientName) {
  const process: Process | null = device.process;
  const { token } = device.clients.get(as) ?? {};
  if (!process?.engine || process.isStopping || token === undefined) return null;
  const client = clientOfToken(`Bearer ${token}`, device.config.agents ?? []);
  if (!client || client.paused) return null;
  const known = endpoints.get(process.engine) ?? new AgentFeatures(process.engine);
  endpoints.set(process.engine, known);
  return { process, token, features: known.of(client.name) };
}
