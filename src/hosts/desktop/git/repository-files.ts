import { constants } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { fail, ok, type Result } from '../../../core/errors.js';
import type { GitSettings } from '../../../core/settings/device-config.js';
import { quotedPath } from '../../../core/text/quote.js';
import { openRegular } from '../files/regular-file.js';
import { systemErrorCode } from '../system/system-error.js';

const mostOfLine = 4 * 1024;
const mostOfList = 16 * 1024 * 1024;

export interface Objects {
  readonly folder: string;
  readonly isSha256: boolean;
}

export async function findRepository(named: string): Promise<Result<GitSettings>> {
  if (!isAbsolute(named)) return noRepository(named);
  try {
    const folder = await realpath(named);
    const dotGit = join(folder, '.git');
    let lead = dotGit;
    if (!(await stat(dotGit)).isDirectory()) {
      const text = await readSmall(await realpath(dotGit), mostOfLine);
      lead = resolve(folder, /^gitdir: ([^\n\r]+)\r?\n?$/u.exec(text)?.[1] ?? '.git/none');
    }
    const head = await realpath(lead);
    const shared = await readSmall(join(head, 'commondir'), mostOfLine).catch(() => '');
    const common = await realpath(resolve(head, shared.trim()));
    await stat(join(head, 'HEAD'));
    const isWhole = (await stat(join(common, 'objects'))).isDirectory();
    const isPlain = !/\p{Cc}/u.test(folder + head + common);
    return isWhole && isPlain ? ok({ folder, head, common }) : noRepository(named);
  } catch (error) {
    if (systemErrorCode(error) === '') throw error;
    return noRepository(named);
  }
}

export async function objectsOf({ folder, head, common }: GitSettings): Promise<Result<Objects>> {
  const objects = join(common, 'objects');
  for (const own of [head, common, objects]) {
    const real = await realpath(own).catch(() => null);
    if (real !== own)
      return fail(
        'git_failed',
        `The repository of ${quotedPath(folder)} is not where it was.`,
        `Turn git on again: ${whereToTurnOn}.`,
      );
  }
  const info = join(objects, 'info');
  const folders = [objects];
  for (const at of folders) {
    for (const entry of await readdir(at, { withFileTypes: true })) {
      if (at === objects && entry.isDirectory()) folders.push(join(at, entry.name));
      if (entry.isSymbolicLink() || (at === info && entry.name === 'alternates'))
        return fail(
          'git_failed',
          `The repository of ${quotedPath(folder)} takes objects from elsewhere: ${quotedPath(join(at, entry.name))}.`,
          'Use a full clone.',
        );
    }
  }
  const settings = await readSmall(join(common, 'config'), mostOfList).catch(() => '');
  return ok({
    folder: objects,
    isSha256: /^[ \t]*objectformat[ \t]*=[ \t]*"?sha256\b/imu.test(settings),
  });
}

export const whereToTurnOn = 'in the plugin’s settings, or with `countersign decision git`';

/** Returns the name of the checked-out branch, or `null` if none is found. */
export async function branchOf({ head, common }: GitSettings): Promise<string | null> {
  try {
    if ((await realpath(head)) !== head || (await realpath(common)) !== common) return null;
    const text = await readSmall(join(head, 'HEAD'), mostOfLine);
    const [, name = ''] = /^ref: refs\/heads\/([^\n]+)\n?$/u.exec(text) ?? [];
    return isBranchName(name) && (await hasCommit(common, name)) ? name : null;
  } catch {
    return null;
  }
}

function isBranchName(name: string): boolean {
  return (
    name.length <= 200 &&
    !/[\p{Cc} ~^:?*[\\]|\.\.|@\{|^-/u.test(name) &&
    name.split('/').every((part) => /^[^.]/u.test(part) && !/\.(?:lock)?$/u.test(part))
  );
}

async function hasCommit(common: string, name: string): Promise<boolean> {
  const own = await readSmall(join(common, 'refs', 'heads', ...name.split('/')), mostOfLine).catch(
    () => null,
  );
  if (own !== null) return /^[0-9a-f]{40,64}\n?$/u.test(own);
  const packed = await readSmall(join(common, 'packed-refs'), mostOfList);
  const at = `${packed}\n`.indexOf(` refs/heads/${name}\n`);
  return at > 0 && /(?:^|\n)[0-9a-f]{40,64}$/u.test(packed.slice(Math.max(0, at - 65), at));
}

async function readSmall(file: string, most: number): Promise<string> {
  const { handle, stats } = await openRegular(file, {
    flags: constants.O_RDONLY,
    refusesLinks: true,
  });
  try {
    if (stats.size > most)
      throw Object.assign(new Error(`${file} is too large`), { code: 'EFBIG' });
    const bytes = new Uint8Array(stats.size + 1);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return new TextDecoder().decode(bytes.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

function noRepository(named: string): Result<never> {
  return fail(
    'git_failed',
    `There is no git repository in ${quotedPath(named)} that can be read.`,
    'Give the full path of the folder with your `.git`.',
  );
}
