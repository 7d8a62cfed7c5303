import { describe, expect, test } from 'vitest';
import type { InitializePlanInput } from '../../../../../src/engine/operations/new-plans/initialize-plan.js';
import {
  createWorld,
  everythingIn,
  invoiceMission,
  quiet,
  valueOf,
} from '../../../../support/engine/world.js';

const first = 'Plans/PLAN-2026-001.md';

function mission(changes: Partial<InitializePlanInput> = {}): InitializePlanInput {
  return { ...invoiceMission, ...changes };
}

async function withInvoicePlan() {
  const world = await createWorld();
  const engine = await world.start();
  valueOf(await engine.operations.initializePlan(mission()));
  return { world, engine };
}

describe('a brief of the same work from another source', () => {
  const again = {
    sourceLink: '[[EMAIL_client-a]]',
    objective: 'Please generate and send January invoice to Client A for $1,500.00',
  };

  test('goes on with the plan there is, whose log says so once [US1.3] [SC-007]', async () => {
    const { world, engine } = await withInvoicePlan();
    const before = world.note(first);
    const resumed = { planId: 'PLAN-2026-001', path: first, resumed: true };
    for (let time = 0; time < 2; time += 1) {
      expect(valueOf(await engine.operations.initializePlan(mission(again)))).toEqual(resumed);
    }
    expect(world.note(first)).toBe(
      `${before}- [2026-02-21T10:30:00Z] Agent: Resumed plan — The same work was requested again in EMAIL_client-a.\n`,
    );
    expect(world.paths('Plans')).toEqual([first]);
    expect(world.records().at(-2)?.audit).toMatchObject({
      event: 'plan_resumed',
      from: '[[EMAIL_client-a]]',
    });
  });

  test.each([
    ['![[EMAIL_client-a]]', '!EMAIL_client-a'],
    ['![x](http://x.com/a.png)', '![x] (http://x.com/a.png)'],
    ['<img src="http://x.com/a.png">', '‹img src="http://x.com/a.png">'],
    ['`= this`\n- [ ] Pay', "'= this' - [ ] Pay"],
  ])('its log has no link and no markup of the source: %j', async (sourceLink, told) => {
    const { world, engine } = await withInvoicePlan();
    for (let time = 0; time < 2; time += 1) {
      valueOf(
        await engine.operations.initializePlan(mission({ sourceLink, goOnWith: 'PLAN-2026-001' })),
      );
    }
    const logged = world.note(first).split('The same work was requested again in ').slice(1);
    expect(logged).toEqual([`${told}.\n`]);
  });

  test.each([
    ['the same message', '500', { kind: 'same', onlyHere: [] }],
    ['another amount', '900', { kind: 'unclear', onlyHere: ['Pay 900 EUR to DE11'] }],
  ])('an email with a list of steps, which comes twice: %s', async (_what, amount, likeness) => {
    const world = await createWorld();
    const engine = await world.start();
    const mail = (euros: string): string =>
      `---\ntype: email\nfrom: Carl\nsubject: March invoice\n---\nDear Bob,\n\nplease pay the invoice for Client Meyer:\n\n1. Pay ${euros} EUR to DE11\n2. Email the receipt to Ann\n\nThanks, Carl\n`;
    world.vault.outside.write('Inbox/EMAIL_882131001.md', mail('500'));
    valueOf(
      await engine.operations.startPlan({ path: 'Inbox/EMAIL_882131001.md', actor: 'Agent' }),
    );
    world.vault.outside.write('Inbox/EMAIL_882131002.md', mail(amount));
    const { similar } = valueOf(
      await engine.operations.evaluateBrief({ path: 'Inbox/EMAIL_882131002.md' }),
    );
    expect(similar).toMatchObject({ plan: { planId: 'PLAN-2026-001' }, likeness });
  });

  describe('an item whose amount is in none of its steps', () => {
    const rent = (euros: number): string =>
      `---\ntype: whatsapp\ncontact: Anna\n---\nPlease pay the invoice of Bob Miller this week and send the receipt to Anna.\nIt is about the roof. Nothing else is open.\n\n- Amount: ${euros} EUR\n- IBAN: DE${euros}\n`;

    test.each([
      ['there', 'Inbox/WA_77213411.md'],
      ['moved elsewhere', 'Elsewhere/WA_77213411.md'],
      ['gone', null],
    ])('is not taken for another one, whose note is %s', async (_where, to) => {
      const world = await createWorld();
      const engine = await world.start();
      const [first, second] = ['Inbox/WA_77213411.md', 'Inbox/WA_88213999.md'];
      world.vault.outside.write(first, rent(700));
      valueOf(await engine.operations.startPlan({ path: first, actor: 'Agent' }));
      if (to === null) world.vault.outside.remove(first);
      else if (to !== first) world.vault.outside.move(first, to);
      world.vault.outside.write(second, rent(750));
      await quiet(engine);
      const { similar } = valueOf(await engine.operations.evaluateBrief({ path: second }));
      expect(similar).toMatchObject({ likeness: { kind: 'unclear' } });
      const made = await engine.operations.startPlan({ path: second, actor: 'Agent' });
      expect(made).toMatchObject({ error: { code: 'plan_similar' } });
    });

    test('does not go on with the plan of a note of its name, outside the folders', async () => {
      const world = await createWorld();
      const engine = await world.start();
      const start = (path: string) => engine.operations.startPlan({ path, actor: 'Agent' });
      world.vault.outside.write('Projects/11/Rent.md', rent(900));
      world.vault.outside.write('Projects/12/Rent.md', rent(950));
      valueOf(await start('Projects/11/Rent.md'));
      expect(await start('Projects/12/Rent.md')).toMatchObject({ error: { code: 'plan_similar' } });
      expect(valueOf(await start('Projects/11/Rent.md'))).toMatchObject({ resumed: true });
    });
  });

  test('is the end of the suggestion of the item that it came as', async () => {
    const { world, engine } = await withInvoicePlan();
    const [one, other] = ['Inbox/EMAIL_client-a.md', 'Inbox/mail.md'];
    for (const path of [one, other]) {
      world.vault.outside.write(path, 'Generate and send the invoice to Client A, and log it.');
    }
    await quiet(engine);
    const suggested = (): unknown[] => engine.view().alerts.map(({ path }) => path);
    expect(suggested()).toEqual([one, other]);
    valueOf(await engine.operations.initializePlan(mission(again)));
    await quiet(engine);
    expect(suggested()).toEqual([other]);
    const goOnWith = 'PLAN-2026-001';
    valueOf(await engine.operations.startPlan({ path: other, goOnWith, actor: 'Human' }));
    await quiet(engine);
    expect(suggested()).toEqual([]);
  });

  test('makes one plan, however many ask at once', async () => {
    const world = await createWorld();
    const engine = await world.start();
    const made = await Promise.all(
      ['[[EMAIL_client-a-invoice]]', '[[EMAIL_client-a]]', '[[WHATSAPP_client_a]]'].map(
        (sourceLink) => engine.operations.initializePlan(mission({ sourceLink })),
      ),
    );
    expect(made.map((result) => valueOf(result).resumed)).toEqual([false, true, true]);
    expect(world.paths('Plans')).toEqual([first]);
  });

  test('suggests no plan for the item that it came as', async () => {
    const { world, engine } = await withInvoicePlan();
    valueOf(await engine.operations.initializePlan(mission(again)));
    world.vault.outside.write('Inbox/EMAIL_client-a.md', 'Send the January invoice.');
    await quiet(engine);
    expect(engine.view().alerts).toEqual([]);
  });

  test('makes a new one once that plan is over', async () => {
    const { engine } = await withInvoicePlan();
    const over = { planId: 'PLAN-2026-001', reason: 'Not needed', actor: 'Human' as const };
    valueOf(await engine.operations.cancelPlan(over));
    await quiet(engine);
    const made = valueOf(await engine.operations.initializePlan(mission(again)));
    expect(made).toMatchObject({ planId: 'PLAN-2026-002', resumed: false });
  });
});

describe('a brief of what may be the same work', () => {
  const february = {
    sourceLink: '[[EMAIL_feb]]',
    objective: 'Generate and send the February invoice to Client A for $1,500.',
  };

  test.each<[string, Partial<InitializePlanInput>]>([
    ['another month', february],
    ['another context', { sourceLink: '[[mail]]', context: 'She asked for it once more.' }],
    ['another person’s message', { sourceLink: '[[WHATSAPP_bob]]' }],
  ])('makes no plan, and says which one and how to insist: %s [US1.3]', async (_what, changes) => {
    const { world, engine } = await withInvoicePlan();
    const before = everythingIn(world);
    const result = await engine.operations.initializePlan(mission(changes));
    expect(result).toMatchObject({
      error: {
        code: 'plan_similar',
        path: first,
        message: expect.stringContaining(
          'You may already have a plan for this, PLAN-2026-001',
        ) as string,
        advice: expect.stringContaining(
          '`continue_plan: PLAN-2026-001`; if it is not, with `even_if_similar`',
        ) as string,
      },
    });
    expect(everythingIn(world)).toEqual(before);
  });

  test('drops no step that the plan has not: it says which [US1.3]', async () => {
    const world = await createWorld();
    const engine = await world.start();
    const objective = 'Send the January invoices.';
    const asked = (sourceLink: string, ...texts: string[]) => {
      const steps = texts.map((text) => ({ text }));
      return engine.operations.initializePlan(mission({ objective, sourceLink, steps }));
    };
    const alice = 'Send invoice 17 to Alice';
    valueOf(await asked('[[EMAIL]]', 'Write them', alice));
    const before = everythingIn(world);
    expect(await asked('[[mail]]', 'Write them', 'Send invoice 18 to Bob')).toMatchObject({
      error: {
        code: 'plan_similar',
        message: expect.stringContaining(' Only here: Send invoice 18 to Bob.') as string,
      },
    });
    expect(everythingIn(world)).toEqual(before);
    expect(valueOf(await asked('[[mail]]', `please ${alice.toLowerCase()}`)).resumed).toBe(true);
  });

  test('goes on where nobody gave steps, whatever became of the proposed ones', async () => {
    const engine = await (await createWorld()).start();
    const text = 'Generate the May invoice for Client A, send it and log it.';
    const steps = [{ text: 'Do all of it' }];
    const begin = { text, actor: 'Agent' as const };
    const made = await engine.operations.startPlan({ ...begin, sourceLink: '[[EMAIL]]', steps });
    expect(valueOf(made)).toMatchObject({ resumed: false });
    const again = await engine.operations.startPlan({ ...begin, sourceLink: '[[mail]]' });
    expect(again).toMatchObject({ ok: true, value: { planId: 'PLAN-2026-001', resumed: true } });
  });

  test('quotes something else, in a text that somebody types', async () => {
    const world = await createWorld();
    const engine = await world.start();
    const start = (invoice: number, sourceLink: string) =>
      engine.operations.startPlan({
        text: `Please pay this invoice to Berg, then send a receipt and log it.\n\n> Invoice ${invoice}`,
        sourceLink,
        actor: 'Agent',
      });
    valueOf(await start(2001, '[[mail 1]]'));
    expect(world.note(first)).toContain('> Invoice 2001');
    expect(await start(2002, '[[mail]]')).toMatchObject({ error: { code: 'plan_similar' } });
  });

  test.each([
    ['has a sender', '---\nfrom: bob@b.example\n---\n\nSend it.\n'],
    ['quotes something', 'Send it.\n\n> Invoice 2002\n'],
  ])('comes from a note that %s, which the plan does not know', async (_what, note) => {
    const { world, engine } = await withInvoicePlan();
    world.vault.outside.write('Inbox/mail.md', note);
    await quiet(engine);
    const asked = await engine.operations.initializePlan(mission({ sourceLink: '[[mail]]' }));
    expect(asked).toMatchObject({ error: { code: 'plan_similar' } });
  });

  test('names what differs', async () => {
    const { engine } = await withInvoicePlan();
    const result = await engine.operations.initializePlan(mission(february));
    expect(result).toMatchObject({
      error: {
        message:
          'No plan was made. You may already have a plan for this, PLAN-2026-001: “Generate and send the January invoice to Client A for $1,500”. Only here: february; only there: january.',
      },
    });
  });

  test('names long words by their beginnings', async () => {
    const { engine } = await withInvoicePlan();
    const link = `https://example.com/${'x'.repeat(5_000)}`;
    const objective = `${invoiceMission.objective} See ${link}`;
    const result = await engine.operations.initializePlan(mission({ ...february, objective }));
    if (result.ok) throw new Error('a plan was made');
    expect(result.error.message).toContain(` Only here: ${link.slice(0, 60)}….`);
  });

  test('makes one for whoever insists', async () => {
    const { world, engine } = await withInvoicePlan();
    const input = mission({ ...february, evenIfSimilar: true });
    expect(valueOf(await engine.operations.initializePlan(input)).resumed).toBe(false);
    expect(world.paths('Plans')).toHaveLength(2);
  });

  test('goes on with the plan for whoever says that it is its work', async () => {
    const { world, engine } = await withInvoicePlan();
    const input = mission({ ...february, goOnWith: 'PLAN-2026-001' });
    expect(valueOf(await engine.operations.initializePlan(input)).resumed).toBe(true);
    expect(world.note(first)).toContain(
      'Resumed plan — The same work was requested again in EMAIL_feb.',
    );
    const unknown = mission({ ...february, sourceLink: '[[b]]', goOnWith: 'PLAN-2026-009' });
    expect(await engine.operations.initializePlan(unknown)).toMatchObject({
      error: { code: 'plan_missing' },
    });
  });

  test('is told with the evaluation of a brief, before anything is written', async () => {
    const { world, engine } = await withInvoicePlan();
    const before = everythingIn(world);
    const brief = { text: february.objective, sourceLink: '[[EMAIL_feb]]' };
    const { similar } = valueOf(await engine.operations.evaluateBrief(brief));
    expect(similar).toMatchObject({
      plan: { planId: 'PLAN-2026-001' },
      likeness: { kind: 'unclear', onlyHere: ['february'] },
    });
    expect(everythingIn(world)).toEqual(before);
  });
});

test('other work from a source that is no note is not taken for the plan of that source', async () => {
  const engine = await (await createWorld()).start();
  const start = (text: string, goOnWith?: string) =>
    engine.operations.startPlan({
      ...{ text, sourceLink: 'my notes', actor: 'Agent', evenIfSimple: true },
      ...(goOnWith === undefined ? {} : { goOnWith }),
    });
  const rome = 'Book the flights to Rome, then email the hotel and pay the deposit.';
  const invoice = 'Write the January invoice and send it to Client A.';
  valueOf(await start(invoice));
  expect(await start(rome)).toMatchObject({
    error: {
      code: 'plan_similar',
      advice: expect.stringContaining('name a source of its own') as string,
    },
  });
  // It shares most words, but it is another invoice.
  expect(await start(invoice.replace('January', 'February'))).toMatchObject({
    error: { code: 'plan_similar' },
  });
  for (const made of [await start(invoice), await start(rome, 'PLAN-2026-001')]) {
    expect(valueOf(made)).toMatchObject({ planId: 'PLAN-2026-001', resumed: true });
  }
});

test('other work below another heading of one note is not taken for the plan of the first', async () => {
  const world = await createWorld();
  world.vault.outside.write('2026-11-30.md', '# Bob\nWrite to him.\n# Rent\nPay it.\n');
  const engine = await world.start();
  const start = (text: string, heading: string) =>
    engine.operations.startPlan({
      ...{ text, sourceLink: `[[2026-11-30#${heading}]]`, actor: 'Agent', evenIfSimple: true },
    });
  const bob = 'Write the letter to Bob and file it.';
  valueOf(await start(bob, 'Bob'));
  expect(await start('Pay the rent for December.', 'Rent')).toMatchObject({
    error: { code: 'plan_similar' },
  });
  expect(valueOf(await start(bob, 'bob'))).toMatchObject({ resumed: true });
});

test('a brief of other work gets a plan of its own', async () => {
  const { engine } = await withInvoicePlan();
  const input = mission({
    sourceLink: '[[trip]]',
    objective: 'Plan the trip to Rome.',
    context: 'In May.',
  });
  expect(valueOf(await engine.operations.initializePlan(input)).planId).toBe('PLAN-2026-002');
});

test('a brief finds its plan among thousands by its rarest words', async () => {
  const world = await createWorld();
  for (let number = 1; number <= 2_000; number += 1) {
    const id = `PLAN-2026-${String(number).padStart(3, '0')}`;
    world.vault.outside.write(
      `Plans/${id}.md`,
      `---\ntask_id: ${id}\nsource_link: "[[s${number}]]"\ncreated_date: 2026-02-01T00:00:00Z\npriority: low\nstatus: Active\n---\n\n# Objective\nSend the invoice to client ${number}.\n\n## Context\n\n## Roadmap\n1. [ ] Write it\n\n## Reasoning Logs\n`,
    );
  }
  const engine = await world.start();
  const brief = { text: 'Please send the invoice to client 1777', sourceLink: '[[x]]' };
  const { similar } = valueOf(await engine.operations.evaluateBrief(brief));
  expect(similar?.plan.planId).toBe('PLAN-2026-1777');
});
