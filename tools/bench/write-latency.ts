import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dashboardPath } from './bench-engine.js';
import { createDiskVault, startOnDisk, type DiskExecutor, type DiskVault } from './disk-vault.js';
import {
  folders,
  numbers,
  planNote,
  requestNote,
} from '../../test/support/builders/numbered-notes.js';
import { durationRow, p99Below, type Benchmark } from './row.js';
import { insist, millisecondsOf, spreadOf } from './timing.js';

const plans = 1_000;
const openRequests = 20;
const changes = 12;
const newPlans = 200;
/** Seed: the Dashboard follows within 5 s, a plan is made within 3 s (Silver specification). */
const dashboardWithin = 5_000;
const planWithin = 3_000;
/** Ours: from a brief to its plan before anyone looks up. */
const briefToPlanWithin = 100;

/** How soon the notes that the engine writes are there. */
export const writeLatency: Benchmark = {
  name: 'write-latency',
  async run() {
    const vault = await createDiskVault([
      ...numbers(1, plans).map((number) => planNote(number)),
      ...numbers(1, openRequests).map(requestNote),
    ]);
    const seen: { onDashboard: (text: string) => void } = { onDashboard: () => undefined };
    const executor = await startOnDisk(vault, {
      store: (store) => ({
        ...store,
        async update(path, edit) {
          const updated = await store.update(path, edit);
          if (path === dashboardPath && updated.ok) seen.onDashboard(updated.value);
          return updated;
        },
      }),
    });
    try {
      await executor.engine.idle();
      await executor.engine.flushDashboard();
      const shown: number[] = [];
      for (const round of numbers(1, changes)) {
        const objective = `Objective of round ${round}.`;
        const isShown = new Promise<void>((resolve) => {
          seen.onDashboard = (text) => {
            if (text.includes(objective)) resolve();
          };
        });
        shown.push(
          await millisecondsOf(() => {
            changeObjective(vault, objective);
            return isShown;
          }),
        );
      }
      return [
        durationRow(
          `a plan changed outside → Dashboard written, ${plans} plans`,
          spreadOf(shown),
          p99Below(dashboardWithin),
        ),
        durationRow(
          `initializePlan → durable on the disk, ${plans} plans`,
          spreadOf(await createPlans(executor, vault)),
          p99Below(planWithin),
        ),
        durationRow(
          `evaluateBrief of an item → its plan durable, ${plans} plans`,
          spreadOf(await planItems(executor, vault)),
          p99Below(briefToPlanWithin),
        ),
      ];
    } finally {
      await executor.stop();
      await vault.remove();
    }
  },
};

/** The way most editors save: a new file in place of the old one. The newest plan is listed first. */
function changeObjective(vault: DiskVault, objective: string): void {
  const file = join(vault.root, planNote(plans).path);
  const text = readFileSync(file, 'utf8').replace(/(# Objective\n).*/, `$1${objective}`);
  writeFileSync(`${file}.saving`, text);
  renameSync(`${file}.saving`, file);
}

async function createPlans({ engine }: DiskExecutor, vault: DiskVault): Promise<readonly number[]> {
  const times: number[] = [];
  for (const number of numbers(1, newPlans)) {
    const time = await millisecondsOf(async () => {
      const made = await engine.operations.initializePlan({
        objective: `Send letter ${number}.`,
        context: 'The client asked for it by mail.',
        sourceLink: `[[LETTER_${number}]]`,
        evenIfSimilar: true,
        steps: [
          { text: 'Write the letter', gated: false },
          { text: 'Send the letter by mail', gated: true },
        ],
        actor: 'Agent',
      });
      if (!made.ok) throw new Error(made.error.message);
      const text = readFileSync(join(vault.root, made.value.path), 'utf8');
      insist(text.includes(`letter ${number}.`), 'the new plan is not on the disk');
    });
    times.push(time);
    await engine.idle();
  }
  return times;
}

/** From reading an item to the plan of it on the disk, its evaluation and the search for an older plan included. */
async function planItems({ engine }: DiskExecutor, vault: DiskVault): Promise<readonly number[]> {
  const times: number[] = [];
  for (const number of numbers(1, newPlans)) {
    const path = `${folders.needsAction}/EMAIL_order-${number}.md`;
    writeFileSync(join(vault.root, path), orderNote(number));
    engine.look(path);
    await engine.idle();
    const time = await millisecondsOf(async () => {
      const { evaluateBrief, initializePlan } = engine.operations;
      const evaluated = await evaluateBrief({ path });
      if (!evaluated.ok) throw new Error(evaluated.error.message);
      const { evaluation, content, sourceLink } = evaluated.value;
      insist(evaluation.complex, 'the brief was found to be simple');
      const made = await initializePlan({
        objective: `Deliver order ${number}.`,
        context: content.text,
        sourceLink,
        steps: content.steps,
        // The orders are alike; the search for such plans is part of the evaluation.
        evenIfSimilar: true,
        actor: 'Agent',
      });
      if (!made.ok) throw new Error(made.error.message);
      insist(!made.value.resumed, 'another plan was gone on with');
      const plan = readFileSync(join(vault.root, made.value.path), 'utf8');
      insist(plan.includes(`order ${number}.`), 'the new plan is not on the disk');
    });
    times.push(time);
    await engine.idle();
  }
  return times;
}

function orderNote(number: number): string {
  return `---\ntype: email\nfrom: buyer_${number}@example.com\n---\n\nPlease confirm order ${number}. Then send the invoice by e-mail, and log the payment.\nAfter that, schedule the delivery and tell the warehouse.\n`;
}
