import { join } from 'node:path';
import type { App } from 'obsidian';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  isPluginOn,
  openSettingsTab,
  revealInExplorer,
} from '../../../../../src/hosts/obsidian/shared/obsidian-internals.js';
import { vaultFolder, type VaultFolder } from '../../../../stand-in/device-in-folder.js';
import type { Device } from '../../../../stand-in/open-device.js';
import { projectRoot } from '../../../../stand-in/server/project-root.js';

let folder: VaultFolder;
let device: Device;
beforeAll(async () => {
  folder = vaultFolder();
  device = await folder.device();
  await device.start();
});
afterAll(() => folder.close());

/** An app with nothing but these internals. */
const appWith = (internals: object): App => internals as App;
const missing: readonly [string, App][] = [
  ['are not there', appWith({})],
  ['are empty', appWith({ setting: {}, internalPlugins: {}, plugins: {} })],
  [
    'fail when they are read',
    new Proxy(appWith({}), {
      get() {
        throw new Error('It is private now.');
      },
    }),
  ],
];

describe('where the internals are there', () => {
  test('the settings open at the tab of the plugin', () => {
    const done: string[] = [];
    const setting = {
      open: () => done.push('open'),
      openTabById: (id: string) => done.push(id),
    };
    expect(openSettingsTab(appWith({ setting }), 'countersign')).toBe(true);
    expect(done).toEqual(['open', 'countersign']);
  });

  test('a file is shown in the file explorer, if that is on', () => {
    const shown: unknown[] = [];
    const file = device.vault.getRoot();
    const { enabled } = device.host.internalPlugins;
    expect(revealInExplorer(device.app, file)).toBe(false);
    enabled.set('file-explorer', { revealInFolder: (one: unknown) => shown.push(one) });
    expect(revealInExplorer(device.app, file)).toBe(true);
    expect(shown).toEqual([file]);
  });

  test('a plugin is on or off', () => {
    expect(isPluginOn(device.app, 'bases')).toBe(true);
    device.host.internalPlugins.enabled.delete('bases');
    expect(isPluginOn(device.app, 'bases')).toBe(false);

    const { plugins } = device.plugins;
    for (const [name, id] of [
      ['tasks', 'obsidian-tasks-plugin'],
      ['dataview', 'dataview'],
    ] as const) {
      expect(isPluginOn(device.app, name), name).toBe(false);
      Object.assign(plugins, { [id]: {} });
      expect(isPluginOn(device.app, name), name).toBe(true);
      delete plugins[id];
    }
  });
});

test.each(missing)(
  'where they %s, nothing fails, and what is not known is not claimed',
  (_, app) => {
    expect(openSettingsTab(app, 'countersign')).toBe(false);
    expect(revealInExplorer(app, device.vault.getRoot())).toBe(false);
    expect(isPluginOn(app, 'bases')).toBe(null);
    expect(isPluginOn(app, 'tasks')).toBe(null);
    expect(isPluginOn(app, 'dataview')).toBe(null);
  },
);

/*
 * In a program of its own: the package adds its types to those of `obsidian` for every file of a program, and then
 * nothing would tell what is documented from what is not.
 */
test('obsidian-typings describes what we use, and would say if it did not', () => {
  const file = join(projectRoot(), 'test/unit/hosts/obsidian/shared/compared.ts');
  const lines = [
    `import type {} from 'obsidian-typings';`,
    `import type { App } from 'obsidian';`,
    `import type { Internals } from '../../../../../src/hosts/obsidian/shared/obsidian-internals.js';`,
    `export const used = (app: App): Internals => app;`,
    `export const renamed = (app: App): { setting: { openTabByName(): void } } => app;`,
  ];
  const { config } = ts.readConfigFile(join(projectRoot(), 'tsconfig.json'), (path) =>
    ts.sys.readFile(path),
  ) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, projectRoot(), { types: [] });
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (path, ...rest) =>
    path === file
      ? ts.createSourceFile(path, lines.join('\n'), ts.ScriptTarget.ES2022)
      : getSourceFile(path, ...rest);
  const program = ts.createProgram([file], options, host);
  const source = program.getSourceFile(file);
  const problems = program
    .getSemanticDiagnostics(source)
    .map(({ start = 0 }) => source && lines[source.getLineAndCharacterOfPosition(start).line]);
  expect(problems).toEqual([lines.at(-1)]);
}, 60_000);
