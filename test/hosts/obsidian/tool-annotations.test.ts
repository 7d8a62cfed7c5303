import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/json.js';
import { annotationsOf } from '../../../src/hosts/obsidian/tool-annotations.js';

test.each<[JsonObject | undefined, string]>([
  [
    undefined,
    'It does not say what it may do: it counts as one that deletes, and that reaches other people.',
  ],
  [
    { title: 'Nice' },
    'It does not say what it may do: it counts as one that deletes, and that reaches other people.',
  ],
  [
    { readOnlyHint: true, openWorldHint: false },
    'Says that it only reads; says that it reaches nobody outside.',
  ],
  [{ readOnlyHint: false }, 'May delete or overwrite; may reach other people.'],
  [{ destructiveHint: false }, 'Says that it only adds; may reach other people.'],
  [
    { destructiveHint: true, readOnlyHint: 'yes' },
    'May delete or overwrite; may reach other people.',
  ],
  [
    { destructiveHint: false, idempotentHint: true, openWorldHint: false },
    'Says that it only adds; says that it reaches nobody outside; says that twice is like once.',
  ],
])('annotations %j read: %s', (annotations, text) => {
  expect(annotationsOf(annotations ? { annotations } : {})).toBe(text);
});
