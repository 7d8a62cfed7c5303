import { hashToken, type AgentClient } from '../../../core/settings/agents/agent-clients.js';

export function clientOfToken(
  header: string | undefined,
  clients: readonly AgentClient[],
): AgentClient | null {
  const [, token] = /^Bearer ([\w.~+/-]+=*)$/iu.exec(header ?? '') ?? [];
  if (token === undefined) return null;
  const hash = hashToken(token);
  let found: AgentClient | null = null;
  for (const client of clients) {
    if (isSame(client.tokenHash, hash)) found = client;
  }
  return found;
}

/** Does not stop at the first difference, because the running time could reveal where it is. */
function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < b.length; at += 1) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}
