import { describe, expect, test } from 'vitest';
import {
  createWorld,
  everythingIn,
  quiet,
  upToRequest,
  valueOf,
  type World,
} from '../../../support/engine/world.js';

const id = (number: number): string => `PLAN-2026-00${number}`;
const pathOf = (number: number): string => `Plans/${id(number)}.md`;

interface Written {
  readonly status?: string;
  readonly created?: string;
  readonly roadmap?: string;
  readonly log?: string;
}

function write(world: World, number: number, changes: Written = {}): void {
  const { status = 'Active', created = '2026-02-01', roadmap, log } = changes;
  world.vault.outside.write(
    pathOf(number),
    `---\ntask_id: ${id(number)}\nsource_link: "[[s${number}]]"\ncreated_date: ${created}T00:00:00Z\npriority: low\nstatus: ${status}\n---\n\n# Objective\nDo the work of ${number}.\n\n## Context\n\n## Roadmap\n${roadmap ?? '1. [x] One\n2. [ ] Two\n3. [ ] Three'}\n\n## Reasoning Logs\n${log ?? '- [2026-02-21T10:30:00Z] Agent: Marked step 1 complete — Found it.'}\n`,
  );
}

describe('a new session finds its mission in nine steps', () => {
  async function session() {
    const world = await createWorld();
    write(world, 1);
    write(world, 2, {
      created: '2026-02-03',
      log: '- [2026-02-21T10:20:00Z] Agent: Created plan — Asked for.\n- [2026-02-21T10:30:00Z] Agent: Marked step 1 complete — Found it.',
    });
    write(world, 3, { status: 'Blocked', created: '2026-02-05' });
    write(world, 4, { status: 'Draft', created: '2026-02-06' });
    write(world, 5, { status: 'Done', created: '2026-02-07' });
    const engine = await world.start();
    return { world, engine, resumed: valueOf(await engine.operations.resumePlan({})) };
  }

  test('1: every note of Plans is looked at [R2]', async () => {
    const { engine } = await session();
    expect(engine.view().missionCount).toBe(4);
  });

  test('2: status and creation date are read from the properties [R2]', async () => {
    const { resumed } = await session();
    expect(resumed.plan).toMatchObject({ status: 'Active', createdMs: Date.UTC(2026, 1, 3) });
  });

  test('3: what is done is left out [R2]', async () => {
    const { engine } = await session();
    expect(engine.view().missions.map(({ planId }) => planId)).not.toContain(id(5));
  });

  test('4: Active goes before Blocked before Draft, then the newest first [R2]', async () => {
    const { engine } = await session();
    expect(engine.view().missions.map(({ planId }) => planId)).toEqual([2, 1, 3, 4].map(id));
  });

  test('5: the first of them is loaded from its note [R2]', async () => {
    const { world, engine } = await session();
    world.vault.outside.write(pathOf(2), world.note(pathOf(2)).replace('of 2.', 'of today.'));
    const { plan } = valueOf(await engine.operations.resumePlan({}));
    expect(plan).toMatchObject({ planId: id(2), objective: 'Do the work of today.' });
  });

  test('6: its last log entry is the checkpoint [R2] [SC-002]', async () => {
    const { resumed } = await session();
    expect(resumed.checkpoint).toBe('Marked step 1 complete — Found it.');
  });

  test('7: it is the current mission [R2]', async () => {
    const { engine } = await session();
    expect(engine.currentMission()?.planId).toBe(id(2));
  });

  test('8: it is said which plan is resumed [R2]', async () => {
    const { engine, resumed } = await session();
    const text = `Resuming plan ${id(2)}: Do the work of 2.`;
    expect([engine.resumeText(), resumed.text, resumed.words.split('\n')[0]]).toEqual(
      Array(3).fill(text),
    );
  });

  test('9: work goes on at the next step that is not done [R2] [SC-002]', async () => {
    const { resumed } = await session();
    expect(resumed.nextStep).toMatchObject({ position: 2, text: 'Two', done: false });
  });

  test('and all of it is told in words [FR-005] [FR-006]', async () => {
    const { resumed } = await session();
    expect(resumed.words).toBe(
      `Resuming plan ${id(2)}: Do the work of 2.\nStatus: Active; 1 of 3 steps done.\nCheckpoint: Marked step 1 complete — Found it.\nNext step: 2 of 3, Two`,
    );
  });

  test('what waits for a person is told with it', async () => {
    const world = await createWorld();
    const engine = await world.start();
    await upToRequest(world, engine);
    const { words } = valueOf(await engine.operations.resumePlan({}));
    expect(words).toContain('Next step: 2 of 3, ✋ Send email to client_a@example.com');
    expect(words).toMatch(
      /Waiting for approval since .*: .*_email_.* \(“Email to client_a@example.com”, email\.send_email\)/,
    );
  });
});

describe('log and boxes that disagree are told, and never mended', () => {
  const says = (steps: string): string => `- [2026-02-21T10:30:00Z] Agent: ${steps} — So.`;

  test.each<[string, Written, readonly string[]]>([
    [
      'the log says done, the box is open',
      { log: `${says('Marked step 1 complete')}\n${says('Marked step 3 complete')}` },
      ['line 17: The log says of 2026-02-21T10:30:00Z that step 3 was completed'],
    ],
    [
      'the same in the words of another agent',
      { log: says('Identified the rate. Completed steps 1-2.') },
      ['line 16: The log says of 2026-02-21T10:30:00Z that step 2 was completed'],
    ],
    [
      'a later box is ticked first [R7.3]',
      { roadmap: '1. [ ] One\n2. [x] Two\n3. [ ] Three', log: '' },
      ['line 16: Step 2 is ticked, but step 1 (“One”) must come before it and is open.'],
    ],
    [
      'a dependency is not met [R7.3]',
      { roadmap: '1. [x] One (after 3)\n2. [ ] Two\n3. [ ] Three', log: '' },
      ['line 15: Step 1 is ticked, but step 3 (“Three”) must come before it and is open.'],
    ],
    [
      'the log’s last word is that it is open again',
      {
        roadmap: '1. [ ] One\n2. [ ] Two',
        log: `${says('Marked step 1 complete')}\n${says('Reopened step 1')}`,
      },
      [],
    ],
    [
      'declared dependencies are met, out of the linear order',
      {
        roadmap: '1. [ ] One\n2. [x] Two (after 3)\n3. [x] Three (after 4)\n4. [x] Four (after 2)',
        log: '',
      },
      [],
    ],
    [
      'steps were reordered by hand since',
      {
        roadmap: '1. [x] Two\n2. [x] Three ^s3\n3. [ ] One',
        log: `${says('Marked step 3 complete')}\n${says('Marked step 2 complete')}`,
      },
      [],
    ],
  ])('%s', async (_what, written, told) => {
    const world = await createWorld();
    write(world, 1, written);
    const before = world.note(pathOf(1));
    const engine = await world.start();
    await quiet(engine);
    const alerts = engine.view().alerts.filter(({ kind }) => kind === 'invalid');
    expect(alerts).toHaveLength(told.length);
    const { words, warnings } = valueOf(await engine.operations.resumePlan({}));
    expect(warnings).toHaveLength(told.length);
    for (const [at, text] of told.entries()) {
      expect(alerts[at]).toMatchObject({ path: pathOf(1) });
      expect(alerts[at]?.text).toContain(text);
      expect(words).toContain(text);
    }
    expect(world.note(pathOf(1))).toBe(before);
    const everything = everythingIn(world);
    engine.lookAtEverything();
    await quiet(engine);
    expect(everythingIn(world)).toEqual(everything);
  });

  test('a step ticked before its turn is warned of until they agree again [R7.3]', async () => {
    const world = await createWorld();
    write(world, 1, { roadmap: '1. [ ] One\n2. [x] Two\n3. [ ] Three', log: '' });
    const engine = await world.start();
    expect(engine.view().alerts).toHaveLength(1);
    write(world, 1, { roadmap: '1. [x] One\n2. [x] Two\n3. [ ] Three', log: '' });
    await quiet(engine);
    expect(engine.view().alerts).toEqual([]);
  });
});
