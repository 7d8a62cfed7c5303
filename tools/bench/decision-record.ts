import { formatLogLine } from '../../src/core/plan/log-entry.js';
import { foldRecord } from '../../src/core/reasoning/decision-graph.js';
import { entryBody, type RecordEntry } from '../../src/core/reasoning/record-entry.js';
import { readLongRecord } from '../../src/core/reasoning/record-lines.js';
import { isoSeconds } from '../../src/core/time.js';
import { numbers, planNote } from '../../test/support/builders/numbered-notes.js';
import { createDiskVault, startOnDisk } from './disk-vault.js';
import { durationRow, ratioRow, type Benchmark, type Target } from './row.js';
import { insist, millisecondsOf, spreadOf } from './timing.js';

const sizes = [1_000, 20_000] as const;
const rounds = 15;
const appends = 100;
const letters = 'abcdefghijklmnopqrstuvwxyz234567';

function idOf(letter: string, number: number): string {
  const digits = numbers(0, 5).map((place) => letters[Math.floor(number / 32 ** place) % 32]);
  return `${letter}-${digits.join('')}`;
}

/** Decisions with four entries each: what is decided, two options, and the choice. */
export function recordOf(entries: number): string {
  const lines = numbers(0, entries - 1).map((number) => {
    const part = number % 4;
    const decision = idOf('d', number - part);
    const refs = {};
    const entry: RecordEntry =
      part === 0
        ? { is: 'decision', id: decision, of: null, text: `How to deliver invoice ${number}`, refs }
        : part === 3
          ? { is: 'chosen', id: null, of: idOf('o', number - 2), text: 'It is agreed', refs }
          : { is: 'option', id: idOf('o', number), of: decision, text: `Way ${number}`, refs };
    const body = entryBody(entry, () => ({ label: 'How to deliver the invoice' }));
    return formatLogLine({
      at: isoSeconds(number * 1000),
      actor: 'Agent',
      body,
      blockId: entry.id,
    });
  });
  return `The decision record.\n\n${lines.join('\n')}\n`;
}

const linear: Target = { text: 'median ≤ 30×', isMet: ({ median }) => median <= 30 };
const flat: Target = { text: 'median ≤ 5×', isMet: ({ median }) => median <= 5 };

/** What a decision record costs: as a whole, and for one more entry. */
export const decisionRecord: Benchmark = {
  name: 'decision-record',
  async run() {
    const folded = sizes.map((size) => {
      const text = recordOf(size);
      return numbers(1, rounds).map(() => {
        const began = performance.now();
        const { lines, problems } = readLongRecord(text, 'Logs/reasoning/a.md');
        const { edges } = foldRecord(lines);
        const took = performance.now() - began;
        insist(
          problems.length === 0 && edges.length === (size / 4) * 3,
          'a record was read in part',
        );
        return took;
      });
    });
    const appended: number[][] = [];
    for (const size of sizes) appended.push(await append(size));
    const [few = [], many = []] = folded;
    const [short = [], long = []] = appended;
    const times = (a: readonly number[], b: readonly number[]) =>
      spreadOf(b.map((one, at) => one / (a[at] ?? one)));
    return [
      durationRow(`a record of ${sizes[0]} entries is read and folded`, spreadOf(few)),
      durationRow(`a record of ${sizes[1]} entries is read and folded`, spreadOf(many)),
      ratioRow('20 times as many entries', times(few, many), linear),
      durationRow(`one more entry, durable, record of ${sizes[0]}`, spreadOf(short)),
      durationRow(`one more entry, durable, record of ${sizes[1]}`, spreadOf(long)),
      ratioRow('one more entry, 20 times as many before', times(short, long), flat),
    ];
  },
};

async function append(size: number): Promise<number[]> {
  const planId = 'PLAN-2026-001';
  const vault = await createDiskVault([
    planNote(1),
    { path: `Logs/reasoning/${planId}-reasoning.md`, text: recordOf(size) },
  ]);
  const executor = await startOnDisk(vault);
  const { engine } = executor;
  try {
    await engine.idle();
    const plan = engine.view().missions[0]?.planId ?? '';
    insist(plan === planId, `the plan is ${plan}`);
    const taken: number[] = [];
    for (const number of numbers(1, appends)) {
      taken.push(
        await millisecondsOf(async () => {
          const recorded = await engine.operations.recordDecisions({
            ...{ planId, actor: 'Agent' },
            entries: [{ do: 'add_observation', of: idOf('d', 0), text: `Seen ${number}` }],
          });
          insist(recorded.ok, recorded.ok ? '' : recorded.error.message);
        }),
      );
    }
    return taken;
  } finally {
    await executor.stop();
    await vault.remove();
  }
}
