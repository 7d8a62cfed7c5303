import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { root } from '../architecture/project-files.js';
import { leftOut } from '../../scripts/left-out.mjs';

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
  const { checked, converted, convertedByItself } = (await bundled(`
    import * as z from 'zod/v4';
    import 'svelte/internal/client';
    const schema = z.object({ to: z.email() });
    export const checked = (value) => schema.safeParse(value).success;
    export const converted = () => z.toJSONSchema(schema);
    export const convertedByItself = () => schema['~standard'].jsonSchema.input({});
  `)) as Record<string, (value?: unknown) => unknown>;
  expect([{ to: 'client@example.com' }, { to: 'client' }].map(checked!)).toEqual([true, false]);
  expect(converted).toThrow('toJSONSchema is not part of this build.');
  expect(convertedByItself).toThrow('createStandardJSONSchemaMethod is not part of this build.');
});

test('a package that no longer has what is left out of it stops the build', async () => {
  await expect(bundled(`export * from 'zod/v4'`)).rejects.toThrow(
    'Nothing was found of: custom elements of Svelte.',
  );
});
