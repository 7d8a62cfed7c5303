const LINE_FEED = 0x0a;

export interface CompletedLines {
  readonly lines: readonly string[];
  readonly tooLong: boolean;
}

export class MessageLines {
  #parts: Uint8Array[] = [];
  #size = 0;

  constructor(readonly limitBytes: number) {}

  push(chunk: Uint8Array): CompletedLines {
    const lines: string[] = [];
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start);
      const part = chunk.subarray(start, end === -1 ? chunk.length : end);
      if (this.#size + part.length > this.limitBytes) {
        this.#take();
        return { lines, tooLong: true };
      }
      this.#parts.push(part);
      this.#size += part.length;
      if (end === -1) return { lines, tooLong: false };
      lines.push(this.#take());
      start = end + 1;
    }
  }

  /** Decodes the whole line in one step, because chunks can split a character. */
  #take(): string {
    const bytes = new Uint8Array(this.#size);
    let offset = 0;
    for (const part of this.#parts) {
      bytes.set(part, offset);
      offset += part.length;
    }
    this.#parts = [];
    this.#size = 0;
    const line = new TextDecoder().decode(bytes);
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  }
}
