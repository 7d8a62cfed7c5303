import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, expect, test } from 'vitest';
import { gitReader } from '../../../../../src/hosts/desktop/git/git-reader.js';
import { gitPlace, type GitPlace } from '../../../../support/git/repository.js';

const places: GitPlace[] = [];
afterEach(() => {
  for (const place of places.splice(0)) place.dispose();
});

const hooks = [
  ...['applypatch-msg', 'commit-msg', 'fsmonitor-watchman', 'post-checkout', 'post-commit'],
  ...['post-index-change', 'post-merge', 'post-rewrite', 'pre-auto-gc', 'pre-commit'],
  ...['prepare-commit-msg', 'reference-transaction', 'sendemail-validate', 'update'],
];

interface Planted extends GitPlace {
  /** Each program that was started, by its name. */
  readonly started: () => readonly string[];
  /** Has the file here that only the remote was said to have. */
  readonly restore: () => void;
  readonly one: string;
  readonly two: string;
  /** What an agent that chooses our environment would choose. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A repository with a program in each setting that starts one. */
function planted(): Planted {
  const place = gitPlace();
  places.push(place);
  const { root, folder, git } = place;
  const marks = join(root, 'marks');
  const programs = join(root, 'programs');
  for (const one of [marks, programs]) mkdirSync(one);
  /** A program that leaves a mark. */
  const program = (name: string, path = join(programs, name)): string => {
    writeFileSync(path, `#!/bin/sh\n: > '${marks}/${name}'\nexit 1\n`);
    chmodSync(path, 0o755);
    return path;
  };
  place.write('.gitattributes', '* diff=evil filter=evil merge=evil\n');
  place.write('a.txt', 'one\n');
  place.write('gone.txt', 'gone\n');
  const one = place.commit('One');
  place.write('a.txt', 'two\n');
  rmSync(join(folder, 'gone.txt'));
  place.commit('Two');
  // Signed, so that a signature may be looked at.
  const signed = git(['cat-file', 'commit', 'HEAD']).replace(
    '\n\n',
    '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n',
  );
  const two = git(['hash-object', '-t', 'commit', '-w', '--stdin'], `${signed}\n`);
  git(['update-ref', 'HEAD', two]);
  // A file that only the remote is said to have.
  const gone = git(['rev-parse', `${one}:gone.txt`]);
  rmSync(join(folder, '.git', 'objects', gone.slice(0, 2), gone.slice(2)));

  mkdirSync(join(folder, '.git', 'evil-hooks'));
  for (const name of hooks) program(`hook-${name}`, join(folder, '.git', 'evil-hooks', name));
  for (const name of ['git', 'git-cat-file', 'git-diff-tree', 'less', 'sh', 'ssh', 'gpg'])
    for (const at of [folder, place.options.vaultRoot, place.options.folder])
      program(`path-${name}`, join(at, name));
  writeFileSync(
    join(folder, '.git', 'more'),
    `[core]\n\tfsmonitor = ${program('included-fsmonitor')}\n[diff]\n\texternal = ${program('included-diff')}\n`,
  );
  writeFileSync(join(folder, '.git', 'info', 'attributes'), '* diff=evil filter=evil\n');
  const mark = (name: string): string => program(name);
  const settings: readonly (readonly [string, string])[] = [
    ['core.repositoryformatversion', '1'],
    ['extensions.partialClone', 'origin'],
    ['extensions.worktreeConfig', 'true'],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.partialclonefilter', 'blob:none'],
    ['remote.origin.url', `ext::${mark('remote-ext')} %S`],
    ['remote.origin.vcs', 'evil'],
    ['remote.origin.uploadpack', mark('remote-uploadpack')],
    ['protocol.allow', 'always'],
    ['protocol.ext.allow', 'always'],
    ['uploadpack.packObjectsHook', mark('pack-objects-hook')],
    ['core.fsmonitor', mark('fsmonitor')],
    ['core.hooksPath', join(folder, '.git', 'evil-hooks')],
    ['core.pager', mark('pager')],
    ['core.editor', mark('editor')],
    ['core.askPass', mark('askpass')],
    ['core.sshCommand', mark('ssh')],
    ['core.gitProxy', mark('git-proxy')],
    ['core.alternateRefsCommand', mark('alternate-refs')],
    ['core.attributesFile', join(folder, '.gitattributes')],
    ['pager.cat-file', mark('pager-cat-file')],
    ['pager.diff-tree', mark('pager-diff-tree')],
    ['diff.external', mark('diff-external')],
    ['diff.evil.command', mark('diff-command')],
    ['diff.evil.textconv', mark('textconv')],
    ['filter.evil.clean', mark('filter-clean')],
    ['filter.evil.smudge', mark('filter-smudge')],
    ['filter.evil.process', mark('filter-process')],
    ['filter.evil.required', 'true'],
    ['merge.evil.driver', mark('merge-driver')],
    ['gpg.program', mark('gpg')],
    ['gpg.ssh.program', mark('gpg-ssh')],
    ['log.showSignature', 'true'],
    ['credential.helper', `!${mark('credential')}`],
    ['interactive.diffFilter', mark('diff-filter')],
    ['sequence.editor', mark('sequence-editor')],
    ['alias.cat-file', `!${mark('alias-cat-file')}`],
    ['alias.diff-tree', `!${mark('alias-diff-tree')}`],
    ['trace2.eventTarget', join(marks, 'trace2')],
    ['include.path', join(folder, '.git', 'more')],
  ];
  const config = join(folder, '.git', 'config');
  for (const [key, value] of settings) execFileSync('git', ['config', '-f', config, key, value]);

  const set = ['core.fsmonitor', 'core.pager', 'diff.external', 'core.attributesFile'];
  const environment = {
    PATH: ['.', '', folder, place.options.vaultRoot, process.env['PATH']].join(':'),
    HOME: folder,
    ...{ GIT_DIR: join(folder, '.git'), GIT_WORK_TREE: folder, GIT_EXEC_PATH: programs },
    ...{ GIT_EXTERNAL_DIFF: mark('env-diff'), GIT_PAGER: mark('env-pager'), PAGER: mark('env-p') },
    ...{ GIT_SSH_COMMAND: mark('env-ssh'), GIT_ASKPASS: mark('env-askpass') },
    ...{ GIT_EDITOR: mark('env-editor'), GIT_PROXY_COMMAND: mark('env-proxy') },
    ...{ GIT_TRACE: join(marks, 'trace'), GIT_TRACE2_EVENT: join(marks, 'trace-event') },
    ...{ GIT_CONFIG_GLOBAL: config, GIT_CONFIG_SYSTEM: config, GIT_CONFIG: config },
    ...{ GIT_ATTR_SOURCE: 'HEAD', GIT_OBJECT_DIRECTORY: join(folder, '.git', 'objects') },
    GIT_CONFIG_PARAMETERS: `'core.fsmonitor'='${mark('env-parameters')}'`,
    GIT_CONFIG_COUNT: String(set.length),
    ...Object.fromEntries(
      set.flatMap((key, at) => [
        [`GIT_CONFIG_KEY_${at}`, key],
        [`GIT_CONFIG_VALUE_${at}`, mark(`env-config-${at}`)],
      ]),
    ),
  };
  const restore = (): void => {
    const dir = join(folder, '.git');
    const args = ['--git-dir', dir, 'hash-object', '-w', '--stdin'];
    execFileSync('git', args, { cwd: root, input: 'gone\n' });
  };
  const started = (): readonly string[] => readdirSync(marks).sort();
  for (const name of started()) rmSync(join(marks, name));
  return { ...place, started, restore, one, two, environment };
}

test('a hostile repository, environment and vault start nothing while a branch, commits and a diff are read [SPEC-04.15]', async () => {
  const { options, settings, started, restore, one, two, environment } = planted();
  const of = await settings();
  for (const each of [options.environment, environment]) {
    const reader = gitReader({ ...options, environment: each });
    expect(await reader.branch(of)).toBe('main');
    expect(await reader.find(of, [two, one.slice(0, 8)])).toEqual({
      ok: true,
      value: [
        { is: 'commit', id: two },
        { is: 'commit', id: one },
      ],
    });
    // A file of it is said to be at a remote, and its attributes name programs.
    expect(await reader.diff(of, two)).toMatchObject({ ok: false });
    const seen = await reader.diff(of, one);
    expect(seen).toMatchObject({ ok: false });
  }
  expect(started()).toEqual([]);

  restore();
  const reader = gitReader({ ...options, environment });
  expect(await reader.diff(of, two)).toMatchObject({
    value: { text: expect.stringMatching(/-one\n\+two\n[^]*-gone\n$/u) as string },
  });
  expect(started()).toEqual([]);
});

test('of what is planted there, git itself starts a good part', () => {
  const { folder, started, restore, write, two } = planted();
  const asUsual = { PATH: process.env['PATH'], HOME: folder };
  spawnSync('git', ['diff-tree', '-p', two], { cwd: folder, env: asUsual, timeout: 10_000 });
  expect(started()).toContain('remote-ext');
  restore();
  write('a.txt', 'three, so that it is looked at\n');
  for (const args of [
    ['status'],
    ['show', '--show-signature', two],
    ['add', '-A'],
    // What fails keeps git from what comes after it.
    ['config', '--unset', 'filter.evil.process'],
    ['config', '--unset', 'filter.evil.required'],
    ['diff-tree', '-p', '--textconv', two],
    ['diff-tree', '-p', '--ext-diff', two],
    ['commit', '-a', '-m', 'x'],
  ])
    spawnSync('git', args, { cwd: folder, env: asUsual, timeout: 10_000 });
  expect(started()).toEqual(
    expect.arrayContaining([
      ...['diff-command', 'filter-process', 'gpg', 'included-fsmonitor', 'textconv'],
    ]),
  );
});
