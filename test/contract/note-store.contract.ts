import { createHash } from 'node:crypto';
import { existsSync, truncateSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Result } from '../../src/core/errors.js';
import { skillPath } from '../../src/core/note/vault-path.js';
import type { NoteStore } from '../../src/ports/note-store.js';

/** A store under test, and hands on the same vault that the store knows nothing about. */
export interface NoteStoreUnderTest {
  readonly store: NoteStore;
  /** What others do; each takes effect at once. */
  readonly outside: {
    write(path: string, content: string | Uint8Array): void;
    /** As `mv`: one rename on the disk. */
    move(from: string, to: string): void;
    remove(path: string): void;
    makeFolder(path: string): void;
    /** Puts a link in place of a note or a folder: to something outside the vault, or to this path in it. */
    link(path: string, to?: string): void;
    /** The bytes of a file as Latin-1 text (one character a byte), or `null`. */
    bytes(path: string): string | null;
  };
  /** The absolute spelling of a vault path. */
  absolute(path: string): string;
  close(): Promise<void>;
}

const NOTE = 'Plans/PLAN-2026-001.md';
const OTHER = 'Done/Plans/PLAN-2026-001.md';

/** What every NoteStore does, whatever lies beneath it. */
export function describeNoteStore(name: string, open: () => Promise<NoteStoreUnderTest>): void {
  describe(`the note store ${name}`, () => {
    let vault: NoteStoreUnderTest;
    beforeEach(async () => void (vault = await open()));
    afterEach(() => vault.close());

    const operations: [string, (path: string) => Promise<Result<unknown>>][] = [
      ['read', (path) => vault.store.read(path)],
      ['create', (path) => vault.store.create(path, 'x')],
      ['createFolder', (path) => vault.store.createFolder(path)],
      ['update', (path) => vault.store.update(path, () => 'x')],
      ['move from', (path) => vault.store.move(path, OTHER)],
      [
        'move to',
        async (path) => {
          vault.outside.write(NOTE, 'x');
          return vault.store.move(NOTE, path);
        },
      ],
      ['digest', (path) => vault.store.digest(path)],
    ];

    describe.each(operations)('%s', (operation, operate) => {
      const codeAt = async (path: string) => problemOf(await operate(path)).code;
      test.each([
        ['../escape.md', 'path_outside_vault'],
        ['Plans/../../escape.md', 'path_outside_vault'],
        ['Plans/../inside.md', 'path_outside_vault'],
        ['/etc/passwd', 'path_outside_vault'],
        ['C:\\Windows\\win.ini', 'path_outside_vault'],
        ['Plans\\note.md', 'path_not_allowed'],
        ['Plans//note.md', 'path_not_allowed'],
        ['Plans/', 'path_not_allowed'],
        ['Plans/./note.md', 'path_not_allowed'],
        ['nul\u0000.md', 'path_not_allowed'],
        ['.obsidian/app.json', 'path_not_allowed'],
        ['Plans/.hidden.md', 'path_not_allowed'],
        ['.claude/skills/managing-obsidian-vault/other.md', 'path_not_allowed'],
      ])('refuses the path %j with %s', async (path, code) => {
        expect(problemOf(await operate(path))).toEqual({ code, path });
      });

      test('refuses a path through a folder that is a link out of the vault', async () => {
        vault.outside.link('Linked');
        expect(await codeAt('Linked/note.md')).toBe('path_outside_vault');
      });

      test('refuses a path through a note', async () => {
        vault.outside.write('Inbox', 'no folder');
        const code = /read|digest/.test(operation) ? 'note_missing' : 'note_not_a_file';
        expect([code, code]).toEqual([await codeAt('Inbox/note.md'), await codeAt('Inbox/a/b.md')]);
      });
    });

    test.each<[string, (path: string) => Promise<Result<unknown>>]>([
      ['read', (path) => vault.store.read(path)],
      ['update', (path) => vault.store.update(path, () => 'x')],
      ['move', (path) => vault.store.move(path, OTHER)],
      ['digest', (path) => vault.store.digest(path)],
    ])('%s tells a missing note from a link or folder in its place', async (_name, operate) => {
      vault.outside.link('Plans/link.md');
      vault.outside.makeFolder('Plans/folder.md');
      expect(problemOf(await operate(NOTE))).toEqual({ code: 'note_missing', path: NOTE });
      expect(problemOf(await operate('Plans/link.md')).code).toBe('note_not_a_file');
      expect(problemOf(await operate('Plans/folder.md')).code).toBe('note_not_a_file');
    });

    describe('reading', () => {
      test.each([
        ['a byte order mark and CRLF', '\uFEFF---\r\nstatus: Active\r\n---\r\n'],
        ['an empty note', ''],
        ['no line end at the end, emoji and other scripts', '✋ Zażółć 漢字 🧾'],
        ['a NUL character', 'a\u0000b'],
        ['5 MB', 'a line of text\n'.repeat(350_000)],
      ])('gives the text exactly as it is: %s', async (_what, text) => {
        vault.outside.write(NOTE, text);
        expect(valueOf(await vault.store.read(NOTE)) === text).toBe(true);
      });

      test('refuses bytes that are not UTF-8, and an update leaves them as they are', async () => {
        vault.outside.write(NOTE, Uint8Array.of(0x41, 0xff, 0xfe));
        expect(problemOf(await vault.store.read(NOTE)).code).toBe('note_not_text');
        expect(problemOf(await vault.store.update(NOTE, () => 'x')).code).toBe('note_not_text');
        expect(vault.outside.bytes(NOTE)).toBe('A\u00ff\u00fe');
      });

      test('refuses a note over the limit', async () => {
        vault.outside.write(NOTE, new Uint8Array(16 * 1024 * 1024 + 1).fill(0x61));
        expect(problemOf(await vault.store.read(NOTE)).code).toBe('note_too_large');
      });

      test('gives the SHA-256 of any file', async () => {
        const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
        vault.outside.write('Invoices/scan.pdf', bytes);
        const expected = createHash('sha256').update(bytes).digest('hex');
        expect(valueOf(await vault.store.digest('Invoices/scan.pdf'))).toBe(expected);
      });

      test('gives none through a link, and of none over the limit [GATE-10]', async () => {
        const scan = 'Invoices/scan.pdf';
        vault.outside.write(scan, 'bytes');
        vault.outside.link('Linked', 'Invoices');
        vault.outside.link('Invoices/link.md', scan);
        expect((await vault.store.digest('Linked/scan.pdf')).ok).toBe(false);
        expect((await vault.store.digest('Invoices/link.md')).ok).toBe(false);
        if (!existsSync(vault.absolute(scan))) return;
        truncateSync(vault.absolute(scan), 200 * 1024 ** 3);
        expect(problemOf(await vault.store.digest(scan)).code).toBe('note_too_large');
      });
    });

    describe('creating', () => {
      test('makes the note and its folders, byte for byte', async () => {
        const text = '\uFEFFone\r\ntwo ✋';
        valueOf(await vault.store.create('Pending_Approval/clients/a.md', text));
        expect(vault.outside.bytes('Pending_Approval/clients/a.md')).toBe(latin1(text));
      });

      test.each(['Plans/plan.md', 'Plans/PLAN.md', 'Plans/Plan.MD'])(
        'does not take a name that is taken, whatever its capitals: %s',
        async (path) => {
          vault.outside.write('Plans/plan.md', 'theirs');
          expect(problemOf(await vault.store.create(path, 'ours'))).toEqual({
            code: 'note_exists',
            path,
          });
          expect(vault.outside.bytes('Plans/plan.md')).toBe('theirs');
          expect(await vault.store.list('Plans')).toHaveLength(1);
        },
      );

      test('lets one of many at once have the name', async () => {
        const names = Array.from({ length: 20 }, (_, n) => (n % 2 ? 'Plans/A.md' : 'Plans/a.md'));
        const made = await Promise.all(names.map((path, n) => vault.store.create(path, `${n}`)));
        expect(made.filter((result) => result.ok)).toHaveLength(1);
        expect(await vault.store.list('Plans')).toHaveLength(1);
      });

      test('refuses text that UTF-8 cannot store', async () => {
        expect(problemOf(await vault.store.create(NOTE, 'half \ud83d')).code).toBe('note_not_text');
        expect(await vault.store.list('')).toEqual([]);
      });

      test('makes a folder once and leaves an existing one as it is', async () => {
        valueOf(await vault.store.createFolder('Done/Actions'));
        vault.outside.write('Done/Actions/a.md', 'kept');
        valueOf(await vault.store.createFolder('Done/Actions'));
        valueOf(await vault.store.createFolder('Done'));
        expect(vault.outside.bytes('Done/Actions/a.md')).toBe('kept');
      });

      test('does not make a folder where a note lies', async () => {
        vault.outside.write('Done', 'a note');
        expect(problemOf(await vault.store.createFolder('Done')).code).toBe('note_exists');
      });
    });

    describe('updating', () => {
      test('gives the text as it is now and keeps every byte that the edit keeps', async () => {
        const text = '\uFEFF- [ ] one\r\n- [ ] two ✋\r\n';
        vault.outside.write(NOTE, text);
        const edited = valueOf(
          await vault.store.update(NOTE, (now) => {
            expect(now).toBe(text);
            return now.replace('[ ]', '[x]');
          }),
        );
        expect(edited).toBe(text.replace('[ ]', '[x]'));
        expect(vault.outside.bytes(NOTE)).toBe(latin1(edited));
      });

      test.each([
        ['null', () => null],
        ['the same text', (text: string) => text],
      ])('does not write when the edit returns %s', async (_what, edit) => {
        vault.outside.write(NOTE, 'as it is');
        const before = await vault.store.list('Plans');
        expect(valueOf(await vault.store.update(NOTE, edit))).toBe('as it is');
        expect(await vault.store.list('Plans')).toEqual(before);
      });

      test('loses none of a hundred updates at once [FR-018]', async () => {
        vault.outside.write(NOTE, '0');
        const increment = (text: string): string => `${Number(text) + 1}`;
        await Promise.all(Array.from({ length: 100 }, () => vault.store.update(NOTE, increment)));
        expect(vault.outside.bytes(NOTE)).toBe('100');
      });

      test('takes up what others wrote while it was at work', async () => {
        vault.outside.write(NOTE, 'old');
        let calls = 0;
        const text = valueOf(
          await vault.store.update(NOTE, (now) => {
            calls += 1;
            if (calls === 1) vault.outside.write(NOTE, 'theirs');
            return `${now} and ours`;
          }),
        );
        expect(text).toBe('theirs and ours');
        expect(vault.outside.bytes(NOTE)).toBe('theirs and ours');
      });

      test('gives up when others never stop, and leaves what they wrote', async () => {
        vault.outside.write(NOTE, 'theirs 0');
        let calls = 0;
        const result = await vault.store.update(NOTE, () => {
          calls += 1;
          vault.outside.write(NOTE, `theirs ${calls}`);
          return 'ours';
        });
        expect(problemOf(result)).toEqual({ code: 'note_changed', path: NOTE });
        expect(vault.outside.bytes(NOTE)).toBe(`theirs ${calls}`);
      });

      test('does not bring back a note that is deleted while it is at work', async () => {
        vault.outside.write(NOTE, 'old');
        const result = await vault.store.update(NOTE, () => {
          vault.outside.remove(NOTE);
          return 'new';
        });
        expect(problemOf(result).code).toBe('note_missing');
        expect(await vault.store.list('')).toEqual([]);
      });

      test('passes on what the edit throws, changes nothing and goes on working', async () => {
        vault.outside.write(NOTE, 'old');
        const bug = new Error('a bug');
        const broken = vault.store.update(NOTE, () => {
          throw bug;
        });
        const next = vault.store.update(NOTE, (text) => `${text}er`);
        await expect(broken).rejects.toBe(bug);
        expect(valueOf(await next)).toBe('older');
        expect(await vault.store.list('')).toHaveLength(1);
      });
    });

    describe('moving', () => {
      test('moves the note whole and makes the folders it needs', async () => {
        vault.outside.write(NOTE, '\uFEFFkept\r\n');
        valueOf(await vault.store.move(NOTE, OTHER));
        expect(vault.outside.bytes(NOTE)).toBeNull();
        expect(vault.outside.bytes(OTHER)).toBe(latin1('\uFEFFkept\r\n'));
      });

      test.each([OTHER, OTHER.toUpperCase().replace('DONE/PLANS', 'Done/Plans')])(
        'never overwrites: %s',
        async (to) => {
          vault.outside.write(NOTE, 'ours');
          vault.outside.write(OTHER, 'theirs');
          expect(problemOf(await vault.store.move(NOTE, to))).toEqual({
            code: 'note_exists',
            path: to,
          });
          expect(vault.outside.bytes(NOTE)).toBe('ours');
          expect(vault.outside.bytes(OTHER)).toBe('theirs');
        },
      );

      test('lets one of two moves to one name win and keeps the other note', async () => {
        vault.outside.write('Inbox/a.md', 'a');
        vault.outside.write('Inbox/b.md', 'b');
        const ends = await Promise.all([
          vault.store.move('Inbox/a.md', 'Done/x.md'),
          vault.store.move('Inbox/b.md', 'Done/X.md'),
        ]);
        expect(ends.filter((end) => end.ok)).toHaveLength(1);
        expect(await vault.store.list('')).toHaveLength(2);
      });

      test('waits for an update of the same note', async () => {
        vault.outside.write(NOTE, 'old');
        const [updated, moved] = await Promise.all([
          vault.store.update(NOTE, (text) => `${text}, updated`),
          vault.store.move(NOTE, OTHER),
        ]);
        expect([updated.ok, moved.ok]).toEqual([true, true]);
        expect(vault.outside.bytes(OTHER)).toBe('old, updated');
      });
    });

    test.each([
      ['that is missing', null],
      ['that is empty', ''],
      ['with a byte order mark and CRLF', '\uFEFF# Skill\r\n'],
    ])(
      'the one hidden file of ours %s is made and changed, and listed nowhere',
      async (_, text) => {
        const { store, outside } = vault;
        if (text === null) {
          expect(problemOf(await store.read(skillPath)).code).toBe('note_missing');
          expect((await store.create(skillPath, 'one\n')).ok).toBe(true);
        } else {
          outside.write(skillPath, text);
          expect(problemOf(await store.create(skillPath, 'one\n')).code).toBe('note_exists');
        }
        const before = await store.read(skillPath);
        expect(before).toEqual({ ok: true, value: text ?? 'one\n' });
        const after = `${text ?? 'one\n'}two\n`;
        const updated = await store.update(skillPath, (now) => `${now}two\n`);
        expect(updated).toEqual({ ok: true, value: after });
        expect(outside.bytes(skillPath)).toBe(Buffer.from(after).toString('latin1'));
        expect(await store.list('')).toEqual([]);
      },
    );

    describe('listing', () => {
      test('gives the files below a folder by path, without hidden entries and linked folders', async () => {
        vault.outside.write('Plans/b.md', 'bb');
        vault.outside.write('Plans/clients/a.md', 'a');
        vault.outside.write('Plans/clients.md', 'ccc');
        vault.outside.write('Plans/.hidden.md', '');
        vault.outside.write('Plans/.trash/old.md', '');
        vault.outside.write('Planning/c.md', '');
        vault.outside.link('Plans/linked');
        const files = await vault.store.list('Plans');
        expect(files.map(({ path, size }) => ({ path, size }))).toEqual([
          { path: 'Plans/b.md', size: 2 },
          { path: 'Plans/clients.md', size: 3 },
          { path: 'Plans/clients/a.md', size: 1 },
        ]);
        const all = (await vault.store.list('')).map((file) => file.path);
        expect(all).toEqual([
          'Planning/c.md',
          'Plans/b.md',
          'Plans/clients.md',
          'Plans/clients/a.md',
        ]);
      });

      test('takes a missing folder for an empty one', async () => {
        expect(await vault.store.list('Plans/none')).toEqual([]);
      });

      test.each(['..', '/etc', '.obsidian'])('throws for the folder %s', async (folder) => {
        await expect(vault.store.list(folder)).rejects.toHaveProperty('problem.path', folder);
      });
    });

    describe('naming', () => {
      test.each([
        'Invoices/a.pdf',
        './Invoices/a.pdf',
        '../a.pdf',
        'https://example.com/a.pdf',
        'mailto:client_a@example.com',
        '/etc/passwd',
        'Dear Client A,\nplease find attached',
        '',
        '.',
      ])('%j names no file of the vault', (value) => {
        expect(vault.store.vaultPathOf(value)).toBeNull();
      });

      test.each([
        'Invoices/a.pdf',
        'LICENSE',
        'Rechnung, Müller (50 %).pdf',
        '@a',
        "Bob's/a b.pdf",
      ])('the full path of %j names it', (path) => {
        expect(vault.store.vaultPathOf(vault.absolute(path))).toBe(path);
      });

      test.each([
        ...['Plans/../a.pdf', './a.pdf', 'a//b.pdf', 'a/', '.obsidian/app.json', 'a\\b.pdf'],
        ...['a.pdf ', ' a.pdf', 'a.pdf\n', 'a\u0000.pdf', '*.pdf', '[a].pdf', '$HOME/a', '%41.pdf'],
        ...['a.pdf,b.pdf', 'a.pdf; b.pdf', '{a,b}.pdf', 'a.pdf|b'],
      ])('the full path of %j may be read otherwise, and names none', (path) => {
        expect(vault.store.vaultPathOf(vault.absolute(path))).toBeNull();
      });

      test('a folder beside the vault is not the vault', () => {
        expect(
          vault.store.vaultPathOf(`${vault.absolute('x').slice(0, -2)}-other/a.md`),
        ).toBeNull();
      });
    });
  });
}

function problemOf(result: Result<unknown>): { code: string; path: string | undefined } {
  if (result.ok)
    throw new Error(`This should have failed, but gave ${JSON.stringify(result.value)}`);
  return { code: result.error.code, path: result.error.path };
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

function latin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
