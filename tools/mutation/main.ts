import type { Mutation } from './mutation.js';
import { mutations } from './mutations.js';
import { silverMutations } from './silver-mutations.js';
import { Workshop, type Finding } from './workshop.js';

const lanes = 2;
const lists: ReadonlyMap<string, readonly Mutation[]> = new Map([
  ['gate', mutations],
  ['silver', silverMutations],
]);

/**
 * Tries every mutation of a list, or those whose name holds the words of the command line; the value is the
 * exit code.
 */
async function main([list = '', ...words]: readonly string[]): Promise<number> {
  const chosen = (lists.get(list) ?? []).filter(({ name }) =>
    words.every((word) => name.includes(word)),
  );
  const workshops = await Promise.all(
    Array.from({ length: lanes }, () => Workshop.open(process.cwd())),
  );
  try {
    const files = [...new Set(chosen.flatMap(({ tests }) => tests))];
    const failures = await Promise.all(
      workshops.map((workshop, lane) =>
        workshop.failuresIn(files.filter((_, at) => at % lanes === lane)),
      ),
    );
    if (failures.some((text) => text !== '')) {
      console.error(`Nothing can be tried before the tests pass. ${failures.join('\n')}`);
      return 1;
    }
    const findings: Finding[] = [];
    const waiting = chosen.values();
    await Promise.all(
      workshops.map(async (workshop) => {
        for (const mutation of waiting) {
          const finding = await workshop.try(mutation);
          findings.push(finding);
          console.log(line(finding));
        }
      }),
    );
    const alive = findings.filter(({ fate }) => fate !== 'killed');
    console.log(`${findings.length - alive.length} killed, ${alive.length} not`);
    for (const finding of alive) console.log(line(finding));
    return alive.length === 0 && findings.length > 0 ? 0 : 1;
  } finally {
    await Promise.all(workshops.map((workshop) => workshop.close()));
  }
}

function line({ mutation, fate, seconds, detail }: Finding): string {
  const time = `${seconds.toFixed(1)} s`.padStart(7);
  return `${fate.padEnd(8)} ${time}  ${mutation.name}${detail === '' ? '' : ` (${detail})`}`;
}

process.exitCode = await main(process.argv.slice(2));
