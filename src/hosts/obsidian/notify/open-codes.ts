import { encodeBase64Url } from '../../../core/base64url.js';

const mostCodes = 1_000;
const codeBytes = 16;

/** The random codes in links that open requests. They are stored only in memory. */
export class OpenCodes {
  private readonly codes = new Map<string, string>();

  readonly linkTo = (requestId: string): string =>
    `obsidian://countersign?open=${this.codeOf(requestId)}`;

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
