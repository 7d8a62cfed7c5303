import { CountersignError, type Problem } from '../../core/errors.js';
import type { EarlierAttempt } from '../../core/ledger/ledger-record.js';
import { readFrontMatter } from '../../core/note/front-matter/front-matter.js';
import type { NoteStore } from '../../ports/note-store.js';
import { attemptsInNote } from '../ledger/earlier-attempts.js';
import type { LedgerBook } from '../ledger/ledger-book.js';
import { PathsByKey } from './index/paths-by-key.js';
import { visitAll } from './index/visit-all.js';
import { quotedPath } from '../../core/text/quote.js';

const key = 'request_id';
const longestHead = 4_000;

/** The requests in `Done/Actions`, by id. */
export class FiledRequests {
  private readonly changed = new Set<string>();
  private readonly idsAt = new Map<string, readonly string[]>();
  private readonly pathsOf = new PathsByKey();
  private readonly unread = new Map<string, Problem>();
  private readonly untold = new Set<string>();
  private reading: Promise<void> = Promise.resolve();

  constructor(private readonly store: Pick<NoteStore, 'read'>) {}

  lookAt(path: string): void {
    this.changed.add(path);
  }

  async has(id: string): Promise<boolean> {
    await this.read();
    const found = this.pathsOf.get(id);
    if (found.length === 0) return false;
    for (const path of found) this.lookAt(path);
    await this.read();
    return this.pathsOf.get(id).length > 0;
  }

  /** Null if every note could be read. CALL {@link has} FIRST. */
  problem(): Problem | null {
    return this.unread.values().next().value ?? null;
  }

  tell(
    isKnown: (id: string) => boolean,
    take: (attempts: readonly EarlierAttempt[]) => Promise<unknown>,
  ): Promise<void> {
    const told = this.reading.then(async () => {
      const attempts: EarlierAttempt[] = [];
      await visitAll([...this.untold], async (path) => {
        if ((this.idsAt.get(path) ?? []).every(isKnown)) return;
        const text = await this.store.read(path);
        if (text.ok) attempts.push(...attemptsInNote(text.value, path));
        else if (text.error.code !== 'note_missing' && !isBeside(path, text.error))
          throw new CountersignError(text.error);
      });
      await take(attempts);
      this.untold.clear();
    });
    this.reading = told.catch(() => undefined);
    return told;
  }

  private read(): Promise<void> {
    this.reading = this.reading.then(() =>
      visitAll([...this.changed], async (path) => {
        this.changed.delete(path);
        const text = await this.store.read(path);
        this.unread.delete(path);
        if (!text.ok && text.error.code !== 'note_missing' && !isBeside(path, text.error)) {
          this.changed.add(path);
          this.unread.set(path, unreadable(path, text.error));
        }
        this.put(path, text.ok ? idsIn(text.value) : []);
      }),
    );
    return this.reading;
  }

  private put(path: string, ids: readonly string[]): void {
    for (const id of this.idsAt.get(path) ?? []) this.pathsOf.remove(id, path);
    this.idsAt.set(path, ids);
    this.untold.add(path);
    for (const id of ids) this.pathsOf.add(id, path);
  }
}

export async function observeFiled(
  { book }: { readonly book: LedgerBook },
  filed: FiledRequests,
): Promise<void> {
  const isKnown = (id: string): boolean => {
    const { intent, voided } = book.facts.request(id) ?? {};
    return intent !== undefined || voided?.why === 'happened';
  };
  await filed.tell(isKnown, (attempts) => book.observeTold(attempts));
}

/** True for a file that macOS (`._x.md`) or an editor (`.#x.md`) puts beside a note. */
function isBeside(path: string, { code }: Problem): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    (code === 'note_not_text' && name.startsWith('._')) ||
    (code === 'note_not_a_file' && name.startsWith('.#'))
  );
}

function unreadable(path: string, { code, message }: Problem): Problem {
  return {
    ...{ code, path },
    message: `${quotedPath(path)} can’t be read, so nobody knows which request it is of: ${message}`,
    advice: 'Nothing runs until it can be read. If it is of no request, move it elsewhere.',
  };
}

function idsIn(text: string): readonly string[] {
  const front = readFrontMatter(text);
  if (!front.ok) {
    const start = text.slice(0, longestHead);
    return start.includes(key) ? wordsOf(start) : [];
  }
  const value = front.value.fields.get(key);
  return typeof value === 'string' ? [value] : wordsOf(JSON.stringify(value ?? ''));
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\w.-]+/gu) ?? [];
}
