// Stryker plants faults in the gate and in the rules for requests; each that no test sees stands in
// tools/mutation/surviving-core.json or surviving-gate.json with the reason why that is right:
//   npm run mutants -- [core|gate …] [--reported]
// It takes an hour or two. Results are kept until `npm ci`, so that the next run tries only what changed; --reported looks
// at the last reports without a run.
import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const cache = join(root, 'node_modules/.cache/surviving-mutants');

/** The mutated folders, each with the tests whose promise it is to see a fault in it. */
const parts = {
  core: { mutated: ['src/core/request', 'src/core/ledger'], tests: 'test/unit/core/request' },
  gate: { mutated: ['src/engine/gate', 'src/engine/requests'], tests: 'test/unit/engine' },
};

const listOf = (part) => `tools/mutation/surviving-${part}.json`;
const reportOf = (part) => join(cache, `${part}.json`);

/** What Stryker is told. */
function configOf(part) {
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tools/mutation/stryker-vitest.config.ts', related: false },
    mutate: parts[part].mutated.map((folder) => `${folder}/**/*.ts`),
    // No test asks for the wording of a sentence, and the compiler sees another code.
    mutator: { excludedMutations: ['StringLiteral'] },
    coverageAnalysis: 'perTest',
    // What is worked out once, as a module is loaded, cannot be mutated between two tests.
    ignoreStatic: true,
    checkers: [],
    concurrency: 2,
    timeoutMS: 20_000,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: reportOf(part) },
    incremental: true,
    incrementalFile: join(cache, `${part}-incremental.json`),
    tempDirName: join(cache, 'sandbox'),
    ignorePatterns: ['dist', 'docs'],
  };
}

async function tryMutants(part) {
  await mkdir(cache, { recursive: true });
  const config = join(cache, `${part}-config.json`);
  await writeFile(config, JSON.stringify(configOf(part)));
  const code = await new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', config],
      {
        cwd: root,
        stdio: 'inherit',
        env: { ...process.env, TRIED_AGAINST: parts[part].tests },
      },
    );
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error('Stryker could not try the mutants: see above.');
}

/** The mutants of a report that no test saw, as the list names them. */
async function survivorsOf(part) {
  const { files } = JSON.parse(await readFile(reportOf(part), 'utf8'));
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(({ location, replacement }) => ({
        file,
        line: location.start.line,
        code: lines[location.start.line - 1].trim(),
        from: oneLine(between(lines, location)),
        to: oneLine(replacement),
      }));
  });
}

function between(lines, { start, end }) {
  const chosen = lines.slice(start.line - 1, end.line);
  chosen[chosen.length - 1] = chosen.at(-1).slice(0, end.column - 1);
  chosen[0] = chosen[0].slice(start.column - 1);
  return chosen.join('\n');
}

const oneLine = (text) => text.replace(/\s+/gu, ' ');
const keyOf = ({ file, code, from, to }) => JSON.stringify([file, code, from, to]);

const words = process.argv.slice(2);
const named = Object.keys(parts).filter((part) => words.includes(part));
const chosen = named.length > 0 ? named : Object.keys(parts);

let faults = 0;
for (const part of chosen) {
  if (!words.includes('--reported')) await tryMutants(part);
  const survivors = await survivorsOf(part);
  const listed = JSON.parse(await readFile(join(root, listOf(part)), 'utf8'));
  const excused = new Set(listed.filter(({ reason }) => reason?.trim()).map(keyOf));
  const real = new Set(survivors.map(keyOf));
  const open = survivors.filter((mutant) => !excused.has(keyOf(mutant)));
  const stale = listed.filter((entry) => !real.has(keyOf(entry)));
  for (const { file, line, from, to } of open) {
    console.error(`${file}:${line} no test sees it when\n    ${from}\n  becomes\n    ${to}`);
  }
  for (const { file, code, to } of stale) {
    console.error(
      `${listOf(part)} is stale: a test sees it, or it is gone: ${file}: ${code} (to: ${to})`,
    );
  }
  console.log(
    `${part}: ${open.length} unseen, ${survivors.length - open.length} with a reason, ${stale.length} stale`,
  );
  faults += open.length + stale.length;
}
process.exitCode = faults === 0 ? 0 : 1;
