import obsidianmd from 'eslint-plugin-obsidianmd';
import tseslint from 'typescript-eslint';

/** The preset of the directory as it is; it only learns where the types are. */
export default [
  ...obsidianmd.configs.recommended,
  {
    files: ['**/*.ts'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: process.cwd() },
    },
  },
];
