// The licences of the packages whose files are in a bundle, as one text.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of the package that holds `file` (relative to the root), or null for our own files. */
function packageFolderOf(file) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? null;
}

/** A package's name, the lines of its licence that name people, and the rest, which others may share. */
async function noticeOf(folder) {
  const pkg = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).filter((name) => /^(licen[cs]e|notice)\b/i.test(name));
  const texts = await Promise.all(files.sort().map((name) => readFile(join(folder, name), 'utf8')));
  const blocks = texts.join('\n\n').split(/\n\s*\n/);
  const isPeople = (block) =>
    /^\s*copyright (?:\(?[c\d]|[^[\n]+@)/im.test(block) && block.length < 400;
  const isTitle = (block) =>
    /^\W*(?:the )?(?:MIT|ISC) licen[cs]e\W*(?:\((?:MIT|ISC)\))?$/i.test(block.trim());
  const plain = (block) => block.replace(/\s+/g, ' ').replace(/[“”]/g, '"').trim();
  const people = blocks
    .filter(isPeople)
    .map((block) => plain(block.replace(/^.*licen[cs]e.*\n/i, '')));
  const terms = blocks.filter((block) => !isPeople(block) && !isTitle(block)).map(plain);
  return {
    licence: pkg.license,
    name: `${pkg.name} ${pkg.version} (${pkg.license})${people.map((line) => `\n  ${line}`).join('')}`,
    terms: terms.filter((block) => block !== '').join('\n\n'),
  };
}

/**
 * The notices for the packages of `inputs`, the input files of a bundle relative to `root`, as a comment to
 * stand in that bundle. Terms that several packages share stand there once, below their names.
 */
export async function thirdPartyNotices(root, inputs) {
  const folders = new Set(inputs.map(packageFolderOf).filter((folder) => folder !== null));
  const notices = await Promise.all(
    [...folders].sort().map((folder) => noticeOf(join(root, folder))),
  );
  const byTerms = new Map();
  for (const { name, licence, terms } of notices) {
    // A package that ships no terms has those of its licence, as others ship them.
    const own = terms || (notices.find((one) => one.licence === licence && one.terms)?.terms ?? '');
    byTerms.set(own, [...(byTerms.get(own) ?? []), name]);
  }
  const groups = [...byTerms].map(([terms, names]) => [...names, terms].join('\n\n').trim());
  const head = 'This file contains the following packages, each under its own licence.';
  return `/*!\n${[head, ...groups].join('\n\n').replaceAll('*/', '* /')}\n*/\n`;
}
