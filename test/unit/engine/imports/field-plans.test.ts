import { expect, test } from 'vitest';
import { readExternalPlan } from '../../../../src/core/plan/imports/external-plan.js';
import { createWorld, quiet, valueOf } from '../../../support/engine/world.js';
import { fieldPlans as notes } from '../../../support/fixtures/field-notes.js';

test('plans as agents write them can be adopted, with their steps held where they reach outside', async () => {
  expect(notes.length).toBeGreaterThanOrEqual(40);
  const world = await createWorld();
  for (const { path, text } of notes) world.vault.outside.write(path, text);
  const engine = await world.start();
  await quiet(engine);
  const offered = new Set(
    engine.view().alerts.flatMap(({ offers, path }) => (offers ? [path] : [])),
  );
  const found: string[] = [];
  for (const { path, text } of notes) {
    const external = readExternalPlan(text, path);
    const count = String(external?.steps.length);
    if (!external || !offered.has(path)) {
      found.push(`${path} | ${external ? `finished ${count}` : 'none'}`);
      continue;
    }
    const made = valueOf(await engine.operations.importPlan({ path, actor: 'Human' }));
    const roadmap = world.note(made.path).split('## Roadmap\n')[1] ?? '';
    found.push(`${path} | ${count} ✋${String(roadmap.match(/\] ✋/gu)?.length ?? 0)}`);
  }
  expect(found).toEqual(notes.map(({ path, expected }) => `${path} | ${expected}`));
  const adopted = found.filter((line) => line.includes('✋'));
  expect(adopted.length / notes.length).toBeGreaterThanOrEqual(0.75);
  for (const { path, text } of notes) expect(world.note(path)).toBe(text);
});

test('a plan whose steps cannot be read says what it lacks, in the panel and to whoever adopts it', async () => {
  const world = await createWorld();
  const lacking = notes.filter(({ expected }) => expected === 'none');
  for (const { path, text } of lacking) world.vault.outside.write(path, text);
  const engine = await world.start();
  await quiet(engine);
  const what = 'It has no list of steps below a heading such as `## Steps`.';
  const noList = 'Below “## Steps” there is no list.';
  const lacks = (name: string, why = what): string =>
    `“Plans/${name}.md” can’t be adopted as a plan. ${why}`;
  const { alerts } = engine.view();
  expect(alerts.map(({ text }) => text).sort()).toEqual([
    lacks('PLAN_in_a_fence', 'Its steps are in a code block, which is not read.'),
    lacks('PLAN_no_heading'),
    lacks('PLAN_prose', noList),
  ]);
  const path = 'Plans/PLAN_prose.md';
  expect(await engine.operations.importPlan({ path, actor: 'Human' })).toMatchObject({
    ok: false,
    error: {
      message: `This note isn’t a plan in another tool’s format. ${noList}`,
      advice: expect.stringContaining('on a line of its own: `- [ ] ') as string,
    },
  });
});
