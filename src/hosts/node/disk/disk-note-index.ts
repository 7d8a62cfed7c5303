import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { sha256Hex } from '../../../core/digest.js';
import type { IndexedNote, NoteIndex } from '../../../ports/metadata-cache.js';
import type { NoteStore } from '../../../ports/note-store.js';
import { replaceFile } from '../../desktop/files/atomic-file.js';

export interface DiskNoteIndex extends NoteIndex {
  /** Never fails. If the index cannot be saved, the next start is only slower. */
  save(): Promise<void>;
  /** Looks for notes that were changed without a new file time. Call it once, after `save`. */
  check(store: NoteStore, onChanged: (path: string) => void, signal: AbortSignal): Promise<void>;
}

const checkAfterMs = 2_000;
const checkEachMs = 5;

type Line = readonly [path: string, version: string, digest: string, entry: IndexedNote['entry']];

/**
 * Opens the index of a vault's notes. `file` must be outside the vault, because agents can write in
 * the vault.
 */
export async function openNoteIndex(file: string, madeFor: string): Promise<DiskNoteIndex> {
  const before = await readIndex(file, madeFor);
  const now = new Map<string, Line>();
  const trusted: Line[] = [];
  let isNew = false;
  const write = async (): Promise<void> => {
    const body = JSON.stringify([madeFor, [...now.values()]]);
    const bytes = new TextEncoder().encode(`${sha256Hex(body)}\n${body}`);
    await replaceFile(file, bytes, 0o600).catch(() => false);
  };
  return {
    noteAt({ path, version }) {
      const line = before.get(path);
      if (line === undefined || version === undefined || line[1] !== version) return null;
      now.set(path, line);
      trusted.push(line);
      return { digest: line[2], entry: line[3] };
    },
    keep({ path, version }, { digest, entry }) {
      if (version === undefined) return;
      now.set(path, [path, version, digest, entry]);
      isNew = true;
    },
    async save() {
      const isSame = !isNew && now.size === before.size;
      before.clear();
      if (!isSame) await write();
    },
    async check(store, onChanged, signal) {
      const wait = (ms: number) => pause(ms, !signal.aborted, { signal }).catch(() => false);
      const { size } = now;
      let goesOn = await wait(checkAfterMs);
      for (const [path, , digest] of trusted.splice(0)) {
        if (!goesOn) break;
        const text = await store.read(path);
        if (text.ok && sha256Hex(text.value) !== digest) {
          onChanged(path);
          now.delete(path);
        }
        goesOn = await wait(checkEachMs);
      }
      if (now.size < size) await write();
      now.clear();
    },
  };
}

async function readIndex(file: string, madeFor: string): Promise<Map<string, Line>> {
  try {
    const text = await readFile(file, 'utf8');
    const end = text.indexOf('\n');
    const body = text.slice(end + 1);
    if (sha256Hex(body) !== text.slice(0, end)) return new Map();
    const [of, lines] = JSON.parse(body) as [string, readonly Line[]];
    return new Map(of === madeFor ? lines.map((line) => [line[0], line]) : []);
  } catch {
    return new Map();
  }
}
