import fc from 'fast-check';
import { test } from 'vitest';
import { commands } from '../../../tools/model/command.js';
import { play } from '../../../tools/model/play.js';

const runs = 300;

test('whatever people and agents do to plan notes, and whenever the engine restarts, mission, block and next step are what a second reading of the rules says [SC-002] [SC-005] [FR-004] [FR-016]', async () => {
  await fc.assert(fc.asyncProperty(commands, play), { numRuns: runs, seed: 20260221 });
}, 240_000);
