// The licences of the packages whose files are in a bundle, as one text.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const RULE = '-'.repeat(80);

/** The folder of the package that holds `file` (relative to the root), or null for our own files. */
function packageFolderOf(file) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? null;
}

async function noticeOf(folder) {
  const pkg = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).filter((name) => /^(licen[cs]e|notice)\b/i.test(name));
  const texts = await Promise.all(
    files.sort().map(async (name) => (await readFile(join(folder, name), 'utf8')).trim()),
  );
  return [`${pkg.name} ${pkg.version} (${pkg.license})`, ...texts].join('\n\n');
}

/** The notices for the packages of `inputs`, the input files of a bundle relative to `root`. */
export async function thirdPartyNotices(root, inputs) {
  const folders = new Set(inputs.map(packageFolderOf).filter((folder) => folder !== null));
  const notices = await Promise.all([...folders].map((folder) => noticeOf(join(root, folder))));
  const head = 'The bundle contains the following packages, each under its own licence.';
  return `${[head, ...notices.sort()].join(`\n\n${RULE}\n\n`)}\n`;
}
