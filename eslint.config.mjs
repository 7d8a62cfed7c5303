import prettier from 'eslint-config-prettier';
import obsidianmd from 'eslint-plugin-obsidianmd';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import svelteConfig from './svelte.config.mjs';

const IMPURE = 'The core and the engine take time from the Clock port and randomness from Ids.';

/** `npm test` leaves out the tests, which the compiler checks, and what needs the types of a component. */
const isShort = process.env.TEST_LENGTH === 'short';

const program = {
  project: isShort ? './test/checks/config/source.json' : './tsconfig.json',
  tsconfigRootDir: import.meta.dirname,
  extraFileExtensions: ['.svelte'],
};

const COMPONENTS = ['**/*.svelte', '**/*.svelte.ts'];

/**
 * The plugin directory's review (its recommended set), where what it only warns of is an error, too.
 */
const review = [...obsidianmd.configs.recommended].map((part) => ({
  ...part,
  rules: Object.fromEntries(
    Object.entries(part.rules ?? {}).map(([name, level]) => {
      const [severity, ...options] = Array.isArray(level) ? level : [level];
      return [name, [severity === 'warn' || severity === 1 ? 'error' : severity, ...options]];
    }),
  ),
}));

/** Its rules about the DOM and Obsidian's API, for `.svelte`: it never looks into these files. */
const reviewOfComponents = {
  plugins: Object.assign({}, ...review.map(({ plugins }) => plugins)),
  rules: Object.fromEntries(
    review
      .flatMap(({ rules }) => Object.entries(rules))
      .filter(([name]) => /^(?:obsidianmd|no-unsanitized|@microsoft\/sdl)\//.test(name)),
  ),
};

/** Where we see it otherwise, with the reason. */
const otherwise = {
  // The same code runs in Node, where there is no window; and no timer of ours may end with a pop-out.
  'obsidianmd/prefer-window-timers': 'off',
  'obsidianmd/ui/sentence-case': [
    'error',
    {
      brands: ['Countersign', 'MCP', 'Claude Desktop', 'Claude Code', 'Cursor', 'Bases'],
      ignoreRegex: ['^Open Current Mission$'],
    },
  ],
};

const withoutTypes = {
  files: ['*.ts'],
  extends: [tseslint.configs.disableTypeChecked],
  linterOptions: { reportUnusedDisableDirectives: 'off' },
};

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
      ...(isShort ? ['test/', 'tools/'] : []),
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { files: ['src/**/*.ts', 'package.json'], extends: [review] },
  {
    files: ['src/**/*.ts'],
    rules: {
      ...otherwise,
      // TypeScript knows what is defined, and where: without a host in core, ports and engine.
      'no-undef': 'off',
    },
  },
  {
    // Reached behind a guard on a desktop only (test/checks/architecture/desktop.test.ts).
    files: ['src/hosts/{desktop,node}/**/*.ts'],
    rules: { 'obsidianmd/no-nodejs-modules': 'off', 'obsidianmd/no-global-this': 'off' },
  },
  {
    // The runner has no app to ask for the folder's name.
    files: ['src/hosts/node/**/*.ts'],
    rules: { 'obsidianmd/hardcoded-config-path': 'off' },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { ...program },
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
      'max-lines': ['error', 500],
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
    files: COMPONENTS,
    extends: [svelte.configs.recommended],
    languageOptions: {
      parserOptions: {
        ...(isShort ? {} : program),
        parser: tseslint.parser,
        svelteConfig,
      },
    },
    plugins: reviewOfComponents.plugins,
    rules: {
      ...(isShort ? {} : reviewOfComponents.rules),
      ...otherwise,
      'no-restricted-globals': ['error', 'document', 'window', 'localStorage', 'fetch'],
      // The same, where it is markup.
      'no-restricted-syntax': [
        'error',
        { selector: 'SvelteStyleElement', message: 'All styles stand in styles.css.' },
        {
          selector: 'SvelteElement[name.name=/^(?:style|link|script|iframe|object|embed)$/i]',
          message: 'The directory allows no such element.',
        },
        {
          selector: 'SvelteElement[name.name=/^svelte:(?:head|window|document|body)$/]',
          message: 'It is the main window, whichever the panel is in: use the ownerDocument.',
        },
        {
          selector:
            ':matches(SvelteAttribute[key.name=/^(?:innerHTML|outerHTML|srcdoc)$/i],' +
            ' SvelteDirective[key.name.name=/^(?:innerHTML|outerHTML)$/])',
          message: 'What comes from notes, tools and servers is shown as text.',
        },
      ],
      'svelte/no-at-html-tags': 'error',
      'svelte/no-inline-styles': 'error',
      'max-lines': ['error', 500],
    },
  },
  {
    files: ['{test,tools}/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  ...(isShort ? [withoutTypes] : []),
  prettier,
  { files: COMPONENTS, extends: [svelte.configs.prettier] },
);
