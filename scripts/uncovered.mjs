// Which requirements no test cites yet. With --write, brings the list of them up to date; the list
// may only shrink, so a requirement that has lost its test is an error and nothing is written.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { citedRequirements } from './cited-requirements.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const listFile = join(root, 'test/checks/requirements/not-yet-covered.json');
const readJson = async (file) => JSON.parse(await readFile(file, 'utf8'));

const requirements = await readJson(join(root, 'test/checks/requirements/requirements.json'));
const listed = new Set((await readJson(listFile)).ids);

const cited = await citedRequirements(join(root, 'test'));
const uncovered = requirements.map(({ id }) => id).filter((id) => !cited.has(id));

const lost = uncovered.filter((id) => !listed.has(id));
if (lost.length > 0) {
  console.error(`These requirements have lost their test; cite them again: ${lost.join(', ')}`);
  process.exit(1);
}
if (process.argv.includes('--write')) {
  const list = { ceiling: uncovered.length, ids: uncovered };
  await writeFile(listFile, `${JSON.stringify(list, null, 2)}\n`);
}
console.log(
  `${requirements.length - uncovered.length} of ${requirements.length} requirements cited`,
);
