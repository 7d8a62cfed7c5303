import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/json.js';
import { hintPhrases, hintsOf, type ToolHints } from '../../../src/core/request/tool-hints.js';

describe('the hints of a tool', () => {
  test.each<[string, JsonObject | undefined, ToolHints]>([
    ['no annotations', undefined, {}],
    [
      'a yes and a no',
      { readOnlyHint: true, openWorldHint: false },
      { readOnlyHint: true, openWorldHint: false },
    ],
    ['words instead of a yes', { readOnlyHint: 'true', destructiveHint: 0 }, {}],
    ['what is no hint', { title: 'Send', trusted: true }, {}],
  ])('are taken from %s', (_what, annotations, hints) => {
    expect(hintsOf(annotations)).toEqual(hints);
  });

  test.each<[ToolHints, readonly string[]]>([
    [{}, []],
    [{ readOnlyHint: true }, ['says that it only reads', 'may reach other people']],
    [{ readOnlyHint: false }, ['may delete or overwrite', 'may reach other people']],
    [
      { destructiveHint: false, openWorldHint: false, idempotentHint: true },
      [
        'says that it only adds',
        'says that it reaches nobody outside',
        'says that twice is like once',
      ],
    ],
    // A reader that also says it deletes only reads, as MCP has it.
    [
      { readOnlyHint: true, destructiveHint: true, openWorldHint: false },
      ['says that it only reads', 'says that it reaches nobody outside'],
    ],
  ])('of %j say so', (hints, phrases) => {
    expect(hintPhrases(hints)).toEqual(phrases);
  });
});
