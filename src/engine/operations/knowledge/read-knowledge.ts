import { ok, type Problem, type Result } from '../../../core/errors.js';
import {
  bundleFile,
  readBundle,
  requiredRules,
  type Bundle,
} from '../../../core/knowledge/bundle.js';
import { knowledgeFolder } from '../../../core/knowledge/kb-base.js';
import type { KnowledgeNote, KnowledgeState } from '../../../core/knowledge/knowledge-state.js';
import { foldName } from '../../../core/note/vault-path.js';
import type { Folders } from '../../../core/settings/device-config.js';
import { quoted } from '../../../core/text/quote.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import type { NoteStore } from '../../../ports/note-store.js';

export interface KnowledgePlace {
  readonly notes: Pick<NoteStore, 'read' | 'list'>;
  readonly folders: Pick<Folders, 'plans'>;
}

/** Agents get a knowledge note as a whole, so its size is limited. */
export const mostBytes = 64 * 1024;
const mostBundles = 20;
const mostNotes = 200;

export async function readKnowledge(place: KnowledgePlace): Promise<KnowledgeState> {
  const folder = knowledgeFolder(place.folders);
  const reader = new Reader(place, folder);
  return reader.read();
}

export async function readKnowledgeNote(
  place: KnowledgePlace,
  name: string,
): Promise<string | null> {
  const reader = new Reader(place, knowledgeFolder(place.folders), name);
  await reader.read();
  return reader.found === null ? null : showInvisible(reader.found);
}

class Reader {
  found: string | null = null;
  private readonly notes: KnowledgeNote[] = [];
  private readonly lacking: string[] = [];
  private readonly optional: string[] = [];
  private readonly names = new Set<string>();
  private readonly bundles = new Set<string>();
  private readonly rules = new Map<string, string>();
  private readonly sizes = new Map<string, number>();

  constructor(
    private readonly place: KnowledgePlace,
    private readonly folder: string,
    private readonly wanted?: string,
  ) {}

  async read(): Promise<KnowledgeState> {
    const files = await this.place.notes.list(this.folder);
    for (const { path, size } of files) this.sizes.set(foldName(path), size);
    const bundlePath = `${this.folder}/${bundleFile}`;
    const bundle = await this.bundle(bundleFile);
    if (!bundle.ok) {
      const { line } = bundle.error;
      const where = line === undefined ? bundlePath : `${bundlePath}, line ${line}`;
      this.lacking.push(`${where}: ${wordsOf(bundle.error)}`);
    } else {
      this.tell(bundle.value);
      for (const entry of bundle.value.base) await this.note(entry.name, entry.file, true);
      for (const rule of requiredRules) {
        const isNamed = bundle.value.base.some(({ name }) => name === rule);
        const isTold = bundle.value.problems.some(
          ({ table, name }) => table === 'base' && name === rule,
        );
        if (!isNamed && !isTold)
          this.lacking.push(`${bundlePath} names no note “${rule}” in [base].`);
      }
      await this.extended(bundle.value);
    }
    const { notes, lacking, optional } = this;
    return { bundlePath, notes, lacking, optional };
  }

  private tell({ problems }: Bundle): void {
    for (const { table, why } of problems)
      (table === 'base' ? this.lacking : this.optional).push(why);
  }

  private async extended({ extended }: Bundle): Promise<void> {
    for (const { name, file } of extended) {
      if (!file.endsWith('.toml')) {
        await this.note(name, file, false);
        continue;
      }
      if (this.bundles.has(foldName(file))) {
        this.optional.push(`The bundle ${quoted(file)} names itself, so it is read once.`);
        continue;
      }
      if (this.bundles.size >= mostBundles) {
        const tooMany = `More than ${mostBundles} bundles are not read.`;
        if (!this.optional.includes(tooMany)) this.optional.push(tooMany);
        continue;
      }
      const other = await this.bundle(file);
      if (!other.ok) {
        const { line } = other.error;
        const where = line === undefined ? '' : `, line ${line}`;
        this.optional.push(`The bundle ${quoted(file)}${where}: ${wordsOf(other.error)}`);
        continue;
      }
      this.tell({
        ...other.value,
        problems: other.value.problems.filter((one) => one.table === 'extended'),
      });
      if (other.value.base.length > 0)
        this.optional.push(
          `[base] applies in ${bundleFile} only, so that of ${quoted(file)} is not read.`,
        );
      await this.extended(other.value);
    }
  }

  private async bundle(file: string): Promise<Result<Bundle>> {
    this.bundles.add(foldName(file));
    const path = `${this.folder}/${file}`;
    const text = await this.text(path);
    return text.ok ? readBundle(text.value, path) : text;
  }

  private async note(name: string, file: string, isRequired: boolean): Promise<void> {
    const told = isRequired ? this.lacking : this.optional;
    if (this.names.has(name)) {
      told.push(`The name “${name}” is used twice; the first note is used.`);
      return;
    }
    if (this.notes.length >= mostNotes) {
      const tooMany = `More than ${mostNotes} notes are not read.`;
      if (!told.includes(tooMany)) told.push(tooMany);
      return;
    }
    this.names.add(name);
    const path = `${this.folder}/${file}`;
    const key = foldName(path);
    const other = isRequired ? this.rules.get(key) : undefined;
    if (isRequired) this.rules.set(key, name);
    const text = await this.text(path);
    const why =
      other === undefined
        ? text.ok
          ? null
          : text.error.message
        : `This is the note of ${quoted(other)}.`;
    const problem = why === null ? null : `${quoted(name)} (${path}): ${why}`;
    if (problem !== null) told.push(problem);
    else if (text.ok && name === this.wanted) this.found = text.value;
    this.notes.push({ name, path, isRequired, problem });
  }

  private async text(path: string): Promise<Result<string>> {
    const size = this.sizes.get(foldName(path)) ?? 0;
    const refused = (message: string): Result<string> => ({
      ok: false,
      error: { code: 'note_too_large', message, advice: '', path },
    });
    const tooLarge = refused(`It has more than ${mostBytes / 1024} kB, so it is not read.`);
    if (size > mostBytes) return tooLarge;
    const read = await this.place.notes.read(path);
    if (!read.ok) return read.error.code === 'note_missing' ? refused('It is missing.') : read;
    if (read.value.length > mostBytes) return tooLarge;
    const hasWords = /(?!\p{DI})[\p{L}\p{N}]/u.test(read.value);
    return hasWords ? ok(read.value) : refused('It has no word.');
  }
}

function wordsOf({ message, advice }: Problem): string {
  return `${message} ${advice}`.trim();
}
