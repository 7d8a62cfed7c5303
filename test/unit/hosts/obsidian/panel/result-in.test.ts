import { expect, test } from 'vitest';
import type { Session } from '../../../../../src/hosts/obsidian/lifecycle/session.js';
import { resultIn } from '../../../../../src/hosts/obsidian/panel/request-actions.js';
import type { PressResults } from '../../../../../src/hosts/obsidian/review/press-results.js';

test('of several results of one note, the newest is shown', async () => {
  const noteOf = async (id: string): Promise<string> => (id === 'other' ? 'b.md' : 'a.md');
  const session = { state: { at: 'ready', work: { source: { noteOf } } } } as unknown as Session;
  const rows = ['first', 'again', 'other'].map((requestId) => ({ requestId }));
  const results = { rows: () => rows } as unknown as PressResults;
  expect(await resultIn('a.md', session, results)).toBe(rows[1]);
  expect(await resultIn('c.md', session, results)).toBeNull();
});
