import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/json.js';
import { annotationsOf } from '../../../src/hosts/obsidian/tool-annotations.js';

test.each<[JsonObject | undefined, string]>([
  [undefined, 'This server doesn’t describe what its tools do. Check carefully.'],
  [{ title: 'Nice' }, 'This server doesn’t describe what its tools do. Check carefully.'],
  [
    { readOnlyHint: true, openWorldHint: false },
    'According to its server: only reads, contacts no one.',
  ],
  [
    { readOnlyHint: false },
    'According to its server: may delete or overwrite, may contact other people.',
  ],
  [{ destructiveHint: false }, 'According to its server: adds only, may contact other people.'],
  [
    { destructiveHint: true, readOnlyHint: 'yes' },
    'According to its server: may delete or overwrite, may contact other people.',
  ],
  [
    { destructiveHint: false, idempotentHint: true, openWorldHint: false },
    'According to its server: adds only, contacts no one, safe to repeat.',
  ],
])('annotations %j read: %s', (annotations, text) => {
  expect(annotationsOf(annotations ? { annotations } : {})).toBe(text);
});
