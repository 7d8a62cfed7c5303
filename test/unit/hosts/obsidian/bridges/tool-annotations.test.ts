import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.js';
import { annotationsOf } from '../../../../../src/hosts/obsidian/bridges/tool-annotations.js';

test.each<[JsonObject | undefined, string]>([
  [
    undefined,
    'This server doesn’t say whether this tool can change or delete things. Check carefully.',
  ],
  [
    { title: 'Nice' },
    'This server doesn’t say whether this tool can change or delete things. Check carefully.',
  ],
  [
    { readOnlyHint: true, openWorldHint: false },
    'Its server says that it only reads, and contacts no one.',
  ],
  [
    { readOnlyHint: false },
    'Its server says that it may delete or overwrite, and may contact other people.',
  ],
  [
    { destructiveHint: false },
    'Its server says that it only adds things, and may contact other people.',
  ],
  [
    { destructiveHint: true, readOnlyHint: 'yes' },
    'Its server says that it may delete or overwrite, and may contact other people.',
  ],
  [
    { destructiveHint: false, idempotentHint: true, openWorldHint: false },
    'Its server says that it only adds things, contacts no one, and is safe to repeat.',
  ],
])('annotations %j read: %s', (annotations, text) => {
  expect(annotationsOf(annotations ? { annotations } : {})).toBe(text);
});
