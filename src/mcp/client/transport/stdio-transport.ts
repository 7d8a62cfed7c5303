import type { ChildProcessEnd, ServerHandle } from './child-processes.js';
import type { RpcId, RpcMessage } from '../../protocol/json-rpc.js';
import { MessageLines } from './message-lines.js';
import type { SendFailure } from '../protocol/rpc-report.js';
import type { ServerTransport, TransportLimits } from '../protocol/server-transport.js';
import { readWireLine, wantedInput } from '../../protocol/wire-message.js';

const KEPT_NOISE_LINES = 20;
const KEPT_NOISE_LENGTH = 4_000;

export class StdioTransport implements ServerTransport {
  onclose?: () => void;
  onmessage?: (message: RpcMessage) => void;
  onwantedinput?: (question: string, during: RpcId | null) => void;

  closedBecause: string | null = null;
  readonly noise: string[] = [];
  readonly closed: Promise<void>;

  #resolveClosed = (): void => {};
  readonly #lines: MessageLines;
  readonly #looking = new Map<RpcId, (why: string) => void>();
  #noiseLines = 0;
  #noiseLength = 0;

  constructor(
    readonly child: ServerHandle,
    readonly limits: TransportLimits,
  ) {
    this.#lines = new MessageLines(limits.messageBytes);
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
  }

  start(): void {
    this.child.listen({
      stdout: (chunk) => this.#read(chunk),
      stderr: () => {},
      end: (end) => this.#finish(describeEnd(end)),
    });
  }

  async send(
    message: RpcMessage,
    _headers?: Readonly<Record<string, string>>,
    whyNot?: () => Promise<string | null>,
  ): Promise<SendFailure | null> {
    const kept = whyNot ? await this.#lookFirst(message, whyNot) : null;
    if (kept !== null) return { kind: 'not_sent', detail: kept };
    const line = `${JSON.stringify(message)}\n`;
    if (this.closedBecause === null && this.child.write(line)) return null;
    return { kind: 'not_sent', detail: 'The server is gone.' };
  }

  isUnsent(id: RpcId): boolean {
    return this.#looking.has(id);
  }

  unsend(id: RpcId, why: string): boolean {
    const giveUp = this.#looking.get(id);
    giveUp?.(why);
    return giveUp !== undefined;
  }

  #lookFirst(message: RpcMessage, whyNot: () => Promise<string | null>): Promise<string | null> {
    const id = 'method' in message && 'id' in message ? message.id : null;
    if (id === null) return whyNot();
    const givenUp = new Promise<string>((resolve) => {
      this.#looking.set(id, resolve);
    });
    return Promise.race([whyNot(), givenUp]).finally(() => this.#looking.delete(id));
  }

  async shutDown(because = 'it was closed here'): Promise<void> {
    this.#finish(because);
    await this.closed;
  }

  stderrTail(): string {
    return this.child.stderrTail();
  }

  #read(chunk: Uint8Array): void {
    const { lines, tooLong } = this.#lines.push(chunk);
    for (const line of lines) {
      if (this.closedBecause !== null) return;
      this.#readLine(line);
    }
    if (tooLong) {
      this.#finish(`the server sent a message of more than ${this.limits.messageBytes} bytes`);
    }
  }

  #readLine(line: string): void {
    const read = readWireLine(line);
    switch (read.kind) {
      case 'message': {
        this.#noiseLines = 0;
        this.#noiseLength = 0;
        const question = wantedInput(read.message);
        if (question !== null) this.onwantedinput?.(question, null);
        this.onmessage?.(read.message);
        return;
      }
      case 'unusable':
        // An unusable answer ends only its own call. It is passed on without its result.
        return read.answer === null ? this.#keepNoise(line) : this.onmessage?.(read.answer);
      case 'noise':
        return this.#keepNoise(line);
    }
  }

  #keepNoise(line: string): void {
    this.noise.push(line.slice(0, KEPT_NOISE_LENGTH));
    if (this.noise.length > KEPT_NOISE_LINES) this.noise.shift();
    this.#noiseLines += 1;
    this.#noiseLength += line.length;
    if (this.#noiseLines > this.limits.noiseLines || this.#noiseLength > this.limits.noiseLength) {
      this.#finish('the server wrote too much to stdout that is not MCP');
    }
  }

  #finish(reason: string): void {
    if (this.closedBecause !== null) return;
    this.closedBecause = reason;
    void this.child.kill().then(this.#resolveClosed);
    this.onclose?.();
  }
}

function describeEnd(end: ChildProcessEnd): string {
  if (end.signal !== null) return `the server was ended by ${end.signal}`;
  return end.code === null ? 'the server ended' : `the server exited with code ${end.code}`;
}
