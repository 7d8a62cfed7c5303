import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.js';
import {
  hintPhrases,
  hintsOf,
  type ToolHints,
} from '../../../../../src/core/request/action/tool-hints.js';

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
    [{ readOnlyHint: true }, ['only reads', 'may contact other people']],
    [{ readOnlyHint: false }, ['may delete or overwrite', 'may contact other people']],
    [
      { destructiveHint: false, openWorldHint: false, idempotentHint: true },
      ['only adds things', 'contacts no one', 'is safe to repeat'],
    ],
    // A reader that also says it deletes only reads, as MCP has it.
    [
      { readOnlyHint: true, destructiveHint: true, openWorldHint: false },
      ['only reads', 'contacts no one'],
    ],
  ])('of %j say so', (hints, phrases) => {
    expect(hintPhrases(hints)).toEqual(phrases);
  });
});
