import prettier from 'eslint-config-prettier';
import obsidianmd from 'eslint-plugin-obsidianmd';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import svelteConfig from './svelte.config.mjs';

const IMPURE = 'The core and the engine take time from the Clock port and randomness from Ids.';

/** Code that runs inside Obsidian and speaks its API. */
const IN_OBSIDIAN = ['src/main.ts', 'src/hosts/obsidian/**/*.ts', 'src/ui/**/*.ts'];

/**
 * The rules of the plugin directory's review, all as errors. Its preset is not extended: it brings a
 * set-up of its own for every file of the project, and never looks into `.svelte`.
 */
const directoryRules = Object.fromEntries(
  [...obsidianmd.configs.recommended]
    .flatMap(({ rules }) => Object.entries(rules ?? {}))
    .filter(([name]) => name.startsWith('obsidianmd/') && name !== 'obsidianmd/rule-custom-message')
    .map(([name, level]) => {
      const [severity, ...options] = Array.isArray(level) ? level : [level];
      return [name, severity === 'off' ? 'off' : ['error', ...options]];
    }),
);

export default defineConfig(
  {
    ignores: [
      'dist/',
      'coverage/',
      'demo-vault/',
      'workbench-vault/',
      'workbench-vault-state/',
      'main.js',
      'test/**/planted/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Ports are asynchronous by contract; an implementation in memory has nothing to await.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['**/*.{ts,mjs}'],
    rules: {
      eqeqeq: 'error',
      'max-lines': ['error', 400],
      'no-eval': 'error',
      'no-new-func': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['src/core/**/*.ts', 'src/ports/**/*.ts', 'src/engine/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', { name: 'performance', message: IMPURE }],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: IMPURE },
        { object: 'Math', property: 'random', message: IMPURE },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: IMPURE },
        { selector: "CallExpression[callee.name='Date']", message: IMPURE },
      ],
    },
  },
  {
    files: IN_OBSIDIAN,
    plugins: { obsidianmd },
    rules: {
      ...directoryRules,
      'obsidianmd/ui/sentence-case': [
        'error',
        {
          brands: ['Countersign', 'MCP', 'Claude Desktop', 'Claude Code', 'Cursor'],
          ignoreRegex: ['^Open Current Mission$'],
        },
      ],
      // Our timers belong to the plugin, not to a pop-out window that may close at any time.
      'obsidianmd/prefer-window-timers': 'off',
      'no-console': ['error', { allow: ['warn', 'error', 'debug'] }],
    },
  },
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
        parser: tseslint.parser,
        svelteConfig,
      },
    },
    rules: {
      // What the directory's review asks for and its linter does not read here.
      'no-restricted-globals': ['error', 'document', 'window', 'localStorage', 'fetch'],
      'no-restricted-syntax': [
        'error',
        { selector: 'SvelteStyleElement', message: 'All styles stand in styles.css.' },
      ],
      'svelte/no-at-html-tags': 'error',
      'svelte/no-inline-styles': 'error',
      'max-lines': ['error', 400],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  prettier,
  ...svelte.configs.prettier,
);
