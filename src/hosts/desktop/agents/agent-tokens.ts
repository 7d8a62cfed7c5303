import { createHash, timingSafeEqual } from 'node:crypto';
import { decodeBase64Url } from '../../../core/base64url.js';
import type { AgentClient } from '../../../core/settings/agent-clients.js';

/** The client whose token the header `Authorization` holds; `null`: nobody’s. It takes as long for any token. */
export function clientOfToken(
  header: string | undefined,
  clients: readonly AgentClient[],
): AgentClient | null {
  const [, token] = /^Bearer ([\w.~+/-]+=*)$/iu.exec(header ?? '') ?? [];
  if (token === undefined) return null;
  const hash = createHash('sha256').update(token).digest();
  let found: AgentClient | null = null;
  for (const client of clients) {
    const own = decodeBase64Url(client.tokenHash);
    if (own?.length === hash.length && timingSafeEqual(own, hash)) found = client;
  }
  return found;
}
