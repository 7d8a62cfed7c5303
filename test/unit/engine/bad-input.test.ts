import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../src/engine/engine.js';
import { planText } from '../../support/builders/plan-text.js';
import {
  createWorld,
  invoiceMail,
  invoiceMission,
  moveToApproved,
  quiet,
  upToRequest,
  valueOf,
  type World,
} from '../../support/engine/world.js';

const planPath = 'Plans/PLAN-2026-001.md';

/** Works a plan of three steps, the second of which is gated, to its end. */
async function workToTheEnd(world: World, engine: Engine): Promise<string> {
  const tick = { planId: 'PLAN-2026-001', rationale: 'Done', actor: 'Agent' as const };
  valueOf(await engine.operations.updatePlanStep({ ...tick, step: 1 }));
  const drafted = valueOf(await engine.operations.draftExternalAction({ ...invoiceMail, step: 2 }));
  await quiet(engine);
  await moveToApproved(world, engine, drafted.path);
  valueOf(await engine.operations.updatePlanStep({ ...tick, step: 3 }));
  await quiet(engine);
  expect(world.server.calls).toHaveLength(1);
  return world.only('Done/Plans');
}

describe('a plan in unusual spelling', () => {
  const plain = planText({ id: 'PLAN-2026-001', steps: ['[ ] Write', '[ ] ✋ Send', '[ ] Log'] });
  test.each([
    ['CRLF', plain.replaceAll('\n', '\r\n')],
    ['BOM and CRLF', `\ufeff${plain.replaceAll('\n', '\r\n')}`],
    ['no line end at the end', plain.trimEnd()],
    [
      'its own keys, quotes and comments',
      plain.replace('status: Active', "'mood': 😀 # x\nstatus:   'Active'  # now"),
    ],
    [
      'tabs and trailing spaces',
      plain.replace('1. [ ] Write', '1.\t[ ] Write  \t').replace('Because.', '\tBecause.  '),
    ],
    ['bullets', plain.replace(/^\d\. /gm, '* ')],
    [
      'emoji and other scripts',
      plain.replace('Because.', '因为 🧑\u200d🚀 потому что\u00a0العربية'),
    ],
    [
      'a section, a table and a code block of its own',
      plain.replace(
        '## Roadmap',
        '## Mine\n| a |\n| - |\n\n```md\n## Roadmap\n1. [ ] no step\n```\n\n## Roadmap',
      ),
    ],
    [
      'sub-items and text between the steps',
      plain.replace('2. [ ]', '   - [ ] detail\n   more\n2. [ ]'),
    ],
    ['log lines of another form', `${plain}a line of mine\n* 2026-02-20 something else\n`],
  ])(
    'is worked to its end and keeps every byte it need not change: %s',
    async (_what, original) => {
      const world = await createWorld();
      world.vault.outside.write(planPath, original);
      const engine = await world.start();
      const final = world.note(await workToTheEnd(world, engine));
      const eol = original.includes('\r\n') ? '\r\n' : '\n';
      const added = final
        .split(eol)
        .filter((line) => /^- \[2026-02-21T10:30:00Z\] (Agent|Countersign): /.test(line));
      expect(added.map((line) => /: (\w+ \w+)/.exec(line.slice(24))?.[1])).toEqual([
        'Marked step',
        'Drafted email',
        'Blocked at',
        'Approval received',
        'Executed step',
        'Marked step',
        'Completed plan',
      ]);
      expect(final.replaceAll('\r\n', '').includes('\n')).toBe(eol === '\n');
      const end = original.endsWith(eol) ? '' : eol;
      const expected = original
        .replace(/(\[) (\]\s+Write)/, '$1x$2')
        .replace(/(\[) (\] ✋ Send)/, '$1x$2 ^s2')
        .replace(/(\[) (\] Log)/, '$1x$2')
        .replace(/(status:\s+'?)Active/, '$1Done');
      const withoutAdded = final
        .split(eol)
        .filter((line) => !added.includes(line))
        .join(eol);
      expect(withoutAdded + (end === '' ? '' : end)).toBe(expected + end);
    },
  );
});

describe('a plan of unusual size', () => {
  test('with 10,000 steps is indexed, resumed and ticked by one character and one line', async () => {
    const world = await createWorld();
    const steps = Array.from(
      { length: 10_000 },
      (_, at) => `[${at < 9_000 ? 'x' : ' '}] Step ${at}`,
    );
    const original = planText({ id: 'PLAN-2026-001', steps });
    world.vault.outside.write(planPath, original);
    const engine = await world.start();
    expect(valueOf(await engine.operations.resumePlan({})).nextStep?.position).toBe(9_001);
    const tick = { planId: 'PLAN-2026-001', step: 9_001, rationale: 'x', actor: 'Agent' as const };
    valueOf(await engine.operations.updatePlanStep(tick));
    await quiet(engine);
    const ticked = original.replace('[ ] Step 9000\n', '[x] Step 9000\n');
    expect(world.note(planPath)).toBe(
      `${ticked}- [2026-02-21T10:30:00Z] Agent: Marked step 9001 complete — x.\n`,
    );
    expect(engine.view().counts).toMatchObject({ stepsDone: 9_001, steps: 10_000 });
  });

  test('with more steps than that is reported and left alone', async () => {
    const world = await createWorld();
    const original = planText({
      id: 'PLAN-2026-001',
      steps: Array.from({ length: 10_001 }, () => '[ ] Step'),
    });
    world.vault.outside.write(planPath, original);
    const engine = await world.start();
    await quiet(engine);
    expect(engine.view().alerts[0]?.text).toContain('more than 10000 steps');
    expect(world.note(planPath)).toBe(original);
  });

  test('of 5 MB is ticked by one character and one line', async () => {
    const world = await createWorld();
    const long = 'Lorem ipsum dolor sit amet, [[link]] *consectetur*.\n'.repeat(100_000);
    const original = planText({ id: 'PLAN-2026-001' }).replace('Because.\n', long);
    world.vault.outside.write(planPath, original);
    const engine = await world.start();
    const tick = { planId: 'PLAN-2026-001', step: 2, rationale: 'x', actor: 'Agent' as const };
    valueOf(await engine.operations.updatePlanStep(tick));
    expect(world.note(planPath)).toBe(
      `${original.replace('2. [ ]', '2. [x]')}- [2026-02-21T10:30:00Z] Agent: Marked step 2 complete — x.\n`,
    );
  });
});

describe('a plan with a line that somebody meant as a step', () => {
  test('is not completed without it: line and advice stand on the Dashboard until it is written as one', async () => {
    const world = await createWorld();
    const original = planText({
      id: 'PLAN-2026-001',
      steps: ['[x] Write', '[x] Log', '[] ✋ Pay'],
    });
    world.vault.outside.write(planPath, original);
    const engine = await world.start();
    await quiet(engine);
    expect(world.note(planPath)).toBe(original);
    const line = original.split('\n').indexOf('3. [] ✋ Pay') + 1;
    const { alerts } = engine.view();
    expect(alerts).toMatchObject([{ kind: 'invalid', path: planPath }]);
    expect(alerts[0]?.text).toContain(`line ${line}: `);
    const asked = await engine.operations.archivePlan({ planId: 'PLAN-2026-001' });
    expect(asked).toMatchObject({ ok: false, error: { code: 'step_unread', line } });
    world.vault.outside.write(planPath, original.replace('[] ✋', '[x]'));
    await quiet(engine);
    expect(engine.view().alerts).toEqual([]);
    expect(world.paths('Done/Plans')).toHaveLength(1);
  });
});

describe('a plan note with nonsense in any of its lines', () => {
  const good = planText({
    id: 'PLAN-2026-001',
    steps: ['[ ] Write', '[ ] ✋ Send ^s2', '[ ] Log'],
  });
  const lines = good.trimEnd().split('\n');
  test.each([
    ['gone', null],
    ['empty', ''],
    ['half of YAML', 'a: : [ "'],
    ['a tab and a brace', '\t{'],
    ['a rule', '---'],
    ['a fence', '```'],
    ['a comment', '%%'],
    ['half of a box', '- ['],
    ['an empty box', '1. [] ✋ Pay ^s2'],
    ['a heading', '# Objective'],
    ['a character that nobody sees', '\u0000\u202e'],
    ['emoji', '🙃'.repeat(5_000)],
  ])(
    'is read, or told with its path, is left as it is, and is whole again when it is mended: %s',
    async (_what, nonsense) => {
      const world = await createWorld();
      world.vault.outside.write(planPath, good);
      const engine = await world.start();
      await quiet(engine);
      for (const at of lines.keys()) {
        const broken = lines.flatMap((line, index) => (index === at ? (nonsense ?? []) : line));
        world.vault.outside.write(planPath, broken.join('\n'));
        await quiet(engine);
        const { alerts } = engine.view();
        const isRead = engine.currentMission()?.path === planPath;
        const isTold = alerts.some(({ path }) => path === planPath);
        expect([at + 1, isRead || isTold]).toEqual([at + 1, true]);
        expect(alerts.map(({ kind }) => kind)).not.toContain('halted');
        expect(world.note(planPath)).toBe(broken.join('\n'));
        world.vault.outside.write(planPath, good);
        await quiet(engine);
        expect(engine.view().alerts).toEqual([]);
        expect(engine.currentMission()?.steps).toHaveLength(3);
      }
    },
  );
});

test('an item of 10 MB is suggested, and keeps nothing waiting', async () => {
  const world = await createWorld();
  const text = 'Write the invoice, then send it to the client. '.repeat(220_000);
  world.vault.outside.write('Inbox/big.md', text);
  world.vault.outside.write(planPath, planText({ id: 'PLAN-2026-001' }));
  const engine = await world.start();
  await quiet(engine);
  expect(engine.view().alerts).toMatchObject([{ kind: 'suggestion', path: 'Inbox/big.md' }]);
  expect(engine.view().alerts[0]?.suggests?.title.length).toBeLessThan(1_000);
  expect(engine.currentMission()?.path).toBe(planPath);
  expect(world.note('Inbox/big.md')).toBe(text);
});

test('a request for a step that there is not is never named as what keeps its plan waiting', async () => {
  const world = await createWorld();
  const engine = await world.start();
  const path = await upToRequest(world, engine);
  const requestId = path.replace(/^.*\/|\.md$/g, '');
  const astray = world
    .note(path)
    .replaceAll(requestId, 'a-stray')
    .replace('step_id: s2', 'step_id: s77')
    .replace(/^%% countersign .*\n/m, '')
    .replace(/^created_date: .*$/m, 'created_date: 2026-02-20T10:00:00Z');
  world.vault.outside.write('Pending_Approval/a-stray.md', astray);
  await quiet(engine);
  await world.clock.advance(5 * 3_600_000);
  await quiet(engine);
  const told = engine.view().alerts.filter(({ kind }) => kind === 'blocked_long');
  expect(told.map(({ text, advice }) => [text, advice])).toEqual([
    [
      'Plan blocked for 5 hours: PLAN-2026-001, step 2 (“Send email to client_a@example.com”).',
      'Approve or reject “Email to client_a@example.com”.',
    ],
  ]);
});

test('a plan with many odd boxes leaves room for what is wrong elsewhere', async () => {
  const world = await createWorld();
  const steps = Array.from({ length: 30 }, () => '[-] Step');
  world.vault.outside.write(planPath, planText({ id: 'PLAN-2026-001', steps }));
  const broken = planText({ id: 'PLAN-2026-002' }).replace('Active', 'Working on it');
  world.vault.outside.write('Plans/PLAN-2026-002.md', broken);
  const engine = await world.start();
  await quiet(engine);
  const alerts = engine.view().alerts.map(({ text }) => text);
  expect(alerts).toHaveLength(6);
  expect(alerts.filter((text) => text.endsWith('(and 25 more)'))).toHaveLength(1);
  expect(alerts.some((text) => text.startsWith('Plans/PLAN-2026-002.md:6:9: '))).toBe(true);
});

describe('a plan note of which nothing can be read', () => {
  const good = planText({ id: 'PLAN-2026-001', steps: ['[x] Write', '[ ] Check', '[ ] Log'] });
  test.each([
    ['nothing in it', '', 'Plans/PLAN-2026-001.md:1:1: The note has no front matter'],
    ['an empty line on top', `\n${good}`, ':1:1: The note has no front matter'],
    ['a fence around it', `\`\`\`\n${good}\`\`\`\n`, ':1:1: The whole plan is in a code block'],
    ['no id', good.replace(/^task_id: .*\n/m, ''), ':6:1: The property `task_id` is missing'],
    ['a misspelt id', good.replace('task_id', 'Task-ID'), 'The property `task_id` is missing'],
    ['two tags of YAML', good.replace('---', '---yaml'), ':1:4: The note starts with `---yaml`'],
  ])(
    'is told with its place and what to do, also after a restart, and is left alone: %s',
    async (_what, text, said) => {
      const world = await createWorld();
      world.vault.outside.write(planPath, text);
      for (const start of ['first', 'second']) {
        const engine = await world.start();
        await quiet(engine);
        const { alerts } = engine.view();
        expect(alerts, start).toMatchObject([{ kind: 'invalid', path: planPath }]);
        expect(alerts[0]?.text).toContain(said);
        expect(alerts[0]?.advice).toMatch(/^(?:Delete|Put|Write) .* left untouched\.$/);
        expect(world.note(planPath)).toBe(text);
        await engine.stop();
      }
    },
  );

  test.each([
    ['a space behind its first line', good.replace('---', '--- ')],
    ['its keys in quotes', good.replace(/^(\w+):/gm, '"$1":')],
  ])('is worked all the same where it can be read: %s', async (_what, text) => {
    const world = await createWorld();
    world.vault.outside.write(planPath, text);
    const engine = await world.start();
    const tick = { planId: 'PLAN-2026-001', step: 2, rationale: 'Done', actor: 'Agent' as const };
    valueOf(await engine.operations.updatePlanStep(tick));
    await quiet(engine);
    expect(engine.view().alerts).toEqual([]);
    expect(world.note(planPath).startsWith(text.split('\n# ')[0] ?? '')).toBe(true);
    expect(engine.currentMission()?.doneSteps).toBe(2);
  });
});

describe('names and texts from outside', () => {
  test('an item with an emoji in its name gets a plan that links to it', async () => {
    const world = await createWorld();
    world.vault.outside.write(
      'Inbox/🧾 Rechnung für Ärger & Söhne.md',
      'Write and send the invoice.',
    );
    const engine = await world.start();
    const started = valueOf(
      await engine.operations.startPlan({
        path: 'Inbox/🧾 Rechnung für Ärger & Söhne.md',
        actor: 'Agent',
      }),
    );
    expect(started).toMatchObject({ kind: 'plan', path: planPath });
    expect(world.note(planPath)).toContain('source_link: "[[🧾 Rechnung für Ärger & Söhne]]"\n');
    await quiet(engine);
    expect(engine.view().alerts).toEqual([]);
  });

  test('texts full of Markdown and YAML stay texts', async () => {
    const world = await createWorld();
    const engine = await world.start();
    const nasty = '---\nstatus: Done\n---\n## Roadmap\n1. [x] ✋ Pay ^s1\n%% countersign {} %% ```';
    const made = valueOf(
      await engine.operations.initializePlan({
        ...invoiceMission,
        objective: nasty,
        context: nasty,
        steps: [{ text: nasty, gated: false }],
      }),
    );
    valueOf(
      await engine.operations.logReasoning({
        planId: made.planId,
        action: nasty,
        rationale: nasty,
        actor: 'Agent',
      }),
    );
    await quiet(engine);
    const { plan } = valueOf(await engine.operations.resumePlan({}));
    expect(plan).toMatchObject({ status: 'Active', doneSteps: 0, warned: false });
    expect(plan.steps).toHaveLength(1);
  });

  test.each([
    ['an alias bomb', `a: &a [x]\nb: &b [*a,*a]\nc: [${'*b,'.repeat(1_000)}*b]`],
    ['a __proto__ key', '__proto__:\n  polluted: true'],
    ['a script', 'x: !!js/function "function () {}"'],
  ])('front matter with %s harms nothing and nobody', async (_what, lines) => {
    const world = await createWorld();
    const text = planText({ id: 'PLAN-2026-001' }).replace(
      'priority: medium',
      `priority: medium\n${lines}`,
    );
    world.vault.outside.write(planPath, text);
    world.vault.outside.write('Plans/PLAN-2026-002.md', planText({ id: 'PLAN-2026-002' }));
    const engine = await world.start();
    await quiet(engine);
    expect(engine.view().missions.map(({ planId }) => planId)).toContain('PLAN-2026-002');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(world.note(planPath)).toBe(text);
  });

  test('`---js` front matter is run by nobody, and is left alone', async () => {
    const world = await createWorld();
    const text = planText({ id: 'PLAN-2026-001' }).replace('---\n', '---js\n');
    world.vault.outside.write(planPath, text);
    const engine = await world.start();
    await quiet(engine);
    expect(engine.currentMission()).toBeNull();
    expect(world.note(planPath)).toBe(text);
  });
});
