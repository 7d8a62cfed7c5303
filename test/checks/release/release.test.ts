import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ESLint } from 'eslint';
import obsidianmd from 'eslint-plugin-obsidianmd';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { pluginFiles } from '../../../scripts/plugin-files.mjs';
import {
  projectFiles,
  readProjectFile,
  readProjectJson,
  root,
} from '../../support/project-files.js';

interface Manifest {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly minAppVersion: string;
  readonly description: string;
  readonly author: string;
  readonly isDesktopOnly: boolean;
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly on: { readonly push: { readonly tags: readonly string[] } };
  readonly permissions: unknown;
  readonly jobs: { readonly release: { readonly permissions: unknown; readonly steps: Step[] } };
}

const run = promisify(execFile);
const manifest = readProjectJson('manifest.json') as Manifest;
const pkg = readProjectJson('package.json') as {
  version: string;
  license: string;
  description: string;
};
const lock = readProjectJson('package-lock.json') as {
  version: string;
  packages: Record<string, { version: string }>;
};
const versions = readProjectJson('versions.json') as Record<string, string>;

/** Obsidian's documentation: Submission requirements for plugins; Manifest. */
describe('the manifest', () => {
  test('has exactly the keys that the plugin directory knows and we need [HOST-8]', () => {
    // Without donations, no fundingUrl.
    expect(manifest).toEqual({
      id: 'countersign',
      name: 'Countersign',
      version: pkg.version,
      minAppVersion: '1.13.0',
      description: expect.any(String) as string,
      author: 'Countersign contributors',
      isDesktopOnly: false,
    });
  });

  test("passes the directory's own check [HOST-8]", async () => {
    const eslint = new ESLint({
      cwd: root,
      overrideConfigFile: true,
      overrideConfig: {
        files: ['**/manifest.json'],
        plugins: { obsidianmd: { rules: obsidianmd.rules ?? {} } },
        rules: { 'obsidianmd/validate-manifest': 'error' },
      },
    });
    const check = async (value: object) => {
      const text = `(${JSON.stringify(value)})`;
      const [result] = await eslint.lintText(text, { filePath: join(root, 'manifest.json') });
      return result?.messages.map(({ messageId }) => messageId);
    };
    expect(await check(manifest)).toEqual([]);
    expect(await check({ ...manifest, description: 'no capital.' })).toEqual(['descriptionFormat']);
  });

  test('has an id of small letters and hyphens, which is its folder for good [HOST-8]', () => {
    expect(manifest.id).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    expect(manifest.id).not.toMatch(/plugin$/);
  });

  test("has a description by the directory's rules, and the package has the same [HOST-8]", () => {
    expect(manifest.description.length).toBeGreaterThanOrEqual(10);
    expect(manifest.description.length).toBeLessThanOrEqual(250);
    expect(manifest.description).toMatch(/^[A-Z][A-Za-z0-9 .,!?'"-]*\.$/);
    expect(pkg.description).toBe(manifest.description);
  });

  test.each(['id', 'name', 'description'] as const)(
    'does not say what it is for in its %s [HOST-8]',
    (key) => {
      expect(manifest[key]).not.toMatch(/obsidian|plugin|^obsi|dian$/i);
    },
  );
});

describe('a release', () => {
  test('has one version, in every place that names it [HOST-8]', () => {
    expect(manifest.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(versions[manifest.version]).toBe(manifest.minAppVersion);
    expect([lock.version, lock.packages['']?.version]).toEqual([pkg.version, pkg.version]);
    for (const [version, app] of Object.entries(versions)) {
      expect([version, app].join(' ')).toMatch(/^\d+\.\d+\.\d+ \d+\.\d+\.\d+$/);
    }
  });

  test('is not made from a tag that is another version, or has another form', async () => {
    const check = (tag: string) =>
      run(process.execPath, [join(root, 'scripts/check-release-tag.mjs'), tag]);
    await check(manifest.version);
    await expect(check('9.9.9')).rejects.toMatchObject({
      stderr: expect.stringMatching(
        /^The tag "9\.9\.9" is not the version in: manifest\.json, package\.json, package-lock\.json, versions\.json\./,
      ) as string,
    });
    await expect(check(`v${manifest.version}`)).rejects.toMatchObject({
      stderr: expect.stringMatching(/^A release has a tag like 1\.2\.3, not "v/) as string,
    });
  });

  test('is under the MIT licence', () => {
    expect(pkg.license).toBe('MIT');
    expect(readProjectFile('LICENSE')).toMatch(
      /^MIT License\n\nCopyright \(c\) \d{4} Countersign /,
    );
  });
});

describe('the workflow that makes one', () => {
  const workflow = parse(readProjectFile('.github/workflows/release.yml')) as Workflow;
  const { steps, permissions } = workflow.jobs.release;
  const commands = steps.flatMap((step) => step.run ?? []);
  const attested = steps.flatMap(({ uses, with: given }) =>
    uses?.startsWith('actions/attest@') ? String(given?.['subject-path']).trim().split('\n') : [],
  );
  const attached = (commands.at(-1) ?? '').split(' ').filter((word) => word.startsWith('dist/'));

  test('begins with a tag of the form x.y.z, and may write the release and its attestation only', () => {
    expect(workflow.on).toEqual({ push: { tags: ['[0-9]+.[0-9]+.[0-9]+'] } });
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(permissions).toEqual({
      contents: 'write',
      'id-token': 'write',
      attestations: 'write',
    });
  });

  test('drafts it only when the tag is the version and all tests have passed', () => {
    expect(commands.map((command) => command.split(' "')[0])).toEqual([
      'node scripts/check-release-tag.mjs',
      'npm ci',
      'npm run test:all',
      'npm run build',
      'gh release create',
    ]);
    expect(commands.at(-1)).toContain('"$GITHUB_REF_NAME" --draft --verify-tag');
  });

  test('attaches what Obsidian and BRAT fetch, by these names, and nothing else; all of it attested [HOST-8]', () => {
    expect(pluginFiles).toEqual(['main.js', 'manifest.json', 'styles.css']);
    expect(attached).toEqual(pluginFiles.map((name) => `dist/${name}`));
    expect(attested).toEqual(attached);
    const last = (found: (step: Step) => boolean) => steps.findLastIndex(found);
    const isAttested = last(({ uses }) => uses?.startsWith('actions/attest@') === true);
    expect(isAttested).toBeGreaterThan(last((step) => step.run === 'npm run build'));
    expect(isAttested).toBe(steps.length - 2);
  });

  test("uses GitHub's own actions only", () => {
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used.filter((name) => !/^actions\/[a-z-]+@v\d+$/.test(name))).toEqual([]);
  });
});

describe('the README', () => {
  const readme = readProjectFile('README.md');
  const [, machine = ''] = readme.split('## What it does on your machine');

  test.each([
    ['Network', /\*\*Network\*\*.*none of its own/],
    ['accounts, payment and telemetry', /No telemetry, no account, no payment, no update check/],
    ['files in the vault', /\*\*Files in the vault\*\*/],
    ['files outside the vault', /\*\*Files outside the vault\*\*.*~\/\.config\/countersign\//],
    ['child processes', /\*\*Child processes\*\*/],
    ['the login shell', /\*\*Login shell\*\*.*`PATH`/],
    ['localhost', /\*\*Localhost\*\*.*127\.0\.0\.1/],
    ['Node', /\*\*Node\*\*/],
  ])('discloses %s, as the developer policies ask [HOST-8]', (_, said) => {
    expect(machine).toMatch(said);
  });

  const files = projectFiles();
  const pages = files.filter(
    (path) => path === 'README.md' || /^docs\/(?:guide\/)?[^/]+\.md$/.test(path),
  );
  /** The pictures of a page: their file, the words for those who do not see them, and what follows. */
  const pictures = pages.flatMap((page) => {
    const text = readProjectFile(page);
    return [...text.matchAll(/!\[([^\]]*)\]\(([^)]+)\)\s*(.*)/g)].map(([, words, path, after]) => ({
      file: join(dirname(page), path ?? ''),
      words,
      after,
    }));
  });

  test.each(pictures)('and the docs show $file, which is there, small and in words', (picture) => {
    expect(files).toContain(picture.file);
    expect(statSync(join(root, picture.file)).size).toBeLessThan(160_000);
    expect(picture.words?.length).toBeGreaterThan(40);
    if (!picture.file.endsWith('.png')) return;
    expect(picture.after).toMatch(/^\*In the workbench, a stand-in for Obsidian: .*\*$/);
  });

  test('and the docs show every picture that is taken', () => {
    const shown = new Set(pictures.map(({ file }) => file));
    const taken = files.filter((path) => path.startsWith('docs/pictures/'));
    expect(taken.filter((path) => !shown.has(path))).toEqual([]);
  });
});
