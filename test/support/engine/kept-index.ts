import { existsSync, mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '../../../src/core/digest.js';
import { openNoteIndex, type DiskNoteIndex } from '../../../src/hosts/node/disk/disk-note-index.js';

/**
 * What a start finds of the index: as the start before left it; nothing; or a whole one in which each note has the line of
 * another note.
 */
export const indexStates = ['right', 'missing', 'wrong'] as const;
export type IndexState = (typeof indexStates)[number];

/** The index of notes that the starts of one test keep for each other, on the disk. */
export class KeptIndex {
  private readonly folder = mkdtempSync(join(tmpdir(), 'kept-index-'));
  private last: DiskNoteIndex | null = null;

  constructor(private readonly state: IndexState) {}

  /** Opens the index for one start. */
  async open(): Promise<DiskNoteIndex> {
    const file = join(this.folder, 'notes.json');
    await this.last?.save();
    if (this.state === 'missing') await rm(file, { force: true });
    if (this.state === 'wrong' && existsSync(file)) await exchangeLines(file);
    this.last = await openNoteIndex(file, 'test');
    return this.last;
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

async function exchangeLines(file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const [madeFor, lines] = JSON.parse(text.slice(text.indexOf('\n') + 1)) as [string, unknown[][]];
  const exchanged = lines.map(([path], at) => [path, ...(lines.at(at - 1) ?? []).slice(1)]);
  const body = JSON.stringify([madeFor, exchanged]);
  await writeFile(file, `${sha256Hex(body)}\n${body}`);
}
