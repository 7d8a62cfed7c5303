import { createHash } from 'node:crypto';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { JsonObject } from '../../../src/core/json.js';
import type { AgentClient } from '../../../src/core/settings/agents/agent-clients.js';
import {
  startAgentEndpoint,
  type AgentEndpoint,
  type AgentEndpointOptions,
} from '../../../src/hosts/desktop/agents/agent-endpoint.js';
import type { CallOptions, ServerFeatures } from '../../../src/mcp/server/server-features.js';

export const claudeToken = 'claude-token-0123456789';
export const codexToken = 'codex-token-0123456789';

export function agentClient(name: string, token: string): AgentClient {
  const tokenHash = createHash('sha256').update(token).digest('base64url');
  return { name, tokenHash, added: '2026-11-29T00:00:00Z' };
}

/** What agents did at a bench: each call, and how many wait. */
export interface Seen {
  readonly calls: {
    readonly client: string | null;
    readonly name: string;
    readonly args: JsonObject;
  }[];
  waiting: number;
  mostWaiting: number;
}

/** Features with tools that echo, fail, throw, and wait until nobody wants their answer any more. */
export function fakeFeatures(seen: Seen, client: string | null): ServerFeatures {
  return {
    instructions: 'Say something.',
    tools: [
      tool('echo', {
        type: 'object',
        properties: { text: { type: 'string' }, times: { type: 'integer', minimum: 1 } },
        required: ['text'],
        additionalProperties: false,
      }),
      ...['wait', 'fail', 'throw'].map((name) => tool(name, { type: 'object' })),
    ],
    callTool: async (name, args, options) => {
      seen.calls.push({ client, name, args });
      if (name === 'throw') throw new Error('a secret');
      if (name === 'fail') return { isError: true, text: 'It failed. Try another way.' };
      if (name === 'wait') return wait(seen, options);
      if (args['text'] === 'a link') {
        const link = { type: 'resource_link', uri: 'https://x.com/7', name: 'receipt' };
        return { isError: false, text: '', content: [link, { type: 'text', text: 'paid' }] };
      }
      return {
        isError: false,
        text: JSON.stringify(args['text']),
        structured: { client, ...args },
      };
    },
    resources: () => [
      {
        uri: 'countersign://mission',
        name: 'Mission',
        description: 'Now.',
        mimeType: 'text/plain',
      },
    ],
    readResource: async (uri) => (uri === 'countersign://mission' ? 'The mission' : null),
    prompts: [
      {
        ...{ name: 'resume', title: 'Resume', description: 'Goes on.' },
        arguments: [{ name: 'plan', description: 'Which plan.', required: true }],
      },
    ],
    getPrompt: async (_name, { plan }) => `Go on with ${plan}.`,
  };
}

function tool(name: string, inputSchema: JsonObject) {
  return { name, title: name, description: `Does ${name}.`, inputSchema, annotations: {} };
}

async function wait(seen: Seen, { signal, progress }: CallOptions) {
  seen.waiting += 1;
  seen.mostWaiting = Math.max(seen.mostWaiting, seen.waiting);
  progress?.('It waits.');
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
  seen.waiting -= 1;
  return { isError: false, text: 'Waited.' };
}

/** An endpoint with two clients, and what was seen there. */
export interface AgentBench extends Seen {
  readonly endpoint: AgentEndpoint;
  readonly url: string;
  readonly clients: AgentClient[];
  readonly heard: string[];
  close(): Promise<void>;
}

export async function openAgentBench(
  options: Partial<AgentEndpointOptions> = {},
): Promise<AgentBench> {
  const seen: Seen = { calls: [], waiting: 0, mostWaiting: 0 };
  const clients = [agentClient('Claude', claudeToken), agentClient('Codex', codexToken)];
  const heard: string[] = [];
  const endpoint = await startAgentEndpoint({
    port: 0,
    clients: () => clients,
    featuresFor: (client) => fakeFeatures(seen, client),
    onSeen: (name) => void heard.push(name),
    version: '9.9.9',
    ...options,
  });
  return Object.assign(seen, {
    ...{ endpoint, clients, heard },
    url: `http://127.0.0.1:${endpoint.port}/mcp`,
    close: () => endpoint.close(),
  });
}

/** Sends one message by HTTP as plainly as it goes. */
export async function post(
  url: string,
  message: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly headers: Headers; readonly body: unknown }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${claudeToken}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type') === 'application/json';
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  };
}

export const echoCall = (text: unknown, id: unknown = 1) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name: 'echo', arguments: { text } },
});

/** What both official clients have in common, as far as the tests use it. */
export type OfficialClient = Pick<
  OlderClient,
  'listResources' | 'listPrompts' | 'close' | 'getInstructions' | 'getServerVersion'
> & {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    options?: {
      signal?: AbortSignal;
      onprogress?: (progress: { message?: string | undefined }) => void;
    },
  ): Promise<unknown>;
  readResource(params: { uri: string }): Promise<unknown>;
  getPrompt(params: { name: string; arguments: Record<string, string> }): Promise<unknown>;
};

export type OfficialEra = '2025-11-25' | '2026-07-28';

const who = { name: 'official-client', version: '1.0.0' };

export function newClient(era: OfficialEra): OlderClient | ModernClient {
  return era === '2025-11-25'
    ? new OlderClient(who)
    : new ModernClient(who, { versionNegotiation: { mode: { pin: era } } });
}

/** The older client takes a schema of the result before the options of a call. */
export function officialClient(client: OlderClient | ModernClient): OfficialClient {
  const official = client as unknown as OfficialClient;
  if (client instanceof ModernClient) return official;
  return Object.assign(official, {
    callTool: (params: never, options: never) =>
      OlderClient.prototype.callTool.call(client, params, undefined, options),
  });
}

/** An official client, connected. */
export async function connected(
  era: OfficialEra,
  url: string,
  token = claudeToken,
): Promise<OfficialClient> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const client = newClient(era);
  const transport =
    era === '2025-11-25'
      ? new StreamableHTTPClientTransport(new URL(url), { requestInit })
      : new ModernTransport(new URL(url), { requestInit });
  await client.connect(transport);
  return officialClient(client);
}
