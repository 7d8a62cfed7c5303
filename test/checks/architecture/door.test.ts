import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { doorProgram, findDoorBreaches } from './door.js';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const folder = 'test/checks/architecture/planted/door';
const planted = readdirSync(`${root}/${folder}`);
const breaches = findDoorBreaches(
  root,
  doorProgram(
    root,
    planted.map((name) => `${root}/${folder}/${name}`),
  ),
);

/** What a planted file says itself: `// ✗ rule, rule` at the end of each line that breaks one. */
function markedIn(name: string): string[] {
  return readFileSync(`${root}/${folder}/${name}`, 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      (/\/\/ ✗ (.+)$/.exec(line)?.[1]?.split(', ') ?? []).map((rule) => `${index + 1} ${rule}`),
    );
}

describe('the one door out', () => {
  test('is used by the gate alone, and no action is made or forged elsewhere', () => {
    expect(breaches.filter(({ file }) => !file.startsWith(folder))).toEqual([]);
  });

  test.each(planted)('each planted bypass is found, and nothing else: %s', (name) => {
    const found = breaches.filter(({ file }) => file === `${folder}/${name}`);
    expect(found.map(({ line, rule }) => `${line} ${rule}`).sort()).toEqual(markedIn(name).sort());
  });

  test('the planted bypasses cover every rule', () => {
    expect(new Set(planted.flatMap(markedIn).map((mark) => mark.replace(/^\d+ /, '')))).toEqual(
      new Set(['door referenced', 'door hidden', 'action minted', 'action forged']),
    );
  });
});
