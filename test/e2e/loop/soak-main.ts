import { parseArgs } from 'node:util';
import { seededFractions } from '../../support/seeded-fractions.js';
import { bundleCommandLine } from '../killed-runner.js';
import { soak } from './soak.js';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    'kill-every': { type: 'string', default: '20' },
  },
});
const commandLine = await bundleCommandLine();
const soaked = await soak(commandLine, {
  ms: Number(values.minutes) * 60_000,
  random: seededFractions(Number(values.seed)),
  killEveryMs: Number(values['kill-every']) * 1_000,
});
commandLine.dispose();
const { faults, memory, ...figures } = soaked;
console.log(JSON.stringify(figures));
console.log(
  `Memory (MB) of each runner, at 2 s and in the end: ${memory.map(({ first, last }) => `${first}→${last}`).join(', ')}`,
);
console.log(`${faults.length} faults.`);
for (const fault of faults) console.log(`  ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
