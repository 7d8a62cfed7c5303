import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { projectFiles, readProjectFile } from '../../support/project-files.js';

/** A mutant that no test sees, as `npm run mutants` lists it. */
interface Survivor {
  readonly file: string;
  /** The line it changes, without the blanks around it. */
  readonly code: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

const lists = projectFiles().filter((path) => /^tools\/mutation\/surviving-\w+\.json$/.test(path));

describe.each(lists)('%s', (list) => {
  const survivors = JSON.parse(readProjectFile(list)) as readonly Survivor[];

  test('names only code that is still there, each with a reason, and none twice', () => {
    const linesOf = (file: string): readonly string[] =>
      existsSync(file) ? readProjectFile(file).split('\n') : [];
    const stale = survivors.filter(({ file, code, reason }) => {
      return reason.trim() === '' || !linesOf(file).some((line) => line.trim() === code);
    });
    expect(stale).toEqual([]);
    const keys = survivors.map(({ reason: _reason, ...mutant }) => JSON.stringify(mutant));
    // One line may hold the same words twice, and stand twice in a file: that is one entry.
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });
});

test('both folders have such a list', () => {
  expect(lists).toEqual([
    'tools/mutation/surviving-core.json',
    'tools/mutation/surviving-gate.json',
  ]);
});
