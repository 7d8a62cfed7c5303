import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Workshop } from '../../../tools/mutation/workshop.js';

/** A project with one function, and two tests of it, each in a process of its own kind. */
async function makeProject(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'countersign-workshop-'));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const folder of ['src', 'docs', 'scripts']) await mkdir(join(root, folder));
  const own = [
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
    'tools/mutation/test-runner.mjs',
  ];
  for (const part of [
    ...own,
    'test/support/run/own-process.ts',
    'test/support/run/test-length.ts',
  ]) {
    await mkdir(dirname(join(root, part)), { recursive: true });
    await cp(part, join(root, part));
  }
  await symlink(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
  await writeFile(join(root, 'src/double.ts'), 'export const double = (n: number) => n + n;');
  const tests = `import { expect, test, vi } from 'vitest';
import { double } from '../src/double.js';
test('one', () => expect(double(1)).toBe(2));
test('two', () => expect(double(2)).toBe(4));
`;
  await writeFile(join(root, 'test/shared.test.ts'), tests);
  await writeFile(join(root, 'test/alone.test.ts'), `${tests}vi.mock('node:os');\n`);
  return root;
}

test('each fault gets its own fate, whatever was planted in the file before', async () => {
  const workshop = await Workshop.open(await makeProject());
  onTestFinished(() => workshop.close());
  const fateOf = async (replace: string, file = 'shared', more = {}, limit?: number) => {
    const tests = [`test/${file}.test.ts`];
    const mutation = {
      name: replace,
      file: 'src/double.ts',
      find: 'n + n',
      replace,
      tests,
      ...more,
    };
    const { fate, detail } = await workshop.try(mutation, limit);
    return `${fate} ${detail}`.trim();
  };

  expect(await fateOf('2 * n')).toBe('survived 2 tests pass');
  expect(await fateOf('n')).toBe('killed');
  expect(await fateOf('2 * n')).toBe('survived 2 tests pass');
  expect(await fateOf('n', 'alone')).toBe('killed');
  expect(await fateOf('2 * n', 'alone')).toBe('survived 2 tests pass');
  expect(await fateOf('2', 'shared', { only: 'one' })).toBe('survived 1 tests pass');
  expect(await fateOf('2')).toBe('killed');
  expect(await fateOf('n', 'shared', { only: 'three' })).toBe('broken no test has such a name');
  expect(await fateOf('n +')).toMatch(/^broken /);
  expect(await fateOf('(() => { for (;;); })()', 'shared', {}, 3000)).toBe(
    'killed the tests did not end',
  );
  expect(await fateOf('2 * n')).toBe('survived 2 tests pass');
});
