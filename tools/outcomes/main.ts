// `npm run outcomes`: every row of the outcome table over every wiring; or `-- --wiring 0,3` (places in
// `wirings`), `-- --row TEXT` (part of a run's name), `-- --list` (names only, and what is left out).
import { perform } from '../../test/support/outcomes/perform.js';
import { cases, runsOver, wirings } from '../../test/support/outcomes/rows.js';

const args = process.argv.slice(2);
const valueOf = (flag: string): string | undefined => {
  const index = args.indexOf(flag);
  return index === -1 ? undefined : args[index + 1];
};
const places = valueOf('--wiring')?.split(',').map(Number);
const wanted = valueOf('--row') ?? '';
const runs = runsOver(wirings.filter((_, place) => places?.includes(place) ?? true)).filter(
  ({ name }) => name.includes(wanted),
);

if (args.includes('--list')) {
  for (const { name } of runs) console.log(name);
  for (const { row, only } of cases)
    if (only) console.log(`${row}: not everywhere, ${only.because}`);
} else {
  const counts: Record<string, number> = {};
  let wrong = 0;
  for (const run of runs) {
    const { outcome, done, report, faults } = await perform(run);
    const kind = `${outcome.kind}, ${done > 0 ? 'done' : 'not done'}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (faults.length === 0) continue;
    wrong += 1;
    console.log(`✗ ${run.name}\n    ${faults.join('; ')}\n    ${JSON.stringify(report)}`);
  }
  for (const [kind, count] of Object.entries(counts).sort()) console.log(`${count} × ${kind}`);
  console.log(`${runs.length} runs, ${wrong} wrong`);
  process.exitCode = wrong === 0 ? 0 : 1;
}
