// Every branch and function of the gate and of the rules for requests is taken by a test of theirs, or
// stands in tools/mutation/uncovered.json with the reason why nothing can take it:
//   node tools/mutation/gate-coverage.mjs [coverage-final.json]
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const files = [
  'src/engine/{gate,requests}/**',
  'src/core/{request,ledger}/**',
  'src/core/text/{addresses-in-prose,look-alikes,quote,show-invisible}.ts',
];
const tests = ['test/unit/engine', 'test/unit/core', 'test/unit/ui', 'test/unit/hosts'];
const listFile = 'tools/mutation/uncovered.json';

/** Runs the tests, and gives back what V8 counted, in Istanbul's format. */
async function measure() {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-coverage-'));
  try {
    const code = await new Promise((resolve) => {
      const args = [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--coverage',
        ...files.map((glob) => `--coverage.include=${glob}`),
        '--coverage.reporter=json',
        `--coverage.reportsDirectory=${folder}`,
        ...tests,
      ];
      const child = spawn(process.execPath, args, {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      child.on('close', resolve);
    });
    if (code !== 0) throw new Error('The tests fail: there is nothing to measure.');
    return JSON.parse(await readFile(join(folder, 'coverage-final.json'), 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What no test took in one file: where, what, and the line it stands on. */
function notTaken(file, source, coverage) {
  const lines = source.split('\n');
  const at = (line, branch) => ({ file, line, branch, code: (lines[line - 1] ?? '').trim() });
  const branches = Object.entries(coverage.branchMap).flatMap(([id, { type, locations, loc }]) =>
    coverage.b[id].flatMap((count, way) =>
      count > 0 ? [] : [at(locations[way]?.start?.line ?? loc.start.line, `${type} ${way}`)],
    ),
  );
  const functions = Object.entries(coverage.fnMap).flatMap(([id, { decl }]) =>
    coverage.f[id] > 0 ? [] : [at(decl.start.line, 'function')],
  );
  return [...branches, ...functions];
}

const given = process.argv[2];
const coverage = given ? JSON.parse(await readFile(given, 'utf8')) : await measure();
const missed = [];
for (const [path, counts] of Object.entries(coverage)) {
  const file = relative(root, path).split(sep).join('/');
  missed.push(...notTaken(file, await readFile(path, 'utf8'), counts));
}

const listed = JSON.parse(await readFile(join(root, listFile), 'utf8'));
const keyOf = ({ file, code, branch }) => JSON.stringify([file, code, branch]);
const excused = new Set(listed.filter(({ reason }) => reason?.trim()).map(keyOf));
const real = new Set(missed.map(keyOf));
const open = missed.filter((miss) => !excused.has(keyOf(miss)));
const stale = listed.filter((entry) => !real.has(keyOf(entry)));

for (const { file, line, branch, code } of open) {
  console.error(`${file}:${line} no test takes ${branch}: ${code}`);
}
for (const { file, code } of stale) {
  console.error(`${listFile} is stale: a test takes it, or it is gone: ${file}: ${code}`);
}
console.log(`${open.length} not taken, ${excused.size} excused, ${stale.length} stale`);
process.exitCode = open.length + stale.length === 0 ? 0 : 1;
