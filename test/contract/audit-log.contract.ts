import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AuditLines, AuditLog } from '../../src/ports/audit-log.js';

/** An audit log under test, and hands on the same vault that it knows nothing about. */
export interface AuditLogUnderTest {
  readonly log: AuditLog & AuditLines;
  write(path: string, text: string): void;
  /** The file's text, or `null` when there is no file. */
  text(path: string): string | null;
  close(): Promise<void>;
}

const FOLDER = 'Logs/audit';
const FILE = `${FOLDER}/d-abcdefghij-2026-02.jsonl`;

/** What every AuditLog does, whatever lies beneath it. */
export function describeAuditLog(name: string, open: () => Promise<AuditLogUnderTest>): void {
  describe(`the audit log ${name}`, () => {
    let vault: AuditLogUnderTest;
    beforeEach(async () => {
      vault = await open();
    });
    afterEach(() => vault.close());

    test('appends whole lines and makes the file with its folders', async () => {
      expect(await vault.log.append(FILE, ['{"seq":1}', '{"seq":2}'])).toHaveProperty('ok', true);
      expect(await vault.log.append(FILE, ['{"seq":3}'])).toHaveProperty('ok', true);
      expect(vault.text(FILE)).toBe('{"seq":1}\n{"seq":2}\n{"seq":3}\n');
    });

    test('appends in the order of the calls', async () => {
      const lines = Array.from({ length: 50 }, (_, n) => `{"seq":${n}}`);
      await Promise.all(lines.map((line) => vault.log.append(FILE, [line])));
      expect(vault.text(FILE)).toBe(lines.map((line) => `${line}\n`).join(''));
    });

    test('makes no file for no lines', async () => {
      expect(await vault.log.append(FILE, [])).toHaveProperty('ok', true);
      expect(vault.text(FILE)).toBeNull();
    });

    test('keeps a torn line and closes it first, also when others tore it meanwhile', async () => {
      vault.write(FILE, '{"seq":1}\n{"se');
      await vault.log.append(FILE, ['{"seq":2}']);
      expect(vault.text(FILE)).toBe('{"seq":1}\n{"se\n{"seq":2}\n');
      vault.write(FILE, '{"synced":1}\n{"syn');
      await vault.log.append(FILE, ['{"seq":3}']);
      expect(vault.text(FILE)).toBe('{"synced":1}\n{"syn\n{"seq":3}\n');
    });

    test('hands over every line of every file, whatever its length, and a torn last one', async () => {
      const long = 'ü'.repeat(70_000);
      const many = Array.from({ length: 40 }, (_, n) => `{"${long}":${n}}`);
      vault.write(`${FOLDER}/d-b-2026-02.jsonl`, `${many.join('\n')}\n\n{"s`);
      vault.write(`${FOLDER}/d-a-2026-02.jsonl`, '{"seq":1}\n');
      vault.write(`${FOLDER}/d-c-2026-02.jsonl`, '');
      const read: [path: string, lines: string[]][] = [];
      await vault.log.readEach(FOLDER, (path) => {
        const lines: string[] = [];
        read.push([path, lines]);
        return (line) => void lines.push(line);
      });
      expect(read).toEqual([
        [`${FOLDER}/d-a-2026-02.jsonl`, ['{"seq":1}']],
        [`${FOLDER}/d-b-2026-02.jsonl`, [...many, '', '{"s']],
        [`${FOLDER}/d-c-2026-02.jsonl`, []],
      ]);
    });

    test('gives the files of a folder by path, with a torn last line named as such', async () => {
      vault.write(`${FOLDER}/d-b-2026-02.jsonl`, '{"seq":1}\n{"se');
      vault.write(`${FOLDER}/d-a-2026-02.jsonl`, '{"seq":1}\n{"seq":2}\n');
      vault.write(`${FOLDER}/d-c-2026-02.jsonl`, '');
      vault.write(`${FOLDER}/readme.md`, 'not an audit file');
      const read = await vault.log.read(FOLDER);
      expect(read.map(({ path, lines, closed }) => ({ path, lines, closed }))).toEqual([
        { path: `${FOLDER}/d-a-2026-02.jsonl`, lines: ['{"seq":1}', '{"seq":2}'], closed: true },
        { path: `${FOLDER}/d-b-2026-02.jsonl`, lines: ['{"seq":1}', '{"se'], closed: false },
        { path: `${FOLDER}/d-c-2026-02.jsonl`, lines: [], closed: true },
      ]);
    });

    test('gives only the files that are wanted, and a new version to one that changed', async () => {
      const versions = async (): Promise<string[]> => {
        const seen: string[] = [];
        await vault.log.read(FOLDER, {
          isWanted({ path, version }) {
            seen.push(`${path} ${version}`);
            return false;
          },
        });
        return seen;
      };
      vault.write(`${FOLDER}/d-a-2026-02.jsonl`, '{"a":1}\n');
      vault.write(`${FOLDER}/d-b-2026-02.jsonl`, '{"b":1}\n');
      const before = await versions();
      expect(await versions()).toEqual(before);
      await vault.log.append(`${FOLDER}/d-a-2026-02.jsonl`, ['{"a":2}']);
      const after = await versions();
      expect(after[0]).not.toBe(before[0]);
      expect(after[1]).toBe(before[1]);
      const read = await vault.log.read(FOLDER, { isOf: (path) => path.includes('d-b') });
      expect(read.map(({ path }) => path)).toEqual([`${FOLDER}/d-b-2026-02.jsonl`]);
    });

    test('keeps only the lines that are needed, and a torn last one', async () => {
      vault.write(FILE, '{"a":1}\n{"b":1}\n{"b":2}\n{"a":2}\n{"c');
      const [read] = await vault.log.read(FOLDER, { isNeeded: (line) => line.includes('"b"') });
      expect(read?.lines).toEqual(['{"b":1}', '{"b":2}', '{"c']);
      expect(read?.mark).toEqual((await vault.log.read(FOLDER))[0]?.mark);
    });

    describe('gives of a file that was read before', () => {
      const long = Array.from(
        { length: 3_000 },
        (_, n) => `{"seq":${n},"of":"${'ä'.repeat(250)}"}\n`,
      );
      const text = long.join('');

      /** The lines of a second reading, and how many were left out before them. */
      async function readAgain(before: string, after: string) {
        vault.write(FILE, before);
        const [first] = await vault.log.read(FOLDER);
        vault.write(FILE, after);
        const again = () => vault.log.read(FOLDER, { readBefore: () => first?.mark });
        const [second] = await again();
        expect(second?.after ?? first?.mark).toBe(first?.mark);
        // Read on from there, nothing is left; and a mark is of the text alone.
        vault.write(FILE, `${after}\n`);
        const [third] = await vault.log.read(FOLDER, { readBefore: () => second?.mark });
        expect(third?.after).toEqual(second?.mark);
        vault.write(FILE, after);
        expect((await vault.log.read(FOLDER))[0]?.mark).toEqual(second?.mark);
        return { lines: second?.lines.map((line) => line.length), isPart: second?.after !== null };
      }
      const lengths = (lines: string): number[] =>
        lines
          .slice(0, -1)
          .split('\n')
          .map((line) => line.length);

      test('what was appended, and nothing where nothing was', async () => {
        expect(await readAgain(text, `${text}{"new":1}\n`)).toEqual({ lines: [9], isPart: true });
        expect(await readAgain(text, text)).toEqual({ lines: [], isPart: true });
      });

      test('what was appended to a torn line, with the line', async () => {
        const [torn, whole] = [`${text}{"se`, `${text}{"seq":1}\n`];
        expect(await readAgain(torn, whole)).toEqual({ lines: [9], isPart: true });
      });

      test.each([
        ['was rewritten in the middle', (old: string) => old.replace('1500', '9999')],
        ['was rewritten, and appended to', (old: string) => `${old.replace('{', '[')}{"new":1}\n`],
        ['was cut', () => long.slice(0, 2_000).join('')],
      ])('all of it, if it %s', async (_what, change) => {
        const after = change(text);
        expect(await readAgain(text, after)).toEqual({ lines: lengths(after), isPart: false });
      });
    });

    test('takes a missing folder for an empty one', async () => {
      expect(await vault.log.read(FOLDER)).toEqual([]);
    });

    test('never leaves the vault', async () => {
      const result = await vault.log.append('../escape.jsonl', ['{}']);
      expect(result).toHaveProperty('error.code', 'path_outside_vault');
    });
  });
}
