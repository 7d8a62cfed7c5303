import { hashToken, type AgentClient } from '../../../core/settings/agents/agent-clients.js';

/**
 * Returns the client whose token is in the `Authorization` header, or `null` if no client has that
 * token. Takes the same time for every token.
 */
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

/** Compares two texts in a time that does not depend on where they differ. */
function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < b.length; at += 1) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}
