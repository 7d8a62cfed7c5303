import { expect, test } from 'vitest';
import type { Bench } from '../../../../support/engine/gate-bench.js';
import { invoiceMail, invoiceMission, quiet, valueOf } from '../../../../support/engine/world.js';
import { plan, resumed, waiting } from '../../../../support/engine/waiting-approval.js';

type Edit = (text: string) => string;

const words = 'Send the caf\u00e9 its email';

/** A request for step 2; two more steps read the same: the third is done, the fourth is open. */
async function drafted({ world, engine }: Bench): Promise<string> {
  const { operations } = engine;
  const steps = [{ text: 'Write it' }, ...[2, 3, 4].map(() => ({ text: words, after: [] }))];
  valueOf(await operations.initializePlan({ ...invoiceMission, steps }));
  const text = world
    .note(plan)
    .replace(/^(1\. )\[ \]/mu, '$1[x]')
    .replace(/^(2\. .*?)(?: \^\w+)?$/mu, '$1 ^s2')
    .replace(/^(3\. )\[ \](.*?)(?: \^\w+)?$/mu, '$1[x]$2 ^s8')
    .replace(/^(4\. .*?)(?: \^\w+)?$/mu, '$1 ^s9');
  world.vault.outside.write(plan, text);
  await quiet(engine);
  const made = valueOf(await operations.draftExternalAction({ ...invoiceMail, step: 's2' }));
  await quiet(engine);
  return made.path;
}

const ticked: Edit = (text) => text.replace(/\[ \](.*\^s9)/u, '[x]$1');
const opened: Edit = (text) => text.replace(/\[x\](.*\^s8)/u, '[ ]$1');
const cut: Edit = (text) => text.replace(/^3\. \[x\].*\^s8\n/mu, '');
const inTwoPieces: Edit = (text) => text.replace(/^4\..*\^s9/mu, (line) => line.normalize('NFD'));

async function ranAfter(has: Edit): Promise<number> {
  const scene = await waiting(() => undefined, drafted);
  const text = scene.desk.world.note(plan);
  expect(has(text)).not.toBe(text);
  scene.outside.write(plan, has(text));
  return (await resumed(scene)).length;
}

test.each<[string, Edit]>([
  ['another one is cut', (text) => cut(ticked(text))],
  ['another one is opened', (text) => opened(ticked(text))],
  ['it is written in two pieces', (text) => inTwoPieces(ticked(text))],
])(
  'an approval is taken back when a step of the same words is ticked, also where in the same moment %s [GATE-9]',
  async (_what, has) => {
    expect(await ranAfter(has)).toBe(0);
  },
);

test.each<[string, Edit]>([
  ['opened', opened],
  ['cut', cut],
])('an approval stands when a step of the same words that was done is %s', async (_what, has) => {
  expect(await ranAfter(has)).toBe(1);
});
