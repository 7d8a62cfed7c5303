import { isJsonObject, type Json } from '../../../core/json.js';
import type { SecretMask } from '../../../core/secret-mask.js';
import { EventStream } from './event-stream.js';
import type { HttpHead } from './http-client.js';
import {
  isSoundAnswer,
  type RpcAnswer,
  type RpcId,
  type RpcMessage,
} from '../../protocol/json-rpc.js';
import type { SendFailure } from '../protocol/rpc-report.js';
import type { TransportLimits } from '../protocol/server-transport.js';
import { parsed, readWireValue } from '../../protocol/wire-message.js';

export interface AnswerReader {
  readonly limits: TransportLimits;
  readonly mask: SecretMask;
  readonly message: (message: RpcMessage) => void;
  readonly noise: (text: string) => void;
  /** Called once at the end, with null on success. */
  readonly finish: (failure: SendFailure | null) => void;
}

const OTHER_BODY_BYTES = 64 * 1024;
/** An incomplete body may end inside a secret, so its end is not shown. */
const CUT_MARGIN = 16 * 1024;
const EXCERPT_LENGTH = 1_000;
const NOISE_LENGTH = 500;
const STREAM_FACTOR = 16;

type Form = 'json' | 'events' | 'other';

/**
 * Reads the HTTP response to one message as it arrives. `id` is null if the message expects no
 * JSON-RPC answer.
 */
export class HttpAnswer {
  readonly #form: Form;
  readonly #events: EventStream;
  #parts: Uint8Array[] = [];
  #size = 0;
  #noiseCount = 0;
  #noiseLength = 0;
  #over = false;

  constructor(
    readonly head: HttpHead,
    readonly id: RpcId | null,
    readonly reader: AnswerReader,
  ) {
    this.#form = id === null ? 'other' : formOf(head);
    this.#events = new EventStream(reader.limits.messageBytes);
  }

  push(chunk: Uint8Array): void {
    if (this.#over) return;
    this.#size += chunk.length;
    const { messageBytes } = this.reader.limits;
    if (this.#form === 'events') {
      if (this.#size > messageBytes * STREAM_FACTOR) return this.#lost('sent too much');
      const { data, tooLong } = this.#events.push(chunk);
      for (const text of data) this.#readText(text);
      if (tooLong) this.#lost(`sent a message of more than ${messageBytes} bytes`);
      return;
    }
    const limit = this.#form === 'json' ? messageBytes : OTHER_BODY_BYTES;
    if (this.#size <= limit) this.#parts.push(chunk);
    else if (this.#form === 'json') this.#lost(`sent a message of more than ${limit} bytes`);
    else {
      this.#parts.push(chunk.subarray(0, chunk.length - (this.#size - limit)));
      this.#readOther(true);
    }
  }

  end(problem: string | null): void {
    if (this.#over) return;
    if (this.#form === 'other') return this.#readOther(problem !== null);
    if (problem !== null) return this.#finish({ kind: 'lost', detail: sentence(problem) });
    if (this.#form === 'events') return this.#lost('ended its answer without a result');
    const body = this.#body();
    const value = parsed(body);
    if (value === null) {
      return this.#refuse(`The answer is not JSON: ${this.#excerpt(body)}`);
    }
    const items = itemsOf(value);
    const own = items.filter((item) => isJsonObject(item) && item['id'] === this.id);
    if (own.length > 1) return this.#lost('sent more than one answer to one request');
    for (const item of items) this.#readValue(item, body);
    if (!this.#over) this.#refuse(`No answer to this request in: ${this.#excerpt(body)}`);
  }

  #readText(text: string): void {
    if (this.#over) return;
    const value = parsed(text);
    if (value === null) this.#keepNoise(text);
    else this.#readValue(value, text);
  }

  #readValue(value: Json, text: string): void {
    if (this.#over) return;
    const read = readWireValue(value);
    if (read.kind === 'unusable' && read.answer?.id === this.id) {
      return this.#lost(`sent a message that cannot be used: ${read.reason}`);
    }
    // An unusable message that is not the answer ends no call.
    if (read.kind !== 'message') return this.#keepNoise(text);
    if ('method' in read.message) this.reader.message(read.message);
    else this.#readAnswer(read.message);
  }

  #readAnswer(answer: RpcAnswer): void {
    if (answer.id !== this.id) return this.#keepNoise(JSON.stringify(answer));
    if (!isSoundAnswer(answer)) return this.#lost('sent an answer that cannot be used');
    this.#over = true;
    this.reader.message(answer);
    this.reader.finish(null);
  }

  #readOther(cut: boolean): void {
    const { status } = this.head;
    if (this.id === null && status >= 200 && status < 300) return this.#finish(null);
    const body = this.#body();
    const items = this.id === null ? [] : itemsOf(parsed(body));
    for (const item of items) {
      if (!isJsonObject(item) || item['id'] !== this.id) continue;
      if ('error' in item) this.#readValue(item, body);
      return this.#lost(`answered HTTP ${status} with an answer in it that cannot be used`);
    }
    if (this.id !== null && status !== 200 && isUnread(this.head)) {
      return this.#lost(`answered HTTP ${status} in a form that Countersign does not read`);
    }
    if (cut && (status !== 200 || mediaType(this.head) === 'application/json')) {
      return this.#lost(`broke off its answer (HTTP ${status})`);
    }
    if (this.id !== null && status !== 200 && looksLikeAnswer(body, items, this.id)) {
      return this.#lost(`answered HTTP ${status} with what looks like an answer`);
    }
    this.#refuse(this.#excerpt(body, cut));
  }

  #refuse(detail: string): void {
    const type = mediaType(this.head);
    const odd = this.head.status === 200 && this.#form === 'other' ? `Content type ${type}. ` : '';
    this.#finish({ kind: 'http_status', status: this.head.status, detail: `${odd}${detail}` });
  }

  #keepNoise(text: string): void {
    this.reader.noise(this.reader.mask(text).slice(0, NOISE_LENGTH));
    this.#noiseCount += 1;
    this.#noiseLength += text.length;
    const { noiseLines, noiseLength } = this.reader.limits;
    if (this.#noiseCount > noiseLines || this.#noiseLength > noiseLength) {
      this.#lost('sent too much that is not MCP');
    }
  }

  #lost(what: string): void {
    this.#finish({ kind: 'lost', detail: `The server ${what}.` });
  }

  #finish(failure: SendFailure | null): void {
    if (this.#over) return;
    this.#over = true;
    this.#parts = [];
    this.reader.finish(failure);
  }

  #body(): string {
    const bytes = new Uint8Array(this.#parts.reduce((size, part) => size + part.length, 0));
    let offset = 0;
    for (const part of this.#parts) {
      bytes.set(part, offset);
      offset += part.length;
    }
    return new TextDecoder().decode(bytes);
  }

  #excerpt(body: string, cut = false): string {
    const whole = this.reader.mask(body);
    const text = cut ? whole.slice(0, Math.max(0, whole.length - CUT_MARGIN)) : whole;
    return cut || text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH)} … (cut)` : text;
  }
}

function itemsOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

function formOf(head: HttpHead): Form {
  if (head.status !== 200 || isEncoded(head)) return 'other';
  const type = mediaType(head);
  if (type === 'text/event-stream') return 'events';
  return type === 'application/json' ? 'json' : 'other';
}

function isUnread(head: HttpHead): boolean {
  const type = head.headers['content-type'] ?? '';
  const isOther = /charset="?(?!utf-?8|us-ascii|iso-8859-1)/iu.test(type);
  return isOther || isEncoded(head) || mediaType(head) === 'text/event-stream';
}

function isEncoded({ headers }: HttpHead): boolean {
  return (headers['content-encoding'] ?? 'identity') !== 'identity';
}

function mediaType({ headers }: HttpHead): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  return type.trim().toLowerCase();
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function looksLikeAnswer(body: string, items: readonly Json[], id: RpcId): boolean {
  return (
    /"result\\?"\s*:|\0/u.test(body) ||
    (!items.every(isJsonObject) && body.includes('jsonrpc')) ||
    items.some(
      (item) =>
        isJsonObject(item) && ('result' in item || ('error' in item && item['id'] === String(id))),
    )
  );
}
