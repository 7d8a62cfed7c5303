import matter from 'gray-matter';
import { remark } from 'remark';
import { applyEdits } from '../../src/core/text/edit.js';
import { tickStep } from '../../src/core/plan/edit-plan.js';
import { parsePlan } from '../../src/core/plan/parse-plan.js';
import { numbers } from '../../test/support/builders/numbered-notes.js';
import { durationRow, medianBelow, ratioRow, type Benchmark, type Row } from './row.js';
import { insist, millisecondsOf, spreadOf, type Spread } from './timing.js';

const rounds = 30;
const notesPerRound = 100;
const longestNote = 5 * 1024 * 1024;

/** Reading a plan and ticking a step: ours against gray-matter and remark doing the same. */
export const noteEditing: Benchmark = {
  name: 'note-editing',
  async run() {
    return [...(await compare()), ...(await readLongNotes())];
  },
};

async function compare(): Promise<readonly Row[]> {
  const ours: number[] = [];
  const theirs: number[] = [];
  // The first rounds only warm both up.
  for (const round of numbers(-4, rounds)) {
    const notes = numbers(1, notesPerRound).map((at) => missionNote((round + 5) * 1000 + at));
    const mine = await timePerNote(notes, tickByEdit);
    const other = await timePerNote(notes, tickByTree);
    if (round < 1) continue;
    ours.push(mine);
    theirs.push(other);
  }
  const ratios = theirs.map((time, at) => time / (ours[at] ?? NaN));
  return [
    durationRow('plan note of 1.2 kB: parse and tick, ours', spreadOf(ours)),
    durationRow('the same with gray-matter and remark', spreadOf(theirs)),
    ratioRow('how many times faster, round by round', spreadOf(ratios), {
      text: 'median ≥ 10×',
      isMet: ({ median }) => median >= 10,
    }),
  ];
}

/** Milliseconds a note. Every note is new, so that no cache can help. */
async function timePerNote(
  notes: readonly string[],
  tick: (note: string) => string,
): Promise<number> {
  const ticked: string[] = [];
  const time = await millisecondsOf(() => {
    for (const note of notes) ticked.push(tick(note));
  });
  for (const text of ticked) insist(/^3\. \\?\[x\]/m.test(text), 'step 3 was not ticked');
  return time / notes.length;
}

function tickByEdit(text: string): string {
  const { plan } = parsePlan(text, 'Plans/PLAN.md');
  const step = plan?.steps[2];
  if (!plan || !step) throw new Error('The note is no plan');
  return applyEdits(text, tickStep(plan, step));
}

const markdown = remark();
const refuse = (): never => {
  throw new Error('Only YAML is read');
};
// Options also keep gray-matter from caching what it parsed.
const onlyYaml = { language: 'yaml', engines: { javascript: refuse, json: refuse } };

/** remark alone takes a checkbox for the text that a list item begins with. */
function tickByTree(text: string): string {
  const file = matter(text, onlyYaml);
  const tree = markdown.parse(file.content);
  const list = tree.children.find((node) => node.type === 'list');
  const paragraph = list?.children[2]?.children[0];
  const words = paragraph?.type === 'paragraph' ? paragraph.children[0] : undefined;
  if (words?.type !== 'text') throw new Error('The note has no third step');
  words.value = words.value.replace('[ ]', '[x]');
  return matter.stringify(markdown.stringify(tree), file.data);
}

async function readLongNotes(): Promise<readonly Row[]> {
  const manySteps = missionNote(1).replace(
    /^1\. [^]*?\n\n/m,
    `${numbers(1, 10_000)
      .map((step) => `${step}. [ ] Write the invoice for client ${step}`)
      .join('\n')}\n\n`,
  );
  const line =
    '- [2026-02-21T10:35:00Z] Agent: Marked step 1 complete — Client found in contacts.\n';
  const short = missionNote(2);
  const longLog = short + line.repeat(Math.ceil((longestNote - short.length) / line.length));
  return [
    durationRow(
      'parse a plan of 10,000 steps',
      await timeReading(manySteps, 10_000),
      medianBelow(200),
    ),
    durationRow('parse a plan note of 5 MB', await timeReading(longLog, 5), medianBelow(1000)),
  ];
}

async function timeReading(note: string, steps: number): Promise<Spread> {
  const times: number[] = [];
  for (const round of numbers(-1, 15)) {
    const time = await millisecondsOf(() => {
      const { plan } = parsePlan(note, 'Plans/PLAN.md');
      insist(plan?.steps.length === steps, 'the long note was not read whole');
    });
    if (round > 0) times.push(time);
  }
  return spreadOf(times);
}

/** The contract's example with a longer log; no two numbers give the same note. */
function missionNote(number: number): string {
  const log = [
    'Agent: Marked step 1 complete — Client found in contacts.',
    'Agent: Marked step 2 complete — The amount is on the rate card.',
    'Human: Noted — The client wants the invoice before Friday.',
    'Agent: Drafted the letter — It follows the last one that was sent.',
    'Countersign: Blocked at step 4 — Awaiting Human Approval: the mail to the client.',
  ];
  return `---
task_id: PLAN-2026-${String(number).padStart(3, '0')}
source_link: "[[EMAIL_client-${number}-invoice]]"
created_date: 2026-02-21T10:30:00Z
priority: high
status: Active
---

# Objective
Generate and send the January invoice ${number} to Client A for $1,500.

## Context
Client A asked for the invoice by WhatsApp. The amount is on the rate card.

## Roadmap
1. [x] Identify client: Client A (client_a@example.com)
2. [x] Calculate amount: $1,500 from [[Rates]]
3. [ ] Write the invoice
4. [ ] ✋ Send email to client_a@example.com ^s4
5. [ ] Log transaction in [[Current_Month]]

## Reasoning Logs
- [2026-02-21T10:30:00Z] Agent: Created plan — Complex work detected (keywords: invoice, send).
${log.map((entry, at) => `- [2026-02-21T10:3${at + 1}:00Z] ${entry}`).join('\n')}
`;
}
