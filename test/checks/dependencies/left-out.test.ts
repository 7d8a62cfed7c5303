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
  const { called, read } = (await bundled(`
    import { create_custom_element, state, get } from 'svelte/internal/client';
    export const called = () => create_custom_element();
    export const read = () => get(state(7));
  `)) as Record<string, () => unknown>;
  expect(called).toThrow('create_custom_element is not part of this build.');
  expect(read?.()).toBe(7);
});

test('a package that no longer has what is left out of it stops the build', async () => {
  await expect(bundled(`export * from 'yaml'`)).rejects.toThrow(
    'Nothing was found of: custom elements of Svelte.',
  );
});
