import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { editsOf, occurrences, type Mutation } from './mutation.js';

/** What became of a planted fault. */
export type Fate = 'killed' | 'survived' | 'stale' | 'broken';

/** The fate of a mutation, how long that took, and what there is to say. */
export interface Finding {
  readonly mutation: Mutation;
  readonly fate: Fate;
  readonly seconds: number;
  readonly detail: string;
}

interface TestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

/** Which tests of the files are run, and for how long (ms). */
interface Run {
  readonly only?: Mutation['only'] | undefined;
  readonly requirements?: Mutation['requirements'] | undefined;
  readonly limit: number;
}

/** For the tests of one fault. */
const limitMs = 60_000;
/** For the tests of all faults together. */
const limitOfAllMs = 30 * 60_000;

/** A copy of the project outside of it, in which faults are planted one at a time. */
export class Workshop {
  /** Keeps the modules that it has transformed; see test-runner.mjs. */
  private runner: ChildProcess | null = null;
  /** What the runner has to read again. */
  private readonly changed = new Set<string>();

  private constructor(private readonly folder: string) {}

  static async open(root: string): Promise<Workshop> {
    // Vitest knows its modules by their real paths.
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'countersign-mutations-')));
    for (const part of [
      'src',
      'test',
      'tools',
      'docs',
      'scripts',
      'package.json',
      'tsconfig.json',
      'vitest.config.ts',
    ]) {
      await cp(join(root, part), join(folder, part), { recursive: true });
    }
    await mkdir(join(folder, 'cache'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    // Two workshops share one machine, and one `node_modules`.
    const config = `import { mergeConfig } from 'vitest/config';
import shared from './vitest.config.ts';
export default mergeConfig(shared, { cacheDir: 'cache', test: { maxWorkers: 1 } });
`;
    await writeFile(join(folder, 'workshop.config.mjs'), config);
    return new Workshop(folder);
  }

  close(): Promise<void> {
    this.endRunner();
    return rm(this.folder, { recursive: true, force: true });
  }

  /** Names the tests in these files that fail although no fault was planted; empty when all is well. */
  async failuresIn(files: readonly string[]): Promise<string> {
    // Without a name, Vitest would run every file.
    if (files.length === 0) return '';
    const report = await this.runTests(files, { limit: limitOfAllMs });
    if (report === null) return 'The tests did not end in time.';
    const failed = report.testResults.map(({ message }) => message).filter((text) => text !== '');
    if (report.numFailedTests === 0 && report.numPassedTests > 0 && failed.length === 0) return '';
    return [`${report.numFailedTests} tests fail.`, ...failed].join('\n');
  }

  /** Plants the fault, runs its tests, and takes it out again. Tests that take longer (ms) do not end. */
  async try(mutation: Mutation, limit = limitMs): Promise<Finding> {
    const began = performance.now();
    const finding = (fate: Fate, detail: string): Finding => ({
      mutation,
      fate,
      seconds: (performance.now() - began) / 1000,
      detail,
    });
    const before = new Map<string, string>();
    try {
      for (const { file, find, replace } of editsOf(mutation)) {
        const path = join(this.folder, file);
        const text = await readFile(path, 'utf8');
        if (!before.has(path)) before.set(path, text);
        const count = occurrences(text, find);
        if (count !== 1) return finding('stale', `${file} holds the text ${count} times`);
        await this.write(
          path,
          text.replace(find, () => replace),
        );
      }
      const { tests, only, requirements } = mutation;
      const report = await this.runTests(tests, { only, requirements, limit });
      if (report === null) return finding('killed', 'the tests did not end');
      const unnoticed = requirements?.filter((id) => !isNoticed(report, id)) ?? [];
      if (report.numFailedTests > 0) {
        return unnoticed.length === 0
          ? finding('killed', '')
          : finding('survived', `no test of ${unnoticed.join(', ')} fails`);
      }
      const [broken] = report.testResults.filter(({ message }) => message !== '');
      if (broken) return finding('broken', broken.message.split('\n')[0] ?? '');
      return report.numPassedTests === 0
        ? finding('broken', 'no test has such a name')
        : finding('survived', `${report.numPassedTests} tests pass`);
    } finally {
      for (const [path, text] of before) await this.write(path, text);
    }
  }

  private write(path: string, text: string): Promise<void> {
    this.changed.add(path);
    return writeFile(path, text);
  }

  /** Runs test files up to the first failure, or all tests of some requirements; `null` when they do not end. */
  private async runTests(
    files: readonly string[],
    { only, requirements, limit }: Run,
  ): Promise<TestReport | null> {
    const output = join(this.folder, 'cache', 'report.json');
    await rm(output, { force: true });
    const citing = requirements?.map((id) => `\\[${id.replaceAll('.', '\\.')}\\]`).join('|');
    const changed = [...this.changed];
    this.changed.clear();
    const ended = await this.ask(
      { changed, files, pattern: citing ?? only, bail: requirements ? 0 : 1 },
      output,
      limit,
    );
    if (!ended) return null;
    return JSON.parse(await readFile(output, 'utf8')) as TestReport;
  }

  /** Whether the tests ended by themselves within the limit. */
  private async ask(request: object, output: string, limit: number): Promise<boolean> {
    const runner = (this.runner ??= fork(
      join(this.folder, 'tools/mutation/test-runner.mjs'),
      ['workshop.config.mjs', output],
      {
        cwd: this.folder,
        execArgv: [],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        detached: true,
      },
    ));
    runner.send(request);
    const settled = new AbortController();
    const { signal } = settled;
    try {
      const inTime = await Promise.race([
        once(runner, 'message', { signal }).then(() => true),
        once(runner, 'exit', { signal }).then(() => {
          this.runner = null;
          throw new Error('The process that runs the tests ended.');
        }),
        setTimeout(limit, false, { signal }),
      ]);
      if (!inTime) this.endRunner();
      return inTime;
    } finally {
      settled.abort();
    }
  }

  private endRunner(): void {
    // Vitest runs the tests in children of its own: the whole group ends.
    if (this.runner?.pid !== undefined) process.kill(-this.runner.pid, 'SIGKILL');
    this.runner = null;
  }
}

/** Whether a test fails that cites the requirement in its own title. */
function isNoticed({ testResults }: TestReport, id: string): boolean {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .some(({ title, status }) => status === 'failed' && title.includes(`[${id}]`));
}
