import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Result } from '../../../../../src/core/errors.js';
import { gitReader } from '../../../../../src/hosts/desktop/git/git-reader.js';
import { findRepository } from '../../../../../src/hosts/desktop/git/repository-files.js';
import { withGit } from '../../../../../src/hosts/desktop/git/run-git.js';
import { gitPlace, type GitPlace } from '../../../../support/git/repository.js';

const places: GitPlace[] = [];
afterEach(() => {
  for (const place of places.splice(0)) place.dispose();
});

function newPlace(...init: readonly string[]): GitPlace {
  const place = gitPlace(...init);
  places.push(place);
  return place;
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function problemOf(result: Result<unknown>): string {
  return result.ok ? `none: ${JSON.stringify(result.value)}` : result.error.message;
}

const find = async ({ options, settings }: GitPlace, ...ids: readonly string[]) =>
  valueOf(await gitReader(options).find(await settings(), ids));

describe('the commits of a repository', () => {
  test.each([[[]], [['--object-format=sha256']]])(
    'are found by their id or its beginning; trees, files and tags are none (%j) [SPEC-04.27]',
    async (init) => {
      const place = newPlace(...init);
      const { git } = place;
      place.write('a.txt', 'one\n');
      const one = place.commit('One');
      git(['tag', '-a', 'v1', '-m', 'v1']);
      const ids = [
        ...[one, one.slice(0, 7).toUpperCase(), git(['rev-parse', 'v1'])],
        ...[git(['rev-parse', 'HEAD^{tree}']), git(['rev-parse', 'HEAD:a.txt'])],
        ...['0123456', one.replace(/^./u, (digit) => (digit === 'f' ? '0' : 'f'))],
      ];
      expect(await find(place, ...ids)).toEqual([
        ...[{ is: 'commit', id: one }, { is: 'commit', id: one }, { is: 'tag' }],
        ...[{ is: 'tree' }, { is: 'blob' }, { is: 'missing' }, { is: 'missing' }],
      ]);
      // Packed, and found by nobody else: nothing of ours is left.
      git(['gc', '-q']);
      expect(await find(place, one.slice(0, 9))).toEqual([{ is: 'commit', id: one }]);
      expect(readdirSync(join(place.options.folder, 'servers'))).toEqual([]);
    },
  );

  test('are not guessed: a beginning of two is ambiguous [SPEC-04.27]', async () => {
    const place = newPlace();
    place.write('a.txt', 'one\n');
    place.commit('One');
    const tree = place.git(['rev-parse', 'HEAD^{tree}']);
    const seen = new Map<string, string>();
    for (let n = 0; ; n += 1) {
      const who = `Ada <ada@example.com> ${1_000_000_000 + n} +0000`;
      const text = `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\nCommit\n`;
      const id = createHash('sha1').update(`commit ${text.length}\0${text}`).digest('hex');
      const digits = id.slice(0, 7);
      const other = seen.get(digits);
      seen.set(digits, text);
      if (other === undefined) continue;
      for (const one of [other, text])
        place.git(['hash-object', '-t', 'commit', '-w', '--stdin'], one);
      expect(await find(place, digits, id)).toEqual([{ is: 'ambiguous' }, { is: 'commit', id }]);
      break;
    }
  });

  test('are found in a linked worktree, in the repository that it belongs to [SPEC-04.27]', async () => {
    const place = newPlace();
    const one = place.commit('One');
    const linked = join(place.root, 'linked');
    place.git(['worktree', 'add', '-q', '-b', 'feature/x', linked]);
    const settings = valueOf(await findRepository(linked));
    expect(settings).toEqual({
      folder: linked,
      head: join(place.folder, '.git', 'worktrees', 'linked'),
      common: join(place.folder, '.git'),
    });
    const reader = gitReader(place.options);
    expect(await reader.branch(settings)).toBe('feature/x');
    expect(valueOf(await reader.find(settings, [one]))).toEqual([{ is: 'commit', id: one }]);
  });

  test('are not looked for without git, or with a git that only the vault or the repository has [SPEC-04.15]', async () => {
    const place = newPlace();
    const one = place.commit('One');
    const settings = await place.settings();
    const { vaultRoot } = place.options;
    for (const folder of [vaultRoot, place.folder])
      writeFileSync(join(folder, 'git'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    symlinkSync(vaultRoot, join(place.root, 'bin'));
    for (const PATH of ['', '.', vaultRoot, join(place.root, 'bin'), `${place.folder}:.::`]) {
      const reader = gitReader({ ...place.options, environment: { PATH } });
      expect(problemOf(await reader.find(settings, [one]))).toContain('Git was not found');
    }
  });
});

describe('what a commit changed', () => {
  const diff = async ({ options, settings }: GitPlace, commit: string) =>
    gitReader(options).diff(await settings(), commit);

  test('is told against the one before it, of the first one and of a merge too [SPEC-04.13]', async () => {
    const place = newPlace();
    const { git } = place;
    place.write('a.txt', 'one\n');
    const one = place.commit('One');
    place.write('a.txt', 'two\n');
    const two = place.commit('Two');
    git(['checkout', '-q', '-b', 'side', one]);
    place.write('b.txt', 'side\n');
    place.commit('Side');
    git(['merge', '-q', '--no-edit', 'main']);
    const merge = git(['rev-parse', 'HEAD']);
    const [first, second, third] = await Promise.all(
      [one, two, merge].map((id) => diff(place, id)),
    );
    expect(first).toMatchObject({ value: { text: expect.stringContaining('+one') as string } });
    expect(second).toMatchObject({
      value: { text: expect.stringContaining('-one\n+two') as string, isCut: false },
    });
    expect(third).toMatchObject({
      value: { text: expect.stringMatching(/^diff --git a\/a.txt[^]*\+two\n$/u) as string },
    });
    expect(await diff(place, place.commit('Nothing'))).toMatchObject({ value: { text: '' } });
  });

  test('is cut where it is long, and of binary files only that they changed is told [SPEC-04.13]', async () => {
    const place = newPlace();
    place.write('z.bin', 'one\0');
    place.commit('One');
    place.write('a.txt', `${'ä'.repeat(40)}\n`.repeat(2_000));
    const { text, isCut } = valueOf(await diff(place, place.commit('Two')));
    expect(isCut).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(20_000);
    expect(text).toContain('ääää');
    expect(text).not.toContain('\ufffd');
    place.write('z.bin', 'two\0');
    const binary = valueOf(await diff(place, place.commit('Three')));
    expect(binary.text).toMatch(/Binary files a\/z.bin and b\/z.bin differ\n$/u);
  });

  test('is not told where the one before it, or a file, is not there: nothing is fetched [SPEC-04.13]', async () => {
    const place = newPlace();
    place.write('a.txt', 'one\n');
    place.commit('One');
    place.write('a.txt', 'two\n');
    const two = place.commit('Two');
    place.git(['config', 'uploadpack.allowFilter', 'true']);
    for (const option of ['--depth=1', '--filter=blob:none']) {
      const clone = join(place.root, option);
      const url = `file://${place.folder}`;
      place.git(['clone', '-q', '--no-checkout', option, '--', url, clone]);
      const settings = valueOf(await findRepository(clone));
      const reader = gitReader(place.options);
      expect(valueOf(await reader.find(settings, [two]))).toEqual([{ is: 'commit', id: two }]);
      expect(problemOf(await reader.diff(settings, two))).toContain(
        'it is incomplete, damaged or too large',
      );
    }
  });
});

describe('the branch', () => {
  const branch = async ({ options, settings }: GitPlace) =>
    gitReader(options).branch(await settings());

  test('is the one that is checked out, if it has a commit [SPEC-04.12] [SPEC-04.15]', async () => {
    const place = newPlace();
    const { git } = place;
    expect(await branch(place)).toBeNull();
    place.commit('One');
    expect(await branch(place)).toBe('main');
    git(['checkout', '-q', '-b', 'feature/käse-1']);
    git(['pack-refs', '--all']);
    expect(await branch(place)).toBe('feature/käse-1');
    git(['checkout', '-q', '--detach']);
    expect(await branch(place)).toBeNull();
  });

  test.each([
    ['ref: refs/heads/../../outside'],
    ['ref: refs/heads/a/../main'],
    ['ref: refs/heads/.main'],
    ['ref: refs/heads/main.lock'],
    ['ref: refs/heads/main\nref: refs/heads/other'],
    ['ref: refs/heads/ma in'],
    ['ref: refs/heads/-main'],
    ['ref: refs/heads/main[x'],
    ['ref: refs/remotes/origin/main'],
    ['ref: /refs/heads/main'],
    ['x'.repeat(5_000)],
    ['ref: refs/heads/no-such'],
    [''],
  ])('is none where HEAD says %j', async (head) => {
    const place = newPlace();
    const one = place.commit('One');
    for (const path of ['outside', 'main', '.main', 'main.lock', 'ma in', '-main', 'main[x']) {
      rmSync(join(place.folder, '.git', 'refs', 'heads', path), { force: true });
      writeFileSync(join(place.folder, '.git', 'refs', 'heads', path), `${one}\n`);
    }
    writeFileSync(join(place.folder, '.git', 'HEAD'), `${head}\n`);
    expect(await branch(place)).toBeNull();
  });

  test('is none where HEAD or the branch is a pipe, a link or a folder: nothing waits', async () => {
    const place = newPlace();
    const one = place.commit('One');
    const settings = await place.settings();
    const reader = gitReader(place.options);
    writeFileSync(join(place.root, 'outside'), `${one}\n`);
    writeFileSync(join(place.root, 'head'), 'ref: refs/heads/main\n');
    const main = join(place.folder, '.git', 'refs', 'heads', 'main');
    const head = join(place.folder, '.git', 'HEAD');
    rmSync(main);
    symlinkSync(join(place.root, 'outside'), main);
    expect(await reader.branch(settings)).toBeNull();
    for (const make of [
      () => execFileSync('mkfifo', [head]),
      () => symlinkSync(join(place.root, 'head'), head),
      () => execFileSync('mkdir', [head]),
    ]) {
      rmSync(head, { recursive: true });
      make();
      expect(await reader.branch(settings)).toBeNull();
    }
  });
});

describe('a repository of which an agent writes', () => {
  /** Another repository of this computer, and a commit in it that nobody may learn of. */
  function secretOf(place: GitPlace): { readonly objects: string; readonly id: string } {
    const cwd = join(place.root, 'secret');
    execFileSync('mkdir', [cwd]);
    place.git(['init', '-q', '-b', 'main'], '', cwd);
    place.git(['commit', '-q', '--allow-empty', '-m', 'Swordfish'], '', cwd);
    const id = place.git(['rev-parse', 'HEAD'], '', cwd);
    return { objects: join(cwd, '.git', 'objects'), id };
  }

  test('never leads to the objects of another one, also not by what is written while it is read [SPEC-04.15]', async () => {
    const place = newPlace();
    const one = place.commit('One');
    place.git(['gc', '-q']);
    const settings = await place.settings();
    const reader = gitReader(place.options);
    const { objects, id } = secretOf(place);
    const own = join(place.folder, '.git');
    const alternates = join(own, 'objects', 'info', 'alternates');

    const seen = await withGit(place.options, settings, async (run) => {
      writeFileSync(alternates, `${objects}\n`);
      const told = await run(['cat-file', '--batch-check'], `${id}\n${one}\n`, 1_000);
      renameSync(alternates, `${alternates}.aside`);
      return told;
    });
    expect(valueOf(seen).text).toMatch(new RegExp(`^${id} missing\n${one} commit \\d+\n$`, 'u'));
    // As git would have read it.
    renameSync(`${alternates}.aside`, alternates);
    expect(place.git(['cat-file', '-t', id])).toBe('commit');
    expect(problemOf(await reader.find(settings, [id]))).toContain('takes objects from elsewhere');
    rmSync(alternates);

    symlinkSync(join(objects, id.slice(0, 2)), join(own, 'objects', id.slice(0, 2)));
    expect(problemOf(await reader.find(settings, [id]))).toContain('takes objects from elsewhere');
    rmSync(join(own, 'objects', id.slice(0, 2)));

    const loose = join(own, 'objects', id.slice(0, 2), id.slice(2));
    execFileSync('mkdir', [dirname(loose)]);
    const link = () => symlinkSync(join(objects, id.slice(0, 2), id.slice(2)), loose);
    link();
    expect(problemOf(await reader.find(settings, [id]))).toContain('takes objects from elsewhere');
    rmSync(loose);
    // Also where it was linked while git ran: what git said is not handed on.
    const linked = await withGit(place.options, settings, async (run) => {
      link();
      return run(['cat-file', '--batch-check'], `${id}\n`, 1_000);
    });
    expect(problemOf(linked)).toContain('takes objects from elsewhere');
    rmSync(loose);

    symlinkSync(objects, join(own, 'objects', 'pack', 'more.pack'));
    expect(problemOf(await reader.find(settings, [id]))).toContain('takes objects from elsewhere');

    for (const [part, target] of [
      [join(own, 'objects'), objects],
      [own, join(objects, '..')],
    ] as const) {
      renameSync(part, `${part}.aside`);
      symlinkSync(target, part);
      expect(problemOf(await reader.find(settings, [id]))).toContain('is not where it was');
      expect(problemOf(await reader.diff(settings, id))).toContain('is not where it was');
      rmSync(part);
      renameSync(`${part}.aside`, part);
    }
    // `.git` that leads elsewhere is followed once, for a person to see it.
    renameSync(own, `${own}.aside`);
    writeFileSync(own, `gitdir: ${join(objects, '..')}\n`);
    expect(problemOf(await reader.find(settings, [id]))).toContain('is not where it was');
    expect(await reader.branch(settings)).toBeNull();
    expect(valueOf(await findRepository(place.folder)).common).toBe(join(objects, '..'));
  });

  test('is not waited for: its settings may be megabytes of blanks or lines', async () => {
    const place = newPlace();
    const one = place.commit('One');
    for (const blank of ['\n', ' ', ' \n']) {
      writeFileSync(join(place.folder, '.git', 'config'), blank.repeat(1_000_000));
      expect(await find(place, one)).toEqual([{ is: 'commit', id: one }]);
    }
  });

  test('is not waited for: a pipe in the place of a pack ends with the time limit', async () => {
    const place = newPlace();
    const one = place.commit('One');
    const settings = await place.settings();
    const pipe = join(place.folder, '.git', 'objects', 'pack', 'pack-0.idx');
    execFileSync('mkfifo', [pipe]);
    writeFileSync(pipe.replace('idx', 'pack'), '');
    const reader = gitReader({ ...place.options, limitMs: 500 });
    expect(problemOf(await reader.find(settings, [one.slice(0, 8)]))).toContain('took longer');
    expect(readdirSync(join(place.options.folder, 'servers'))).toEqual([]);
    // Nobody has it open for reading any more: so git has ended.
    expect(() =>
      execFileSync('dd', ['oflag=nonblock', 'conv=notrunc', `of=${pipe}`], { stdio: 'pipe' }),
    ).toThrow('No such device');
  });

  test.each([
    ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
    ['a huge file', (path: string) => writeFileSync(path, 'gitdir: /'.padEnd(1_000_000, 'x'))],
    ['a file of two lines', (path: string) => writeFileSync(path, 'gitdir: .\ngitdir: .\n')],
    ['a file that leads nowhere', (path: string) => writeFileSync(path, 'gitdir: ../none\n')],
    ['a link that leads in a circle', (path: string) => symlinkSync('.git', path)],
    ['nothing', () => undefined],
  ])('is none where .git is %s', async (_what, make) => {
    const place = newPlace();
    rmSync(join(place.folder, '.git'), { recursive: true });
    make(join(place.folder, '.git'));
    expect(problemOf(await findRepository(place.folder))).toContain(
      'There is no git repository in',
    );
  });
});
