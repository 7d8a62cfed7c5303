import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { needOwnProcess } from './test/support/run/own-process.js';
import { isShort, longTests } from './test/support/run/test-length.js';

const alone = needOwnProcess('test');
const never = ['**/node_modules/**', 'test/**/planted/**', ...(isShort ? longTests : [])];

export default defineConfig({
  resolve: {
    alias: {
      // The package holds types only; the stand-in has the classes.
      obsidian: fileURLToPath(new URL('test/stand-in/obsidian-module.ts', import.meta.url)),
    },
  },
  test: {
    projects: [
      {
        // Their modules are loaded once, not for every file.
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...never, ...alone],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: alone, exclude: never } },
    ],
    environment: 'node',
    // The plugin asks the login shell for its PATH: not a person's own, which may take seconds.
    env: { SHELL: '/bin/sh' },
    pool: 'forks',
    // More than the cores of a small machine: many tests in a browser, of which a whole run has most, mostly wait.
    maxWorkers: 4,
    testTimeout: 60_000,
    // A deadline for what a test waits for, not a wait.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
    unstubGlobals: true,
    restoreMocks: true,
    coverage: {
      enabled: false,
      provider: 'v8',
      include: ['src/**/*.ts'],
      reporter: ['text-summary', 'html'],
      reportsDirectory: 'coverage',
    },
  },
});
