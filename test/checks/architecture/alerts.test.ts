import { expect, test } from 'vitest';
import { projectFiles, readProjectFile } from '../../support/project-files.js';

test('only a view reads the alert board: no decision depends on what people are told', () => {
  const reads = /\b(?:alerts|board)\s*\.\s*all\(/u;
  const sources = projectFiles().filter((path) => /^src\/.*\.(?:ts|svelte)$/u.test(path));
  const readers = sources.filter((path) => reads.test(readProjectFile(path)));
  expect(readers).toEqual(['src/engine/views/mission-view.ts']);
});

test('no look reads the alerts of a view', () => {
  const reads = /\b(?:view|viewOf)\([^)]*\)\s*\.alerts|\{[^}]*\balerts\b[^}]*\}\s*=\s*\S*view/u;
  const engine = projectFiles().filter((path) => /^src\/engine\/.*\.ts$/u.test(path));
  const readers = engine.filter((path) => reads.test(readProjectFile(path)));
  expect(readers.filter((path) => path !== 'src/engine/views/mission-view.ts')).toEqual([]);
});
