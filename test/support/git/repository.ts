import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { findRepository } from '../../../src/hosts/desktop/git/repository-files.js';
import type { GitOptions } from '../../../src/hosts/desktop/git/run-git.js';
import type { GitSettings } from '../../../src/core/settings/device-config.js';

/** A folder for a test, with a vault, a device folder and a repository in it. */
export interface GitPlace {
  readonly root: string;
  /** The repository’s folder. */
  readonly folder: string;
  readonly options: GitOptions;
  /** Runs git as its person would, in the repository or another folder; the value is what it says. */
  readonly git: (args: readonly string[], input?: string, cwd?: string) => string;
  /** Writes a file of the repository. */
  readonly write: (path: string, text: string) => void;
  /** Commits everything; the value is the commit. */
  readonly commit: (message: string) => string;
  /** The repository, as a person confirms it. */
  readonly settings: (more?: Partial<GitSettings>) => Promise<GitSettings>;
  readonly dispose: () => void;
}

/** An empty repository. */
export function gitPlace(...init: readonly string[]): GitPlace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'git-')));
  const folder = join(root, 'project');
  const options = {
    folder: join(root, 'device'),
    vaultRoot: join(root, 'vault'),
    environment: { PATH: process.env['PATH'] },
  };
  for (const one of [folder, options.folder, options.vaultRoot]) mkdirSync(one);
  const git: GitPlace['git'] = (args, input = '', cwd = folder) =>
    execFileSync('git', [...args], {
      cwd,
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        HOME: root,
        GIT_CONFIG_NOSYSTEM: '1',
        ...{ GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com' },
        ...{ GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com' },
        GIT_ALLOW_PROTOCOL: 'file',
      },
    }).trim();
  git(['init', '-q', '-b', 'main', ...init]);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  return {
    ...{ root, folder, options, git, write },
    commit(message) {
      git(['add', '--all', '.']);
      git(['commit', '-q', '--allow-empty', '-m', message]);
      return git(['rev-parse', 'HEAD']);
    },
    async settings(more = {}) {
      const found = await findRepository(folder);
      if (!found.ok) throw new Error(found.error.message);
      return { ...found.value, ...more };
    },
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}
