/** An agent's program that may use the MCP endpoint of this device. A person added it. */
export interface AgentClient {
  /** As logs name it: `Agent (NAME)`. */
  readonly name: string;
  /** SHA-256 (base64url) of its token. The token itself is kept nowhere here. */
  readonly tokenHash: string;
  /** When a person added it, ISO-8601 UTC. */
  readonly added: string;
  /** A person paused it: each of its calls is refused. */
  readonly paused?: true;
}
