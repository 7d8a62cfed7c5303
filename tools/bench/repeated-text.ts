import { longestBrief } from '../../src/core/policy/keywords.js';
import { readItem } from '../../src/core/task/read-item.js';
import { brokenNotes, readEntry } from '../../src/engine/vault/index/read-entry.js';
import { requestNote } from '../../test/support/builders/request-note.js';
import { planText } from '../../test/support/builders/plan-text.js';
import { ratioRow, type Benchmark } from './row.js';
import { insist, millisecondsOf, spreadOf } from './timing.js';

/** UTF-16 units of the shorter of the two texts that are compared. */
const length = 100_000;
/** Of an item no more is read than twice this. */
const lengthOfItem = longestBrief / 2 - 100;
/** What takes less says more of the clock than of the work. */
const leastMs = 30;

/** What Markdown, YAML and our own forms are made of, each with and without what may follow it. */
const marks =
  '%% <!-- --> ` ``` ~~~ $ $$ [ ]( [[ ]] ^ # ## - * _ ** ~ | \\ / ! !! & < > ( ) { } " \' : , ; = == ✋ — 1. [x] [^1] (after &amp; http:// a@b.example';
const words = [
  ...marks.split(' ').flatMap((mark) => [mark, `${mark} `, `${mark}\n`, `\n${mark}`]),
  ...[
    '<!-- x -->',
    '%% x %%',
    '[[a]]',
    '[a](b)',
    '**a**',
    '(after 1)',
    '(after 1, ^s1)',
    '<a href="',
    '<title>',
    '<title></title',
  ],
  ...[
    '- [ ] a\n',
    '3. [ ] a (after 1)\n',
    '3. [ ] ✋ a ^s2\n',
    '```yaml\n',
    '---\n',
    'a: b\n',
    'a:\n',
    '13. März ',
    '&a ',
    '*a ',
  ],
  ...[
    '\n',
    '\r',
    '\t',
    ' ',
    '\u00a0',
    '\u200b',
    '\u202e',
    '\u0301',
    '\ud800',
    'א',
    'аa',
    '😀',
    'a',
    '1',
  ],
];

const request = requestNote({});
const bodyStart = request.indexOf('\n---\n', 4) + 5;
const plan = planText({ id: 'PLAN-2026-001', steps: ['[ ] Look'] });

type Place = 'plans' | 'pending' | 'items';

/** Where the text stands: each reads another part of a note. */
const notes: readonly [what: string, place: Place, note: (text: string) => string][] = [
  [
    'the text of a request',
    'pending',
    (text) => request.slice(0, bodyStart) + text + request.slice(bodyStart),
  ],
  ['the end of a request', 'pending', (text) => request + text],
  ['another tool’s request', 'pending', (text) => `---\naction: send_email\n---\n${text}`],
  ['a step', 'plans', (text) => plan.replace(/^1\. \[ \] /m, (step) => `${step}${text} `)],
  ['the end of a plan', 'plans', (text) => `${plan}\n${text}`],
  ['a note in Plans', 'plans', (text) => text],
  ['an email', 'items', (text) => `---\ntype: email\n---\nWrite a report\n${text}`],
  ['an HTML email', 'items', (text) => `---\ntype: email\n---\n<p>Write a report</p>${text}`],
];

/**
 * Anybody may write notes: reading one of twice the length must take about twice as long, whatever it repeats. Four
 * times as long would be hours for the longest note that is read.
 */
export const repeatedText: Benchmark = {
  name: 'repeated-text',
  async run() {
    const rows = [];
    for (const [what, place, note] of notes) {
      const ratios: number[] = [];
      for (const word of words) {
        const ratio = await ratioOf(place, (size) => note(word.repeat(size / word.length)));
        if (ratio !== null) ratios.push(ratio);
      }
      if (ratios.length === 0) ratios.push(1);
      rows.push(
        ratioRow(`read ${what} of twice the length`, spreadOf(ratios), {
          text: 'p99 < 3×',
          isMet: ({ p99 }) => p99 < 3,
        }),
      );
    }
    return rows;
  },
};

/** How many times longer the longer one takes; `null`: too short to say. Something else may run beside it once. */
async function ratioOf(place: Place, note: (size: number) => string): Promise<number | null> {
  const size = place === 'items' ? lengthOfItem : length;
  const [once, twice] = [note(size), note(2 * size)];
  let least = Infinity;
  for (let round = 0; round < 5 && least > 2.5; round += 1) {
    const time = await timeOf(place, twice);
    if (time < leastMs) return null;
    least = Math.min(least, time / (await timeOf(place, once)));
  }
  return least;
}

function timeOf(place: Place, text: string): Promise<number> {
  return millisecondsOf(() => {
    if (place === 'items') {
      insist(readItem(text, 'Inbox/EMAIL_1.md').title !== '', 'nothing was read');
      return;
    }
    const entry = readEntry('Plans/PLAN-2026-001.md', place, text);
    insist(entry !== null && brokenNotes([entry]).length <= 1, 'nothing was read');
  });
}
