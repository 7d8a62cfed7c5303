// Fails unless the given tag is the version that the manifest, the package and versions.json name.
import { readFile } from 'node:fs/promises';

const tag = process.argv[2];
const readJson = async (name) =>
  JSON.parse(await readFile(new URL(`../${name}`, import.meta.url), 'utf8'));
const manifest = await readJson('manifest.json');
const pkg = await readJson('package.json');
const versions = await readJson('versions.json');

const wrong = [
  ['manifest.json', manifest.version === tag],
  ['package.json', pkg.version === tag],
  ['versions.json', versions[tag] === manifest.minAppVersion],
].flatMap(([name, fits]) => (fits ? [] : [name]));

if (!/^\d+\.\d+\.\d+$/.test(tag ?? '') || wrong.length > 0) {
  console.error(
    `The tag "${tag}" is not the version in: ${wrong.join(', ') || 'x.y.z form'}. ` +
      'Set the same version everywhere, then tag again.',
  );
  process.exit(1);
}
