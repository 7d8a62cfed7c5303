import { describe, expect, test } from 'vitest';
import { layers } from './layers.js';
import { projectFiles, readProjectFile } from '../../support/project-files.js';

const files = projectFiles();
/** Notes for tests may hold anything on purpose; so may a lock file and a list of pins. */
const texts = files.filter(
  (path) =>
    !/^test\/support\/(?:golden|vaults)\/|^package-lock\.json$|\.(?:png|jpg|ico)$/.test(path),
);
const code = files.filter((path) => /^(?:src|test|tools|scripts)\/.*\.[cm]?[jt]s$/.test(path));

/** The places where a pattern stands, as `path:line: text`. */
function placesOf(pattern: RegExp, paths: readonly string[]): string[] {
  return paths.flatMap((path) =>
    readProjectFile(path)
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
}

/** Forbidden words are written in two parts, so that this file does not hold them. */
const pattern = (...parts: readonly [string, string][]) =>
  new RegExp(parts.map(([head, tail]) => head + tail).join('|'));

describe('no file of the project', () => {
  test('holds raw control or direction characters', () => {
    const raw =
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;
    expect(placesOf(raw, texts)).toEqual([]);
  });

  test('names a machine, an issue or a registry', () => {
    const leaks = pattern(
      ['(?:^|[^.\\w-])/wo', 'rk/'],
      ['\\b[Ii]ssue ', '#?\\d'],
      ['registry\\.', '(?:npmjs|yarnpkg)'],
    );
    expect(placesOf(leaks, texts)).toEqual([]);
  });

  test('ends without a line end, or has carriage returns', () => {
    const odd = texts.filter((path) => {
      const text = readProjectFile(path);
      return text !== '' && (!text.endsWith('\n') || text.includes('\r'));
    });
    expect(odd).toEqual([]);
  });

  test('lies in a folder that is named after nothing', () => {
    const vague = /(?:^|\/)(?:utils?|helpers?|misc|common)(?:\/|\.[^/]*$)/;
    expect(files.filter((path) => vague.test(path) && !path.includes('/planted/'))).toEqual([]);
  });
});

describe('no code', () => {
  test('is left for later, or run in part', () => {
    const later = pattern(
      ['\\bTO', 'DO\\b'],
      ['\\bFIX', 'ME\\b'],
      ['\\b(?:test|it|describe)(?:\\.\\w+)*\\.(?:only|skip|to', 'do)\\('],
    );
    expect(placesOf(later, code)).toEqual([]);
  });

  test('of src stands outside the layers', () => {
    const homeless = files.filter(
      (path) =>
        /^src\/.*\.(?:ts|svelte)$/.test(path) &&
        !layers.some(({ of }) => path === of || path.startsWith(`${of}/`)),
    );
    expect(homeless).toEqual([]);
  });

  test('has a name that is not in kebab case', () => {
    const odd = /(?:^|\/)[^/]*[A-Z_ ][^/]*\.[cm]?[jt]s$/;
    expect(code.filter((path) => odd.test(path))).toEqual([]);
  });

  test('of the plugin looks behind in a regular expression, which older phones cannot read', () => {
    const shipped = code.filter(
      (path) => path.startsWith('src/') && !path.startsWith('src/hosts/node/'),
    );
    expect(placesOf(/\(\?<[=!]/, shipped)).toEqual([]);
  });
});
