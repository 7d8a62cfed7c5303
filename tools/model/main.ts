import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { commands, inWords } from './command.js';
import { play } from './play.js';

const usage = `Usage: npm run model -- [--runs N] [--seed SEED]

Plays N sequences (default 1000) of what people and agents do to plan notes, on the engine and on a
small model of its own. The first difference is shortened and printed.`;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    help: { type: 'boolean', default: false },
  },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
if (values.help || !Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed)) {
  console.error(usage);
  process.exit(2);
}

const began = performance.now();
let steps = 0;
let played = 0;
const result = await fc.check(
  fc.asyncProperty(commands, async (sequence) => {
    steps += sequence.length;
    played += 1;
    if (played % 1000 === 0) console.error(`${played} sequences …`);
    await play(sequence);
  }),
  { numRuns: runs, seed },
);
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(`${result.numRuns} sequences, ${steps} steps, seed ${seed}, ${seconds} s`);
if (!result.failed) console.log('0 differences');
else {
  const [sequence] = result.counterexample ?? [];
  console.error(`A difference:\n${inWords(sequence ?? [])}`);
  console.error(result.errorInstance);
  process.exitCode = 1;
}
