import { MessageLines } from './message-lines.js';

export interface CompletedEvents {
  /** The data of each event that has no name or the name `message`. */
  readonly data: readonly string[];
  /** True when a line or an event is longer than the limit. */
  readonly tooLong: boolean;
}

/** Reads `text/event-stream` (WHATWG HTML, §9.2.6), as far as MCP needs. */
export class EventStream {
  readonly #lines: MessageLines;
  #data: string[] = [];
  #length = 0;
  #name = '';

  constructor(readonly limitBytes: number) {
    this.#lines = new MessageLines(limitBytes);
  }

  push(chunk: Uint8Array): CompletedEvents {
    const { lines, tooLong } = this.#lines.push(chunk);
    const data: string[] = [];
    for (const line of lines.flatMap((text) => text.split('\r'))) {
      const event = this.#readLine(line);
      if (event !== null) data.push(event);
      if (this.#length > this.limitBytes) return { data, tooLong: true };
    }
    return { data, tooLong };
  }

  #readLine(line: string): string | null {
    if (line === '') return this.#take();
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/su.exec(line) ?? [];
    if (field === 'event') this.#name = value;
    if (field === 'data') {
      this.#data.push(value);
      this.#length += value.length + 1;
    }
    return null;
  }

  #take(): string | null {
    const taken = this.#data.length > 0 && (this.#name === '' || this.#name === 'message');
    const text = taken ? this.#data.join('\n') : null;
    this.#data = [];
    this.#length = 0;
    this.#name = '';
    return text;
  }
}
