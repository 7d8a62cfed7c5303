import { describeTarget, unknownBridge } from '../../core/settings/bridges/describe-bridge.js';
import { sha256Hex } from '../../core/digest.js';
import { fail, ok, type Result } from '../../core/errors.js';
import type { Json } from '../../core/json.js';
import type { AuthorisedAction } from '../../core/request/approval/authorised-action.js';
import type { CallReport } from '../../core/request/outcome/call-report.js';
import { bridgeDigest } from '../../core/request/action/digests.js';
import type { ToolDefinition } from '../../core/request/action/tool-definition.js';
import { maskedJson, secretMask, type SecretMask } from '../../core/secret-mask.js';
import { secretsOf } from '../../core/settings/bridges/bridge-secrets.js';
import { agentTool, type AgentTool } from '../../core/settings/agents/agent-tools.js';
import type { LookedAt } from '../../core/settings/agents/standing-permission.js';
import type { BridgeConfig } from '../../core/settings/device-config.js';
import type {
  BridgeInspection,
  Bridges,
  ListedBridge,
  ShownInspection,
} from '../../ports/bridges.js';
import type { Clock } from '../../ports/clock.js';
import { bridgeTarget, launchKey, mayUseVault } from './bridge-target.js';
import type { ChildProcesses, ServerHandle } from './transport/child-processes.js';
import { BridgeConnection } from './connection.js';
import { mayDownload } from './may-download.js';
import { addressProblem, headersProblem } from './http-address.js';
import type { HttpClient } from './transport/http-client.js';
import { HttpTransport } from './transport/http-transport.js';
import type { PracticeOptions } from './practice/practice-note.js';
import { practiceServer } from './practice/practice-server.js';
import { schemaProblems, whyNoneValid } from '../protocol/schema-problems.js';
import {
  defaultTransportLimits,
  type ServerTransport,
  type TransportLimits,
} from './protocol/server-transport.js';
import { StdioTransport } from './transport/stdio-transport.js';
import { longestTimerMs } from './time-limit.js';

export interface McpBridgesOptions {
  readonly configs: () => readonly BridgeConfig[];
  readonly processes: ChildProcesses;
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly practice?: PracticeOptions;
  readonly connectLimitMs?: number;
  readonly transportLimits?: Partial<TransportLimits>;
  readonly onListed?: (alias: string, listed: ListedBridge) => void;
  /** Called with an answer that arrives after `call` has resolved. */
  readonly onLateAnswer?: (requestId: string, report: CallReport) => void;
}

interface BridgeDiagnostics {
  readonly stderr: string;
  readonly noise: readonly string[];
}

export interface McpBridges extends Bridges {
  /** Inspects a server for a screen. Secrets are masked in the result, so make no digest of it. */
  inspectToShow(alias: string): Promise<Result<ShownInspection>>;
  inspectToOffer(alias: string): Promise<Result<readonly OfferableTool[]>>;
  /** True while a call has no answer, also after its time limit. */
  awaitsAnswer(): boolean;
  /** Opens no more connections. Closes each open one when it waits for no answer any more. */
  windDown(): void;
  diagnostics(alias: string): BridgeDiagnostics | null;
}

export interface OfferableTool extends Omit<LookedAt, 'tool'> {
  readonly name: string;
  readonly offer: Result<AgentTool>;
}

const allClosed = fail(
  'bridges_closed',
  'Countersign is stopping and no longer calls any server.',
  'Start Countersign again.',
);

interface Starter {
  readonly start: (mask: SecretMask) => Promise<Result<ServerTransport>>;
  readonly advice: string;
}

interface Live {
  readonly name: string;
  readonly launch: string;
  readonly connection: BridgeConnection;
}

const mostAsks = 3;

/** Returns the configured MCP servers. Only inspecting a server opens a connection. */
export function mcpBridges(options: McpBridgesOptions): McpBridges {
  const live = new Map<string, Live>();
  const open = new Set<BridgeConnection>();
  const answered = new Set<string>();
  let closed = false;
  let lastName = 0;
  const mask = maskOf(options.configs);

  const configOf = (alias: string): BridgeConfig | undefined =>
    options.configs().find((config) => config.alias === alias);

  const limitOf = (config: BridgeConfig): number => {
    const isFirst = mayDownload(config) && !answered.has(launchKey(config));
    return options.connectLimitMs ?? (isFirst ? 120_000 : 20_000);
  };

  const connect = (config: BridgeConfig, starter: Starter): BridgeConnection => {
    const connection = new BridgeConnection({
      alias: config.alias,
      mask,
      start: () => starter.start(mask),
      advice: starter.advice,
      clock: options.clock,
      connectLimitMs: limitOf(config),
    });
    open.add(connection);
    void connection.gone.then(() => open.delete(connection));
    return connection;
  };

  const connectionFor = (config: BridgeConfig, start: Starter): Live => {
    const launch = launchKey(config);
    const current = live.get(config.alias);
    if (current?.launch === launch && !current.connection.ended) return current;
    current?.connection.retire();
    lastName += 1;
    // Registers the secrets now, so that they stay masked after the configuration changes.
    mask('');
    const fresh = {
      name: `${config.alias} ${lastName}`,
      launch,
      connection: connect(config, start),
    };
    live.set(config.alias, fresh);
    return fresh;
  };

  const inspect = async (alias: string): Promise<Result<BridgeInspection>> => {
    for (let asks = 1; ; asks += 1) {
      const config = configOf(alias);
      if (config === undefined) {
        return { ok: false, error: unknownBridge(alias, options.configs()) };
      }
      const start = starterOf(config, options);
      if (!start.ok) return start;
      if (closed) return allClosed;
      const before = live.get(alias);
      const asked = connectionFor(config, start.value);
      const opened = await asked.connection.opened;
      const tools = opened.ok ? await asked.connection.list() : opened;
      const now = configOf(alias);
      const isSame = now !== undefined && launchKey(now) === asked.launch;
      if (tools.ok) answered.add(asked.launch);
      if (tools.ok && (isSame || asks >= mostAsks)) {
        const target = bridgeTarget(config);
        const shown = { shown: describeTarget(config), shownTools: masked(tools.value, mask) };
        options.onListed?.(alias, { target, tools: tools.value, ...shown });
        return ok({
          target,
          launch: sha256Hex(asked.launch),
          tools: tools.value,
          connection: asked.name,
        });
      }
      const mayHaveDied = asked === before && asked.connection.ended;
      const wasChanged = !isSame || live.get(alias) !== asked;
      if (!tools.ok && closed) return allClosed;
      if (!tools.ok && (asks >= mostAsks || !(mayHaveDied || wasChanged))) return tools;
    }
  };

  return {
    aliases: () => options.configs().map((config) => config.alias),

    launchOf: (alias) => {
      const config = configOf(alias);
      return config ? sha256Hex(launchKey(config)) : null;
    },

    inspect,

    inspectToShow: async (alias) => {
      const inspected = await inspect(alias);
      if (!inspected.ok) return inspected;
      const { target, tools, connection } = inspected.value;
      return ok({ target: masked(target, mask), tools: masked(tools, mask), connection });
    },

    inspectToOffer: async (alias) => {
      const inspected = await inspect(alias);
      if (!inspected.ok) return inspected;
      const { target, launch, tools } = inspected.value;
      const server = bridgeDigest(target);
      return ok(
        tools.map((tool) => ({
          ...{ name: mask(tool.name), server, launch },
          offer: offerOf(alias, tool, mask),
        })),
      );
    },

    argumentProblems: (tool, args) =>
      schemaProblems(tool.inputSchema, args).map(({ sentence }) =>
        // A partly masked sentence would reveal which texts are secret.
        repeatsSecret(tool.inputSchema)
          ? 'The arguments do not match the tool’s schema.'
          : sentence,
      ),

    deviceStateProblem: (texts) => options.processes.deviceStateProblem(texts),

    namesVault: (...asked) => options.processes.namesVault(...asked),

    call: async (action: AuthorisedAction, whyNot): Promise<CallReport> => {
      const ready = connectedFor(action);
      if (typeof ready === 'string') return { kind: 'not_sent', detail: ready };
      return ready.connection.call({
        tool: action.tool,
        arguments: action.arguments,
        limitMs: Math.min(ready.config.timeLimitSeconds * 1000, longestTimerMs),
        // The configuration may have changed since the first check.
        whyNot: async () => {
          const kept = await whyNot();
          const now = connectedFor(action);
          return kept ?? (typeof now === 'string' ? now : null);
        },
        onLateAnswer: (report) => options.onLateAnswer?.(action.requestId, report),
      });
    },

    diagnostics: (alias) => live.get(alias)?.connection.diagnostics ?? null,

    closedProblem: () => (closed ? allClosed.error : null),

    awaitsAnswer: () => [...open].some((connection) => connection.awaitsAnswer),

    windDown: () => {
      closed = true;
      for (const connection of open) connection.retire();
    },

    close: async () => {
      closed = true;
      await Promise.all([...open].map((connection) => connection.close()));
    },
  };

  function repeatsSecret(schema: ToolDefinition['inputSchema']): boolean {
    const text = JSON.stringify(schema);
    return JSON.stringify(masked(schema, mask)) !== text;
  }

  function connectedFor({
    bridge: alias,
    connection: inspected,
  }: AuthorisedAction):
    { readonly config: BridgeConfig; readonly connection: BridgeConnection } | string {
    const config = configOf(alias);
    if (config === undefined) return `This computer no longer has a server named "${alias}".`;
    const current = live.get(alias);
    if (current === undefined) return `The server "${alias}" was not connected.`;
    if (current.launch !== launchKey(config)) {
      return `The server "${alias}" was changed after its tools were checked.`;
    }
    if (current.name !== inspected) {
      return `The server "${alias}" was reconnected after its tools were checked.`;
    }
    return { config, connection: current.connection };
  }
}

function maskOf(configs: McpBridgesOptions['configs']): SecretMask {
  const secrets = new Set<string>();
  let read: readonly BridgeConfig[] = [];
  let mask = secretMask([]);
  return (text) => {
    const now = configs();
    if (now.length !== read.length || now.some((config, at) => config !== read[at])) {
      read = now;
      for (const secret of now.flatMap(secretsOf)) secrets.add(secret);
      mask = secretMask([...secrets]);
    }
    return mask(text);
  };
}

function starterOf(config: BridgeConfig, options: McpBridgesOptions): Result<Starter> {
  const { processes, http, practice } = options;
  const limits = { ...defaultTransportLimits, ...options.transportLimits };
  const overStdio = (started: Result<ServerHandle>): Result<ServerTransport> =>
    started.ok ? ok(new StdioTransport(started.value, limits)) : started;
  switch (config.transport) {
    case 'stdio': {
      const { command, args, env } = config;
      return ok({
        start: async () =>
          overStdio(
            await processes.spawn({ command, args, env, mayUseVault: mayUseVault(config) }),
          ),
        advice: 'Run its command in a terminal to see what the server says.',
      });
    }
    case 'practice':
      return practice === undefined
        ? unavailable(config.alias, 'it is the practice server, which is not available here')
        : ok({
            start: async () => overStdio(ok(practiceServer(practice))),
            advice: 'Restart Countersign.',
          });
    case 'http': {
      const { url, headers } = config;
      const problem = addressProblem(url) ?? headersProblem(headers);
      if (problem !== null) return unavailable(config.alias, problem);
      return ok({
        start: async (mask) => ok(new HttpTransport({ url, headers }, http, limits, mask)),
        advice: 'Check its address and headers, and whether the server is running.',
      });
    }
  }
}

function offerOf(alias: string, tool: ToolDefinition, mask: SecretMask): Result<AgentTool> {
  const offer = agentTool(alias, tool, masked(tool, mask));
  const why = offer.ok ? whyNoneValid(tool.inputSchema) : null;
  return why === null
    ? offer
    : fail(
        'input_invalid',
        `No call of ${tool.name} could be made. ${mask(why)}`,
        'So agents are not offered it.',
      );
}

function masked<Value>(value: Value, mask: SecretMask): Value {
  return maskedJson(value as Json, mask) as Value;
}

function unavailable(alias: string, why: string): Result<never> {
  return fail(
    'bridge_unreachable',
    `The server "${alias}" can’t be reached: ${why}.`,
    'Correct its settings, or import it again.',
  );
}
