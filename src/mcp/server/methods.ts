import { isJsonObject, type Json, type JsonObject } from '../../core/json.js';
import { rpcCodes, type RpcId, type RpcNotification } from '../protocol/json-rpc.js';
import { metaKeys, newestVersion, olderVersions, type Era } from '../protocol/protocol-version.js';
import { schemaProblems } from '../protocol/schema-problems.js';
import { refuse, type Outcome } from './reply.js';
import type { ServerFeatures, ToolAnswer } from './server-features.js';

export interface Call {
  readonly id: RpcId;
  readonly method: string;
  readonly params: JsonObject;
  readonly era: Era;
  readonly features: ServerFeatures;
  readonly serverInfo: JsonObject;
  readonly signal: AbortSignal;
  readonly notify: ((notification: RpcNotification) => void) | null;
}

interface Method {
  readonly era?: Era;
  readonly ttlMs?: number;
  readonly answer: (call: Call) => Outcome | Promise<Outcome>;
}

const listTtlMs = 60_000;

const methods: Readonly<Record<string, Method>> = {
  initialize: { era: 'legacy', answer: initialize },
  ping: { era: 'legacy', answer: () => ({ result: {} }) },
  'server/discover': { era: 'modern', ttlMs: listTtlMs, answer: discover },
  'subscriptions/listen': { era: 'modern', answer: listen },
  'tools/list': list((features) => ({ tools: features.tools.map((tool) => ({ ...tool })) })),
  'tools/call': { answer: callTool },
  'resources/list': list((features) => ({
    resources: features.resources().map((resource) => ({ ...resource })),
  })),
  'resources/templates/list': list(() => ({ resourceTemplates: [] })),
  'resources/read': { ttlMs: 0, answer: readResource },
  'prompts/list': list(({ prompts }) => ({
    prompts: prompts.map(({ arguments: args, ...prompt }) => ({
      ...prompt,
      arguments: args.map((argument) => ({ ...argument })),
    })),
  })),
  'prompts/get': { answer: getPrompt },
};

export async function answerCall(call: Call): Promise<Outcome> {
  const { method: name, era, serverInfo } = call;
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!method || (method.era ?? era) !== era) {
    return refuse(rpcCodes.methodNotFound, `There is no method ${name.slice(0, 100)}.`, {
      ...(era === 'modern' && { status: 404 }),
    });
  }
  const outcome = await method.answer(call);
  if (outcome.refusal || era === 'legacy') return outcome;
  const { _meta: meta, ...result } = outcome.result;
  return {
    ...outcome,
    result: {
      resultType: 'complete',
      ...result,
      ...(method.ttlMs !== undefined && { ttlMs: method.ttlMs, cacheScope: 'private' }),
      _meta: { ...(isJsonObject(meta) && meta), [metaKeys.serverInfo]: serverInfo },
    },
  };
}

/** Changes are not announced: clients have to list again. */
const capabilities = { tools: {}, resources: {}, prompts: {} } as const;

function initialize({ params, features: { instructions }, serverInfo }: Call): Outcome {
  const agreed = olderVersions.find((version) => version === params['protocolVersion']);
  const protocolVersion = agreed ?? olderVersions[0];
  return { result: { protocolVersion, capabilities, serverInfo, instructions } };
}

function discover({ features: { instructions } }: Call): Outcome {
  return { result: { supportedVersions: [newestVersion], capabilities, instructions } };
}

/** Ends immediately, because no changes are announced. */
function listen({ id, params, notify }: Call): Outcome {
  if (!isJsonObject(params['notifications'])) return invalid('notifications must be an object.');
  const meta = { [metaKeys.subscription]: id };
  notify?.({
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: { notifications: {}, _meta: meta },
  });
  return { result: { _meta: meta } };
}

function list(listed: (features: ServerFeatures) => JsonObject): Method {
  return {
    ttlMs: listTtlMs,
    answer: ({ features, params }) =>
      params['cursor'] === undefined
        ? { result: listed(features) }
        : invalid('The list has one page: there is no such cursor.'),
  };
}

async function callTool(call: Call): Promise<Outcome> {
  const { features, params, signal } = call;
  const { name, arguments: args = {} } = params;
  const tool = features.tools.find((one) => one.name === name);
  if (!tool) return noTool(name);
  const problems = schemaProblems(tool.inputSchema, args).map(({ sentence }) => sentence);
  if (problems.length > 0 || !isJsonObject(args)) {
    const wrong = problems.length > 0 ? problems.join(' ') : 'The arguments must be an object.';
    return { result: toolResult({ isError: true, text: `${wrong} Nothing was done.` }) };
  }
  const progress = progressOf(call);
  const answer = await features.callTool(tool.name, args, {
    signal,
    ...(progress && { progress: progress.report }),
  });
  progress?.end();
  return answer === null ? noTool(name) : { result: toolResult(answer), onTold: answer.onTold };
}

export function toolResult({ isError, text, structured, content }: ToolAnswer): JsonObject {
  return {
    content: content ?? [{ type: 'text', text }],
    ...(structured && { structuredContent: structured }),
    ...(isError && { isError }),
  };
}

function progressOf({ params, notify }: Call) {
  const token = progressToken(params);
  if (token === null || notify === null) return null;
  let progress = 0;
  let isOver = false;
  return {
    report: (message: string): void => {
      if (isOver) return;
      progress += 1;
      notify({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: token, progress, message },
      });
    },
    end: (): void => void (isOver = true),
  };
}

function progressToken(params: JsonObject): RpcId | null {
  const meta = params['_meta'];
  const token = isJsonObject(meta) ? meta['progressToken'] : undefined;
  return typeof token === 'string' || Number.isInteger(token) ? (token as RpcId) : null;
}

async function readResource({ features, params, era }: Call): Promise<Outcome> {
  const { uri } = params;
  if (typeof uri !== 'string') return invalid('uri must be text.');
  const text = await features.readResource(uri);
  if (text === null) {
    const code = era === 'modern' ? rpcCodes.invalidParams : rpcCodes.resourceNotFound;
    return refuse(code, 'There is no such resource.', { data: { uri } });
  }
  const mimeType = features.resources().find((one) => one.uri === uri)?.mimeType;
  return { result: { contents: [{ uri, text, ...(mimeType !== undefined && { mimeType }) }] } };
}

async function getPrompt({ features, params }: Call): Promise<Outcome> {
  const { name, arguments: given = {} } = params;
  const prompt = features.prompts.find((one) => one.name === name);
  if (!prompt) return invalid(`There is no prompt ${shown(name)}.`);
  const args = isJsonObject(given) ? Object.entries(given) : null;
  if (args?.every((pair): pair is [string, string] => typeof pair[1] === 'string') !== true) {
    return invalid('The arguments of a prompt must be an object of texts.');
  }
  const missing = prompt.arguments.find(
    (one) => one.required && !args.some(([key]) => key === one.name),
  );
  if (missing) return invalid(`The argument “${missing.name}” is missing.`);
  const text = await features.getPrompt(prompt.name, Object.fromEntries(args));
  if (text === null) return invalid(`There is no prompt ${shown(name)}.`);
  return {
    result: {
      description: prompt.description,
      messages: [{ role: 'user', content: { type: 'text', text } }],
    },
  };
}

function noTool(name: Json | undefined): Outcome {
  return invalid(`There is no tool ${shown(name)}.`);
}

function shown(name: Json | undefined): string {
  return typeof name === 'string' ? name.slice(0, 100) : 'without a name';
}

function invalid(message: string): Outcome {
  return refuse(rpcCodes.invalidParams, message);
}
