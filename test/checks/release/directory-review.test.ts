import { join } from 'node:path';
import { ESLint } from 'eslint';
import obsidianmd from 'eslint-plugin-obsidianmd';
import { describe, expect, test } from 'vitest';
import tseslint from 'typescript-eslint';
import { root } from '../../support/project-files.js';

const typed = Object.keys(obsidianmd.ruleConfigs.recommendedTypeChecked);

/** Our own set-up, without what has to know the types of the whole project. */
const eslint = new ESLint({
  cwd: root,
  overrideConfig: {
    files: ['src/**'],
    languageOptions: { parserOptions: { projectService: false } },
    rules: {
      ...tseslint.configs.disableTypeChecked.rules,
      ...Object.fromEntries(typed.map((name) => [name, 'off'])),
    },
  },
});

/** What it finds in a text that stands for a file of ours. */
async function findings(file: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: join(root, file) });
  return (result?.messages ?? []).map(({ ruleId, severity }) => `${severity} ${ruleId ?? '?'}`);
}

const component = (script: string, markup = ''): string =>
  `<script lang="ts">\n${script}\n</script>\n${markup}`;
const withElement = (body: string): string =>
  `export const f = (el: HTMLElement, text: string) => { ${body} };`;

describe("the rules of the directory's review are errors", () => {
  test.each([
    ['core/time.ts', 'export const f = (s: string): unknown => eval(s);', 'no-eval'],
    ['engine/engine.ts', `import 'node:fs';`, 'obsidianmd/no-nodejs-modules'],
    ['mcp/client/presets.ts', 'export const f = /(?<=a)b/;', 'obsidianmd/regex-lookbehind'],
    [
      'hosts/obsidian/plugin.ts',
      `document.createElement('style');`,
      'obsidianmd/no-forbidden-elements',
    ],
    ['hosts/obsidian/plugin.ts', 'console.log(1);', 'obsidianmd/rule-custom-message'],
    ['hosts/desktop/desktop.ts', 'console.log(1);', 'obsidianmd/rule-custom-message'],
    ['ui/actions/press.ts', withElement('el.innerHTML = text;'), 'no-unsanitized/property'],
    [
      'ui/actions/press.ts',
      withElement(`el.style.color = 'red';`),
      'obsidianmd/no-static-styles-assignment',
    ],
  ])('in src/%s, too: %s [HOST-8]', async (file, text, rule) => {
    expect(await findings(`src/${file}`, text)).toContain(`2 ${rule}`);
  });

  test.each(['src/core/time.ts', 'src/hosts/obsidian/plugin.ts', 'src/ui/panel/panel.svelte'])(
    'and those that know types are on for %s [HOST-8]',
    async (file) => {
      const config = (await new ESLint({ cwd: root }).calculateConfigForFile(join(root, file))) as {
        rules: Record<string, [number]>;
      };
      const ours = typed.filter((name) => name.startsWith('obsidianmd/'));
      expect(ours.length).toBeGreaterThan(4);
      expect(ours.filter((name) => config.rules[name]?.[0] !== 2)).toEqual([]);
    },
  );
});

describe('a component, which that review never looks into, is held to the same', () => {
  test('and one that does nothing of it has no finding', async () => {
    const text = component('const name = 1;', '<p class="countersign-quiet">{name}</p>\n');
    expect(await findings('src/ui/panel/panel.svelte', text)).toEqual([]);
  });

  test.each([
    [`document.createElement('style');`, 'obsidianmd/no-forbidden-elements'],
    [withElement(`el.createEl('link');`), 'obsidianmd/no-forbidden-elements'],
    [withElement(`el.style.color = 'red';`), 'obsidianmd/no-static-styles-assignment'],
    [withElement('el.innerHTML = text;'), 'no-unsanitized/property'],
    [withElement(`el.insertAdjacentHTML('beforeend', text);`), 'no-unsanitized/method'],
    ['globalThis.focus();', 'obsidianmd/no-global-this'],
    ['document.title;', 'no-restricted-globals'],
  ])('in its script: %s [HOST-8]', async (script, rule) => {
    expect(await findings('src/ui/panel/panel.svelte', component(script))).toContain(`2 ${rule}`);
  });

  test.each([
    ['<p>{@html name}</p>', 'svelte/no-at-html-tags'],
    ['<p style="color: red">{name}</p>', 'svelte/no-inline-styles'],
    ['<p style:color={name}></p>', 'svelte/no-inline-styles'],
    ['<p innerHTML={name}></p>', 'no-restricted-syntax'],
    ['<p contenteditable="true" bind:innerHTML={name}></p>', 'no-restricted-syntax'],
    ['<p>{name}</p><style>p { color: red; }</style>', 'no-restricted-syntax'],
    ['<div><style>p {{}}</style>{name}</div>', 'no-restricted-syntax'],
    ['<svelte:head><title>{name}</title></svelte:head>', 'no-restricted-syntax'],
    ['<svelte:window onresize={() => name} />', 'no-restricted-syntax'],
    ['<iframe title={name} src="https://example.com"></iframe>', 'no-restricted-syntax'],
    [
      '<button onclick={(e) => { e.currentTarget.innerHTML = name; }}>x</button>',
      '@microsoft/sdl/no-inner-html',
    ],
  ])('in its markup: %s [HOST-8]', async (markup, rule) => {
    const text = component(`let name = $state('');`, markup);
    expect(await findings('src/ui/panel/panel.svelte', text)).toContain(`2 ${rule}`);
  });
});
