// Fails unless the given tag is the version that every file names:
//   node scripts/check-release-tag.mjs 1.2.3
import { readFile } from 'node:fs/promises';

const tag = process.argv[2];
const readJson = async (name) =>
  JSON.parse(await readFile(new URL(`../${name}`, import.meta.url), 'utf8'));
const manifest = await readJson('manifest.json');
const pkg = await readJson('package.json');
const lock = await readJson('package-lock.json');
const versions = await readJson('versions.json');

const wrong = [
  ['manifest.json', manifest.version === tag],
  ['package.json', pkg.version === tag],
  ['package-lock.json', lock.version === tag && lock.packages[''].version === tag],
  ['versions.json', versions[tag] === manifest.minAppVersion],
].flatMap(([name, fits]) => (fits ? [] : [name]));

// Obsidian takes x.y.z and nothing else: no v before it, nothing after it.
if (!/^\d+\.\d+\.\d+$/.test(tag ?? '')) {
  console.error(`A release has a tag like 1.2.3, not "${tag}". Tag again.`);
  process.exit(1);
}
if (wrong.length > 0) {
  console.error(
    `The tag "${tag}" is not the version in: ${wrong.join(', ')}. ` +
      'Set the same version everywhere, then tag again.',
  );
  process.exit(1);
}
