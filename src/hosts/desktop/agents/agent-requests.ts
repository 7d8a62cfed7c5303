import type { IncomingMessage, ServerResponse } from 'node:http';
import { changedNumber, isJsonObject, type Json } from '../../../core/json.js';
import type { AgentClient } from '../../../core/settings/agents/agent-clients.js';
import { decodeHeaderValue } from '../../../mcp/protocol/header-value.js';
import { rpcCodes } from '../../../mcp/protocol/json-rpc.js';
import { McpServer, refusedCall, replyTo } from '../../../mcp/server/mcp-server.js';
import { refuse } from '../../../mcp/server/reply.js';
import type { ServerFeatures } from '../../../mcp/server/server-features.js';
import { toolDefinitions } from '../../../mcp/server/tools/agent-features.js';
import { AgentCounts, type AgentLimits } from './agent-limits.js';
import { AgentResponse } from './agent-response.js';
import { clientOfToken } from './agent-tokens.js';

export interface AgentHost {
  readonly clients: () => readonly AgentClient[] | null;
  /** `client` is null for a program on the socket that gave no name. */
  readonly featuresFor: (client: string | null, whyGone: () => string | null) => ServerFeatures;
  readonly onSeen: (name: string, atMs: number) => void;
  readonly version: string;
}

type Sender = AgentClient | null;

interface HttpRefusal {
  readonly status: number;
  readonly why: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export class AgentRequests {
  readonly #server: McpServer;
  readonly #counts: AgentCounts;
  readonly #open = new Set<AbortController>();

  constructor(
    readonly host: AgentHost,
    readonly limits: AgentLimits,
  ) {
    this.#server = new McpServer(host.version);
    this.#counts = new AgentCounts(limits);
  }

  /** `port` is null for a request through the socket. */
  serve(request: IncomingMessage, response: ServerResponse, port: number | null): void {
    const answer = new AgentResponse(request, response);
    // The error's text could contain something that no agent should read.
    this.#serve(request, answer, port).catch(() =>
      answer.refuse({ status: 500, why: 'Countersign failed.' }),
    );
  }

  close(): void {
    for (const one of this.#open) one.abort();
  }

  async #serve(
    request: IncomingMessage,
    answer: AgentResponse,
    port: number | null,
  ): Promise<void> {
    const refusal = whyRefused(request, port);
    if (refusal) return answer.refuse(refusal);
    const sender = this.#senderOf(request, port);
    if ('why' in sender) return answer.refuse(sender);
    const { client } = sender;
    const now = Date.now();
    if (client !== null) this.host.onSeen(client.name, now);
    const unread = this.#whyUnread(request);
    if (unread) return answer.refuse(unread);
    const end = this.#counts.begin(client?.name ?? null);
    if (end === null) {
      return answer.refuse({
        status: 429,
        why: 'Too many calls are in progress. Wait until some have finished.',
      });
    }
    answer.response.once('close', end);
    const whyNot = this.#whyNot(client, now);
    const text = await readText(request, this.limits.bodyBytes);
    if (text === null) return answer.refuse(tooLarge(this.limits.bodyBytes));
    // A person may have paused the client while the body was read.
    const gone = this.#whyGone(client);
    if (gone) return answer.refuse(gone);
    const body = parsedBody(text);
    if (body === undefined) {
      return answer.send(replyTo(null, refuse(rpcCodes.parse, 'This is not JSON.', bad)));
    }
    if (whyNot) {
      const { status, why, headers } = whyNot;
      return answer.send(refusedCall(body, why, status), headers);
    }
    // `JSON.parse` may have rounded a number.
    const changed = changedNumber(text);
    if (changed !== null) return answer.send(refusedCall(body, notExact(changed), 400));
    const name = client?.name ?? null;
    const waits = new AbortController();
    this.#open.add(waits);
    answer.onGone(() => waits.abort());
    const isRead = onlyReads(body);
    let undone = null as HttpRefusal | null;
    const watch = setInterval(() => {
      if (isRead && (undone ??= this.#whyGone(client, notAnswered))) waits.abort();
    }, lookEveryMs);
    try {
      const reply = await this.#server.answer(body, {
        client: name,
        features: this.host.featuresFor(
          name,
          () => (undone ??= this.#whyGone(client))?.why ?? null,
        ),
        headers: {
          version: headerOf(request, 'mcp-protocol-version'),
          method: headerOf(request, 'mcp-method'),
          name: headerOf(request, 'mcp-name'),
        },
        signal: waits.signal,
        notify: answer.notify,
      });
      const refused = undone ?? this.#whyGone(client, isRead ? notAnswered : mayBeDone);
      if (refused) answer.send(refusedCall(body, refused.why, refused.status));
      else answer.send(reply);
    } finally {
      clearInterval(watch);
      this.#open.delete(waits);
    }
  }

  #senderOf(
    { headers }: IncomingMessage,
    port: number | null,
  ): { readonly client: Sender } | HttpRefusal {
    const clients = this.host.clients();
    if (clients === null) return unreadable(notDone);
    if (port !== null) {
      const client = clientOfToken(headers.authorization, clients);
      return client
        ? { client }
        : {
            status: 401,
            why: 'No client of this vault has this token. A person adds clients in Countersign.',
            headers: { 'www-authenticate': 'Bearer' },
          };
    }
    const named = headers['countersign-client'];
    if (named === undefined) return { client: null };
    const name = decodeHeaderValue(String(named));
    const client = clients.find((one) => one.name === name);
    return client
      ? { client }
      : { status: 403, why: 'There is no client of this name. A person adds clients.' };
  }

  #whyUnread({ headers }: IncomingMessage): HttpRefusal | null {
    const [type = ''] = (headers['content-type'] ?? '').split(';');
    if (type.trim().toLowerCase() !== 'application/json') {
      return { status: 415, why: 'Content-Type must be application/json.' };
    }
    const { bodyBytes } = this.limits;
    return Number(headers['content-length']) > bodyBytes ? tooLarge(bodyBytes) : null;
  }

  #whyGone(client: Sender, became = notDone): HttpRefusal | null {
    if (client === null) return null;
    const clients = this.host.clients();
    if (clients === null) return unreadable(became);
    const { name, tokenHash } = client;
    const now = clients.find((one) => one.name === name && one.tokenHash === tokenHash);
    if (!now) return { status: 401, why: `A person revoked this client in Countersign. ${became}` };
    return now.paused && !client.paused ? { status: 403, why: pausedWords(became) } : null;
  }

  #whyNot(client: Sender, now: number): HttpRefusal | null {
    if (client?.paused) {
      return { status: 403, why: pausedWords(notDone) };
    }
    const seconds = this.#counts.secondsToWait(client?.name ?? null, now);
    if (seconds === 0) return null;
    return {
      status: 429,
      why: `More than ${this.limits.callsAMinute} calls a minute. Nothing was done. Continue in ${seconds} seconds.`,
      headers: { 'retry-after': String(seconds) },
    };
  }
}

const bad = { status: 400 } as const;
const lookEveryMs = 1_000;
const notDone = 'Nothing was done.';
const notAnswered = 'This was not answered, and changed nothing.';
const mayBeDone =
  'This was started and may have been done. Before you repeat it, check with resume_plan or await_request.';
const unreadable = (became: string): HttpRefusal => ({
  status: 503,
  why: `Countersign can’t read its settings now. ${became} Try again later.`,
});
const pausedWords = (became: string): string =>
  `A person paused this client in Countersign. ${became} End your turn: only a person can resume it.`;

const notExact = (number: string): string =>
  `The number ${number} can’t be kept exactly. Nothing was done. Send it as text, or with fewer digits.`;

function whyRefused(
  { headers, method, url }: IncomingMessage,
  port: number | null,
): HttpRefusal | null {
  // A web page can point its own host name at this computer (DNS rebinding).
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (port !== null && !hosts.includes((headers.host ?? '').toLowerCase())) {
    return { status: 403, why: `Host must be ${hosts.join(' or ')}.` };
  }
  if (headers.origin !== undefined) {
    return { status: 403, why: 'Web pages are refused: a request has no Origin.' };
  }
  if (url !== '/mcp') return { status: 404, why: 'Only /mcp exists here.' };
  if (method === 'POST') return null;
  return { status: 405, why: 'Only POST is supported.', headers: { allow: 'POST' } };
}

function tooLarge(most: number): HttpRefusal {
  return { status: 413, why: `A message has at most ${most} bytes.` };
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return value === undefined ? null : String(value).trim();
}

function readText(request: IncomingMessage, most: number): Promise<string | null> {
  return new Promise((resolve) => {
    const decoder = new TextDecoder();
    let text = '';
    let length = 0;
    const take = (chunk: Uint8Array): void => {
      length += chunk.length;
      if (length <= most) text += decoder.decode(chunk, { stream: true });
      else {
        request.off('data', take).pause();
        text = '';
        resolve(null);
      }
    };
    request.on('data', take);
    request.once('end', () => resolve(text + decoder.decode()));
  });
}

function onlyReads(body: Json): boolean {
  const { method, params } = isJsonObject(body) ? body : {};
  const called = isJsonObject(params) ? params['name'] : undefined;
  const own = toolDefinitions.find(({ name }) => name === called);
  return method !== 'tools/call' || own?.annotations.readOnlyHint === true;
}

function parsedBody(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
