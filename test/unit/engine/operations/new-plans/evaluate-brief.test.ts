import { describe, expect, test } from 'vitest';
import { createWorld, everythingIn, valueOf } from '../../../../support/engine/world.js';

const complexBrief = 'Generate an invoice for Client A, send it by email and log the payment.';

async function start(brief: string) {
  const world = await createWorld();
  world.vault.outside.write('Inbox/mail.md', `---\nfrom: a\n---\n${brief}\n`);
  return { world, engine: await world.start() };
}

describe('evaluateBrief', () => {
  test('suggests a plan with the words that speak for it, and writes nothing [US1.1]', async () => {
    const { world, engine } = await start(complexBrief);
    const before = everythingIn(world);
    const evaluated = valueOf(await engine.operations.evaluateBrief({ path: 'Inbox/mail.md' }));
    expect(evaluated).toMatchObject({
      sourceLink: '[[mail]]',
      existing: null,
      evaluation: { complex: true },
    });
    expect(evaluated.content.steps.map(({ gated }) => gated)).toContain(true);
    expect(everythingIn(world)).toEqual(before);
  });

  test.each([
    ['an empty text', { text: ' ', sourceLink: '[[x]]' }, 'input_invalid'],
    ['no source', { text: 'Do it', sourceLink: '' }, 'input_invalid'],
    ['an item that is gone', { path: 'Inbox/gone.md' }, 'note_missing'],
    ['a path out of the vault', { path: '../secret.md' }, 'path_outside_vault'],
  ])('refuses %s', async (_what, brief, code) => {
    const { engine } = await start(complexBrief);
    expect(await engine.operations.evaluateBrief(brief)).toMatchObject({ error: { code } });
  });
});
