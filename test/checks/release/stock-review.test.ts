import { execFile } from 'node:child_process';
import type { ESLint } from 'eslint';
import { expect, test } from 'vitest';
import { root } from '../../support/project-files.js';

/** What it only warns of, and why we see it otherwise. */
const warnings: Readonly<Record<string, string>> = {
  'no-undef': 'The compiler knows `NodeJS` and Buffer; the preset has only the names of browsers.',
  'obsidianmd/hardcoded-config-path': 'The runner has no app to ask for the folder’s name.',
  'obsidianmd/no-global-this': 'The clock is the same code in Node, where there is no window.',
  'obsidianmd/no-nodejs-modules': 'On a desktop only, behind a guard; a phone loads none of it.',
  'obsidianmd/prefer-window-timers':
    'The same code runs in Node; no timer of ours ends with a pop-out.',
  'obsidianmd/ui/sentence-case': 'Names: MCP, Claude Desktop, Bases, Open Current Mission.',
};

/** In a process of its own: what other tests lint here stays in the memory of the type checker. */
async function resultsOf(...files: readonly string[]): Promise<ESLint.LintResult[]> {
  const options = ['--config', 'test/checks/release/stock-preset.config.mjs', '--no-inline-config'];
  const eslint = ['node_modules/eslint/bin/eslint.js', '--format', 'json', ...options, ...files];
  const told = await new Promise<string>((resolve, reject) => {
    execFile(
      process.execPath,
      eslint,
      { cwd: root, maxBuffer: 2 ** 28 },
      (_error, stdout, stderr) => {
        // What it finds ends it with an error, too.
        if (stdout === '') reject(new Error(stderr));
        else resolve(stdout);
      },
    );
  });
  return JSON.parse(told) as ESLint.LintResult[];
}

// The directory’s scanner reads no tests, no docs and no `*.mjs`.
test('the stock preset of the directory finds no error, with nothing switched off [HOST-8]', async () => {
  const results = await resultsOf('src/**/*.ts', '*.ts', 'package.json');
  const found = results.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, line, message, severity }) => {
      return { severity, rule: ruleId ?? '?', told: `${filePath}:${line} ${ruleId}: ${message}` };
    }),
  );
  expect(found.filter(({ severity }) => severity === 2).map(({ told }) => told)).toEqual([]);
  expect([...new Set(found.map(({ rule }) => rule))].sort()).toEqual(Object.keys(warnings));
}, 180_000);
