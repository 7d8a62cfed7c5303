import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { encodeBase64Url } from '../../base64url.js';
import { fail, ok, type Result } from '../../errors.js';
import type { AgentTool } from './agent-tools.js';

export interface AgentClient {
  readonly name: string;
  /** SHA-256 of the client's token, as base64url. */
  readonly tokenHash: string;
  readonly added: string;
  readonly paused?: true;
}

interface AgentSettings {
  readonly agents?: readonly AgentClient[];
  readonly agentPort?: number;
  readonly agentTools?: readonly AgentTool[];
}

export const tokenBytes = 32;

const mostClients = 50;

/** The ports from `firstPort` to `lastPort` are below those that systems assign automatically. */
const firstPort = 20_000;
const lastPort = 32_767;

export function isAgentName(value: unknown): boolean {
  return (
    typeof value === 'string' && /^[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,38}[A-Za-z0-9._-])?$/.test(value)
  );
}

const nameForm =
  '1 to 40 letters (A to Z), digits, spaces, dots, “-” or “_”, and begins with a letter or digit';

export function agentNameProblem(clients: readonly AgentClient[], name: string): string | null {
  if (!isAgentName(name)) return `A name has ${nameForm}.`;
  const taken = findAgent(clients, name);
  return taken ? `There is already a client “${taken.name}”.` : null;
}

export function findAgent(clients: readonly AgentClient[], name: string): AgentClient | undefined {
  return clients.find((one) => isSameName(one.name, name));
}

export function haveOwnNames(clients: readonly AgentClient[]): boolean {
  return clients.every((one) => findAgent(clients, one.name) === one);
}

export function isTokenHash(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{43}$/.test(value);
}

export function isAgentPort(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 1024 && (value as number) <= 65_535;
}

/** Makes a token from random bytes. */
export function agentToken(random: Uint8Array): string {
  return `cs_${encodeBase64Url(random)}`;
}

export function hashToken(token: string): string {
  return encodeBase64Url(sha256(utf8ToBytes(token)));
}

/** Adds a client to the settings. CALL ONLY WHEN A PERSON ASKED FOR THIS. */
export function addAgent<T extends AgentSettings>(
  config: T,
  client: Pick<AgentClient, 'name' | 'tokenHash' | 'added'>,
): Result<T> {
  const { agents = [] } = config;
  const problem = agentNameProblem(agents, client.name);
  if (problem !== null) return fail('input_invalid', problem, 'Give the client another name.');
  if (agents.length >= mostClients) {
    return fail(
      'input_invalid',
      `There are already ${mostClients} clients.`,
      'Revoke one that is no longer used.',
    );
  }
  return ok({ ...config, agents: [...agents, client] });
}

export function revokeAgent<T extends AgentSettings>(config: T, name: string): Result<T> {
  const { agents = [], agentTools } = config;
  const found = findAgent(agents, name);
  if (!found) return noSuchAgent(name);
  return ok({
    ...config,
    agents: agents.filter((one) => one !== found),
    ...(agentTools && { agentTools: agentTools.map((tool) => notFor(tool, found)) }),
  });
}

function notFor(tool: AgentTool, { tokenHash }: AgentClient): AgentTool {
  const { allowed, ...asks } = tool;
  if (!allowed?.clients.includes(tokenHash)) return tool;
  const clients = allowed.clients.filter((one) => one !== tokenHash);
  return clients.length === 0 ? asks : { ...asks, allowed: { ...allowed, clients } };
}

export function pauseAgent<T extends AgentSettings>(config: T, name: string): Result<T> {
  return replaced(config, name, (client) => ({ ...client, paused: true }));
}

/** Lets a paused client call again. CALL ONLY WHEN A PERSON ASKED FOR THIS. */
export function resumeAgent<T extends AgentSettings>(config: T, name: string): Result<T> {
  return replaced(config, name, ({ paused: _, ...client }) => client);
}

/**
 * Chooses the port to which agents connect. A port that was chosen before stays.
 * @param random a number from 0 to below 1
 */
export function withAgentPort<T extends AgentSettings>(config: T, random: number): T {
  if (config.agentPort !== undefined) return config;
  const agentPort = firstPort + Math.floor(random * (lastPort - firstPort + 1));
  return { ...config, agentPort };
}

export function agentAddress(port: number): string {
  return `http://127.0.0.1:${port}/mcp`;
}

export function agentActor(name: string): `Agent (${string})` {
  return `Agent (${name})`;
}

export function agentNameOf(actor: string): string | null {
  return /^Agent \((.+)\)$/u.exec(actor)?.[1] ?? null;
}

export function noSuchAgent(name: string): ReturnType<typeof fail> {
  return fail('input_invalid', `There is no client “${name}”.`, 'See the list of clients.');
}

function replaced<T extends AgentSettings>(
  config: T,
  name: string,
  edit: (client: AgentClient) => AgentClient,
): Result<T> {
  const { agents = [] } = config;
  const found = findAgent(agents, name);
  if (!found) return noSuchAgent(name);
  return ok({ ...config, agents: agents.map((one) => (one === found ? edit(one) : one)) });
}

function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
