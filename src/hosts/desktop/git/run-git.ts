import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../../core/errors.js';
import type { GitSettings } from '../../../core/settings/device-config.js';
import { PathContainment } from '../paths/path-containment.js';
import { makeStartFolder, removeStartFolder } from '../paths/start-folder.js';
import { resolveCommand } from '../servers/processes-command.js';
import { joinSearchPaths } from '../servers/processes-environment.js';
import { describeSystemError, systemErrorCode } from '../system/system-error.js';
import { objectsOf, whereToTurnOn, type Objects } from './repository-files.js';

export interface GitOptions {
  readonly folder: string;
  readonly vaultRoot: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly limitMs?: number;
}

/** What git printed. `isCut` is true if the end is missing. */
export interface GitOutput {
  readonly text: string;
  readonly isCut: boolean;
}

/** Pass untrusted text as `input`, never in `args`. */
export type RunGit = (
  args: readonly string[],
  input: string,
  mostBytes: number,
) => Promise<Result<GitOutput>>;

/**
 * Runs git in an empty repository of our own. Settings and hooks that agents wrote have no effect
 * there.
 */
export async function withGit<T>(
  options: GitOptions,
  settings: GitSettings,
  use: (run: RunGit) => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    const objects = await objectsOf(settings);
    if (!objects.ok) return objects;
    const program = await findGit(options, settings);
    if (program === null)
      return fail(
        'git_failed',
        'Git was not found on this computer.',
        `Install it outside the vault and the repository, or turn git off: ${whereToTurnOn}.`,
      );
    const own = await makeStartFolder(options.folder);
    try {
      await makeOwn(own, objects.value);
      const used = await use((...command) => run(options, program, own, ...command));
      const after = await objectsOf(settings);
      return after.ok ? used : after;
    } finally {
      await removeStartFolder(own);
    }
  } catch (error) {
    if (systemErrorCode(error) === '') throw error;
    return unread(describeSystemError(error));
  }
}

/** Agents could put their own `git` into a folder where they can write. */
async function findGit(
  { vaultRoot, environment }: GitOptions,
  { folder, head, common }: GitSettings,
): Promise<string | null> {
  const reaches = await Promise.all(
    [vaultRoot, folder, head, common].map((root) => PathContainment.open(root)),
  );
  const leadsIn = async (path: string): Promise<boolean> => {
    for (const reach of reaches) if (await reach.leads(path)) return true;
    return false;
  };
  const folders: string[] = [];
  for (const one of joinSearchPaths(environment['PATH'] ?? '').split(delimiter))
    if (!(await leadsIn(one))) folders.push(one);
  const found = await resolveCommand('git', folders.join(delimiter), { PATHEXT: '.EXE' });
  return found.ok && !(await leadsIn(found.value)) ? found.value : null;
}

/**
 * Git follows at most five `alternates` files in a row. This chain uses all five, so git ignores
 * any such file in the repository that it reads.
 */
const stores = ['objects', 'b', 'c', 'd', 'e', 'f'];

async function makeOwn(own: string, { folder, isSha256 }: Objects): Promise<void> {
  const next = [...stores.slice(1).map((store) => join(own, store)), folder];
  for (const [at, store] of stores.entries()) {
    await mkdir(join(own, store, 'info'), { recursive: true });
    const quoted = `"${(next[at] ?? '').replace(/["\\]/gu, '\\$&')}"\n`;
    await writeFile(join(own, store, 'info', 'alternates'), quoted);
  }
  await mkdir(join(own, 'refs'));
  await writeFile(join(own, 'HEAD'), 'ref: refs/heads/none\n');
  const format = isSha256 ? '1\n[extensions]\nobjectformat = sha256' : '0';
  await writeFile(join(own, 'config'), `${ourConfig}${format}\n`);
}

const ourConfig =
  '[core]\nbare = true\nfsmonitor = false\ncommitGraph = false\nmultiPackIndex = false\ndisambiguate = commit\nbigFileThreshold = 16m\nrepositoryformatversion = ';

function environmentOf(
  own: string,
  program: string,
  environment: GitOptions['environment'],
): NodeJS.ProcessEnv {
  const windows = environment['SYSTEMROOT'];
  return {
    NODE_V8_COVERAGE: undefined,
    PATH: dirname(program),
    LC_ALL: 'C',
    ...(windows === undefined ? {} : { SYSTEMROOT: windows }),
    GIT_DIR: own,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOC_LIMIT: '256m',
  };
}

function run(
  { environment, limitMs = 10_000 }: GitOptions,
  program: string,
  own: string,
  args: readonly string[],
  input: string,
  mostBytes: number,
): Promise<Result<GitOutput>> {
  return new Promise((resolve) => {
    const child = spawn(program, ['--no-pager', ...args], {
      cwd: own,
      env: environmentOf(own, program, environment),
      shell: false,
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    });
    const decoder = new TextDecoder();
    let text = '';
    let bytes = 0;
    const finish = (result: Result<GitOutput>): void => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve(result);
    };
    const timer = setTimeout(() => finish(unread(`it took longer than ${limitMs} ms`)), limitMs);
    child.once('error', (error) => finish(unread(describeSystemError(error))));
    child.once('close', (code) =>
      finish(
        code === 0
          ? ok({ text: text + decoder.decode(), isCut: false })
          : unread('it is incomplete, damaged or too large'),
      ),
    );
    const { stdin, stdout } = child as Partial<typeof child>;
    stdout?.on('data', (chunk: Uint8Array) => {
      text += decoder.decode(chunk.subarray(0, Math.max(0, mostBytes - bytes)), { stream: true });
      bytes += chunk.length;
      if (bytes > mostBytes) finish(ok({ text, isCut: true }));
    });
    stdin?.on('error', () => undefined);
    stdin?.end(input);
  });
}

export function unread(why: string): Result<never> {
  return fail(
    'git_failed',
    `Git could not read the repository: ${why}.`,
    'Check it with `git fsck`. A shallow or partial clone lacks parts.',
  );
}
