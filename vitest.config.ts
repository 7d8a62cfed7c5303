import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Rules and engine: they keep nothing from one test file to the next, so their modules are loaded once. */
const rules = 'test/{contract,core,engine,memory}/**/*.test.ts';
const never = ['**/node_modules/**', 'test/**/planted/**'];

export default defineConfig({
  resolve: {
    alias: {
      // The package holds types only; the stand-in has the classes.
      obsidian: fileURLToPath(new URL('test/host/obsidian-module.ts', import.meta.url)),
    },
  },
  test: {
    projects: [
      { extends: true, test: { name: 'rules', include: [rules], exclude: never, isolate: false } },
      {
        extends: true,
        test: { name: 'hosts', include: ['test/**/*.test.ts'], exclude: [...never, rules] },
      },
    ],
    environment: 'node',
    // The plugin asks the login shell for its PATH: not a person's own, which may take seconds.
    env: { SHELL: '/bin/sh' },
    pool: 'forks',
    // One more than the cores of a small machine: many tests in a browser mostly wait.
    maxWorkers: 3,
    testTimeout: 30_000,
    // A deadline for what a test waits for, not a wait.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 30_000,
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
