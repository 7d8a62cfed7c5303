// `npm test`: what is run after each change. `npm run test:all`: every check and every test, whole. A failed step
// does not stop the others. The last line is `N passed, N failed`, where each check counts as one.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countTests } from './count-tests.mjs';
import { missedDeadlines, withLater } from './missed-deadlines.mjs';

const isShort = process.argv[2] !== 'all';
// Read in test/support/run/test-length.ts.
if (isShort) process.env.TEST_LENGTH = 'short';
const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What the tests need: a browser, which may have to be installed, and the built plugin. */
const first = [
  {
    name: 'browser',
    command: ['node', 'scripts/run-ts.mjs', 'test/stand-in/chromium/ensure-chromium.ts'],
  },
  { name: 'build', command: ['node', 'esbuild.config.mjs'] },
];

/** The others, beside the tests: many of those mostly wait. */
const beside = [
  { name: 'types', command: ['typescript:tsc', '-p', '.'] },
  { name: 'types without a host', command: ['typescript:tsc', '-p', 'src'] },
  { name: 'lint', command: ['eslint', '--max-warnings=0', '.'] },
  {
    name: 'components',
    command: [
      'svelte-check',
      '--tsconfig',
      'test/checks/config/svelte-check.json',
      '--fail-on-warnings',
    ],
  },
];

/** What `npm run test:all` looks at besides. */
const further = [
  { name: 'formatting', command: ['prettier', '--check', '.'] },
  { name: 'unused code', command: ['knip', '--config', 'test/checks/config/knip.json'] },
];

/** The arguments for Node that run a package's command: `package` or `package:bin`. */
async function nodeArguments([tool, ...args]) {
  if (tool === 'node') return args;
  const [name, bin = name] = tool.split(':');
  const folder = join(root, 'node_modules', name);
  const pkg = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return [join(folder, typeof pkg.bin === 'string' ? pkg.bin : pkg.bin[bin]), ...args];
}

/** Runs a command to its end; `output` is empty when it went straight to the terminal. */
async function run(command, stdio) {
  const started = performance.now();
  const child = spawn(process.execPath, await nodeArguments(command), {
    cwd: root,
    stdio: ['ignore', stdio, stdio],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => (output += text));
  }
  const code = await new Promise((settle) => child.on('close', (exit) => settle(exit ?? 1)));
  return { code, output, seconds: ((performance.now() - started) / 1000).toFixed(1) };
}

function report(name, { code, seconds }) {
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
}

/** Runs checks, one after the other. */
async function runChecks(checks) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, command } of checks) {
    const result = await run(command, 'pipe');
    report(name, result);
    if (result.code === 0) {
      total.passed += 1;
    } else {
      total.failed += 1;
      console.log(result.output.trimEnd());
    }
  }
  return total;
}

/** Runs test files, all when none is named; the report is null when none was written. */
async function vitest(...args) {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-tests-'));
  try {
    const file = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const result = await run(['vitest', 'run', ...reporters, ...args], 'inherit');
    const text = await readFile(file, 'utf8').catch(() => null);
    return { ...result, report: text === null ? null : JSON.parse(text) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A machine that is busy may keep a test from its deadline, never from its result: where nothing but a few deadlines
 * was missed, those files are run once more when all else is done, and the second run counts.
 */
async function decide(tests) {
  const late = missedDeadlines(tests.report);
  if (late.length === 0) return countTests(tests.report, tests.code);
  const files = late.map((file) => relative(root, file)).join(', ');
  console.log(`deadlines were missed beside the other tests; once more, alone: ${files}`);
  const again = await vitest('--no-file-parallelism', ...late);
  report('tests that missed a deadline', again);
  if (again.report === null) return countTests(tests.report, tests.code);
  return countTests(withLater(tests.report, again.report), again.code);
}

const checked = [await runChecks(first)];
const checks = isShort ? beside : [...beside, ...further];
const [tests, others] = await Promise.all([vitest(), runChecks(checks)]);
report('tests', tests);
const parts = [...checked, others, await decide(tests)];
const sum = (key) => parts.reduce((count, part) => count + part[key], 0);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
