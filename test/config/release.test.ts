import { describe, expect, test } from 'vitest';
import { readProjectFile, readProjectJson } from '../architecture/project-files.js';

interface Manifest {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly minAppVersion: string;
  readonly description: string;
  readonly author: string;
  readonly isDesktopOnly: boolean;
}

const manifest = readProjectJson('manifest.json') as Manifest;
const pkg = readProjectJson('package.json') as { version: string; license: string };
const versions = readProjectJson('versions.json') as Record<string, string>;

describe('the manifest', () => {
  test('has exactly the keys of the plugin directory', () => {
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

  test("has a description by the directory's rules", () => {
    expect(manifest.description.length).toBeGreaterThanOrEqual(10);
    expect(manifest.description.length).toBeLessThanOrEqual(250);
    expect(manifest.description).toMatch(/^[A-Z][A-Za-z0-9 .,!?'"-]*\.$/);
  });

  test.each(['id', 'name', 'description'] as const)(
    'does not say what it is for in its %s',
    (key) => {
      expect(manifest[key]).not.toMatch(/obsidian|plugin/i);
    },
  );
});

describe('a release', () => {
  test('has one version, in every place that names it', () => {
    expect(manifest.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(versions[manifest.version]).toBe(manifest.minAppVersion);
  });

  test('is under the MIT licence', () => {
    expect(pkg.license).toBe('MIT');
    expect(readProjectFile('LICENSE')).toMatch(
      /^MIT License\n\nCopyright \(c\) \d{4} Countersign /,
    );
  });

  test('is drafted only from a tag that is the version, after all tests', () => {
    const steps = [...readProjectFile('.github/workflows/release.yml').matchAll(/run: (.+)/g)];
    expect(steps.map(([, command]) => command?.split(' "')[0])).toEqual([
      'node scripts/check-release-tag.mjs',
      'npm ci',
      'npm test',
      'npm run build',
      'gh release create',
    ]);
  });
});
