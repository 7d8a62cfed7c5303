import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { NewEntry } from '../../../src/core/reasoning/new-entries.js';
import { parseMetadata } from '../../stand-in/metadata/parse-metadata.js';
import { createWorld, quiet, valueOf } from '../../support/engine/world.js';

const golden = join(import.meta.dirname, '../../support/golden/decisions');
const isRewritten = process.env['REWRITE_GOLDEN'] === '1';
const planId = 'PLAN-2026-001';
const actor = 'Agent (claude)' as const;
const minute = 60_000;

/** The same text as is kept in `test/support/golden/decisions`; after a wanted change: `REWRITE_GOLDEN=1`. */
function expectGolden(text: string, name: string): void {
  const path = join(golden, name);
  if (isRewritten) writeFileSync(path, text);
  expect(text).toBe(existsSync(path) ? readFileSync(path, 'utf8') : '');
}

test('the record of a mission is plain sentences, and each link in it leads to its line, also from one note to the other [SPEC-04.29]', async () => {
  const world = await createWorld();
  const engine = await world.start();
  const { operations } = engine;
  const record = async (...entries: readonly NewEntry[]): Promise<readonly (string | null)[]> => {
    const recorded = valueOf(await operations.recordDecisions({ planId, entries, actor }));
    await world.clock.advance(2 * minute);
    return recorded.ids;
  };
  valueOf(
    await operations.startPlan({
      text: 'Please send the January invoice over $1,500 to Client A, then log the transaction.',
      sourceLink: '[[EMAIL_client-a-invoice]]',
      objective: 'Generate and send the January invoice to Client A for $1,500.',
      steps: [{ text: 'Write the invoice' }, { text: 'Send email to client_a@example.com' }],
      actor,
    }),
  );
  const [how = '', , whatsapp] = await record(
    { do: 'create_decision', text: 'How to deliver the invoice' },
    { do: 'add_option', of: '#1', text: 'E-mail' },
    { do: 'add_option', of: '#1', text: 'WhatsApp' },
    { do: 'add_option', of: '#1', text: 'By post' },
    { do: 'choose_option', of: '#2', text: 'The contract asks for it' },
    { do: 'reject_option', of: '#3', text: 'No number on file' },
  );
  await record(
    {
      do: 'add_observation',
      of: how ?? '',
      text: 'The last three invoices went by e-mail',
      confidence: 0.8,
    },
    { do: 'create_action', of: how ?? '', text: 'Send the invoice as a PDF', step: 's2' },
    { do: 'create_outcome', of: '#2', text: 'The mailbox of Client A was full', success: false },
  );
  await record(
    {
      do: 'create_decision',
      text: 'How to deliver it now that e-mail fails',
      supersedes: how ?? '',
      prompt: 'Try another way',
    },
    { do: 'add_option', of: '#1', text: 'Ask Client A for a number' },
    {
      do: 'choose_option',
      of: '#2',
      text: `It is quicker than waiting [see ^${String(whatsapp)}]`,
    },
    { do: 'link_commit', of: '#1', text: '9f2c41ab' },
  );
  expectGolden(world.note(`Plans/${planId}.md`), `${planId}.md`);

  for (let round = 0; round < 4; round += 1) {
    const entries = Array.from({ length: 48 }, (_, n): NewEntry => {
      return { do: 'add_observation', of: how ?? '', text: `Try ${48 * round + n + 1} came back` };
    });
    await record(...entries);
  }
  await record(
    { do: 'add_option', of: how ?? '', text: 'By pigeon' },
    { do: 'reject_option', of: '#1', text: 'Too slow' },
  );
  await quiet(engine);
  const long = `Logs/reasoning/${planId}-reasoning.md`;
  expectGolden(world.note(long).split('\n').slice(0, 9).join('\n'), `${planId}-reasoning.md`);
  const paths = [`Plans/${planId}.md`, long];
  const notes = new Map(
    paths.map((path) => [basename(path, '.md'), parseMetadata(world.note(path))]),
  );
  let followed = 0;
  for (const [name, { links = [] }] of notes) {
    for (const { link } of links) {
      const [note = '', id] = link.split('#^');
      if (id === undefined) continue;
      expect(notes.get(note === '' ? name : note)?.blocks, `${name}: ${link}`).toHaveProperty(id);
      followed += 1;
    }
  }
  expect(followed).toBeGreaterThan(200);
});
