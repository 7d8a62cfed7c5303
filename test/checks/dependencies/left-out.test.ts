import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { root } from '../../support/project-files.js';
import { leftOut } from '../../../scripts/left-out.mjs';

async function bundled(contents: string): Promise<Record<string, unknown>> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    conditions: ['svelte', 'production', 'module'],
    logLevel: 'silent',
    plugins: [leftOut],
  });
  const [{ text = '' } = {}] = outputFiles;
  return (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as never;
}

test('what is left out of the plugin says its name when it is used, and what is not works', async () => {
  const { element, address, visit, read, list } = (await bundled(`
    import { create_custom_element, state, get } from 'svelte/internal/client';
    import { SvelteURLSearchParams } from 'svelte/reactivity';
    import { CST, parse } from 'yaml';
    export const element = () => create_custom_element();
    export const address = () => SvelteURLSearchParams();
    export const visit = () => CST.visit();
    export const read = () => get(state(7));
    export const list = () => parse('- 7');
  `)) as Record<string, () => unknown>;
  expect(element).toThrow('create_custom_element is not part of this build.');
  expect(address).toThrow('SvelteURLSearchParams is not part of this build.');
  expect(visit).toThrow('visit is not part of this build.');
  expect([read?.(), list?.()]).toEqual([7, [7]]);
});

test('a package that no longer has what is left out of it stops the build', async () => {
  await expect(bundled(`export * from 'yaml'`)).rejects.toThrow(
    'Nothing was found of: custom elements of Svelte.',
  );
});
