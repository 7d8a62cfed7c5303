import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { ChildProcessEnd, ServerHandle } from './child-processes.js';
import { MessageLines } from './message-lines.js';
import { readWireLine, wantedInput } from './wire-message.js';

/** How much a server may send before the connection to it is given up. */
export interface TransportLimits {
  /** Longest single message. */
  readonly messageBytes: number;
  /** Lines in a row that are no message. */
  readonly noiseLines: number;
  /** Their UTF-16 units in all. */
  readonly noiseLength: number;
}

export const defaultTransportLimits: TransportLimits = {
  messageBytes: 4 * 1024 * 1024,
  noiseLines: 1_000,
  noiseLength: 1024 * 1024,
};

const KEPT_NOISE_LINES = 20;
const KEPT_NOISE_LENGTH = 500;

/**
 * MCP's stdio transport over a child process: one JSON-RPC message a line. Unlike the SDK's own it
 * knows whether a message was handed over at all, bounds what it holds, and always ends the child.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** The server asks the person something. It gets no answer but "method not found". */
  onwantedinput?: (question: string) => void;

  /** How many messages were handed to the child, in whole or in part. */
  messagesWritten = 0;
  /** Why the connection ended, as the end of a sentence; `null` while it lasts. */
  closedBecause: string | null = null;
  /** The newest lines that were no messages, cut, for diagnosis. */
  readonly noise: string[] = [];
  /** Settles when the connection ended and the child is gone. */
  readonly closed: Promise<void>;

  #settleClosed = (): void => {};
  readonly #lines: MessageLines;
  #noiseLines = 0;
  #noiseLength = 0;

  constructor(
    readonly child: ServerHandle,
    readonly limits: TransportLimits,
    readonly onStderr: (text: string) => void,
  ) {
    this.#lines = new MessageLines(limits.messageBytes);
    this.closed = new Promise((resolve) => {
      this.#settleClosed = resolve;
    });
  }

  start(): Promise<void> {
    this.child.listen({
      stdout: (chunk) => this.#read(chunk),
      stderr: this.onStderr,
      end: (end) => this.#finish(describeEnd(end)),
    });
    return Promise.resolve();
  }

  /** Rejects only when not one byte was handed over. */
  send(message: JSONRPCMessage): Promise<void> {
    const line = `${JSON.stringify(message)}\n`;
    // Counted before the write: whoever judges by the count must never find it too low.
    this.messagesWritten += 1;
    if (this.closedBecause === null && this.child.write(line)) return Promise.resolve();
    this.messagesWritten -= 1;
    return Promise.reject(new Error('The server is gone'));
  }

  async close(): Promise<void> {
    this.#finish('it was closed here');
    await this.closed;
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
        if (question !== null) this.onwantedinput?.(question);
        this.onmessage?.(read.message);
        return;
      }
      case 'unusable':
        return this.#finish(`the server sent a message that cannot be used: ${read.reason}`);
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
      this.#finish('the server wrote too much to stdout that is no MCP message');
    }
  }

  /** Whatever ended the connection, nothing of the child survives it. */
  #finish(reason: string): void {
    if (this.closedBecause !== null) return;
    this.closedBecause = reason;
    void this.child.kill().then(this.#settleClosed);
    this.onclose?.();
  }
}

function describeEnd(end: ChildProcessEnd): string {
  if (end.signal !== null) return `the server was ended by ${end.signal}`;
  return end.code === null ? 'the server ended' : `the server ended with exit code ${end.code}`;
}
