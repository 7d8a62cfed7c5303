import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles } from '../../support/project-files.js';

const most = 15;

test('no folder of src or of its tests holds more files than a person takes in at a glance', () => {
  const counts = new Map<string, number>();
  for (const path of projectFiles().filter((one) => /^(?:src|test\/unit)\//.test(one))) {
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > most)).toEqual([]);
  expect(counts.size).toBeGreaterThan(50);
});
