import { encodeBase64Url } from '../../../core/base64url.js';

/** At most this many requests have a code; then the oldest is forgotten. */
const mostCodes = 1_000;
const codeBytes = 16;

/**
 * The codes by which links open requests. They are random, say nothing about the request, and exist only in
 * memory: no agent can read or create one, and they end with Obsidian.
 */
export class OpenCodes {
  /** By request, the oldest first. */
  private readonly codes = new Map<string, string>();

  /** The link that opens a request's card in this Obsidian. */
  readonly linkTo = (requestId: string): string =>
    `obsidian://countersign?open=${this.codeOf(requestId)}`;

  /** The request that a code was created for; `null` if there is none. */
  requestOf(code: unknown): string | null {
    for (const [requestId, its] of this.codes) if (its === code) return requestId;
    return null;
  }

  private codeOf(requestId: string): string {
    const known = this.codes.get(requestId);
    if (known !== undefined) return known;
    const code = encodeBase64Url(crypto.getRandomValues(new Uint8Array(codeBytes)));
    this.codes.set(requestId, code);
    const [oldest] = this.codes.keys();
    if (this.codes.size > mostCodes && oldest !== undefined) this.codes.delete(oldest);
    return code;
  }
}
