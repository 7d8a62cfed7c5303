import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { PlanSummary } from '../../../../../src/core/mission/summaries.js';
import { metadataOfText } from '../../../../../src/core/note/note-metadata.js';
import { readEntry } from '../../../../../src/engine/vault/index/read-entry.js';
import { readMetadata } from '../../../../../src/engine/vault/index/read-metadata.js';
import { planNote } from '../../../../support/builders/plan-note.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import { createWorld, quiet } from '../../../../support/engine/world.js';
import { runs } from '../../../../support/run/test-length.js';

const PATH = 'Plans/PLAN-2026-001.md';

function fromOutline(text: string) {
  return readMetadata(PATH, 'plans', metadataOfText(text));
}

/** What an outline holds of a plan: no wording. */
function withoutWording(plan: PlanSummary): PlanSummary {
  const steps = plan.steps.map((step) => ({ ...step, text: '', gated: false, after: null }));
  return { ...plan, objective: '', steps, current: null, checkpoint: null, warned: false };
}

describe('the index entry of a note that is not read', () => {
  const line = fc.constantFrom(
    '1. [ ] One',
    '- [x] Two ^s2',
    '- [X] ✋ Three ^S2',
    '  - [ ] nested',
    '- [-] odd',
    '- plain',
    '## Roadmap',
    '### Detail',
    '# Objective',
    '## Reasoning Logs',
    '```',
    '',
    'prose',
  );
  const note = fc
    .record({
      status: fc.constantFrom('Done', 'done', 'Cancelled', 'Active', 'Finished'),
      priority: fc.constantFrom('high', 'LOW', '3', 'urgent'),
      blocked_reason: fc.constantFrom(null, 'null', '"waiting"', 'true', '[a]'),
      created_date: fc.constantFrom('2026-02-21', '2026-02-21T10:30:00Z', 'soon', '2026'),
      lines: fc.array(line, { maxLength: 8 }),
    })
    .map(({ lines, ...properties }) =>
      planNote(properties).replace('2. [ ] Two', ['2. [x] Two', ...lines].join('\n')),
    );

  test('is what its text gives, as far as it goes [HOST-9]', () => {
    let finished = 0;
    fc.assert(
      fc.property(note, (text) => {
        const entry = fromOutline(text);
        if (entry === null) return;
        const read = readEntry(PATH, 'plans', text);
        expect(read?.kind).toBe('plan');
        if (read?.kind !== 'plan') return;
        finished += 1;
        expect(entry).toEqual({ ...read, plan: withoutWording(read.plan) });
      }),
      { numRuns: runs(2000), seed: 7 },
    );
    expect(finished).toBeGreaterThan(runs(20));
  });

  test.each(['Active', 'Blocked', 'Draft'])('is not made of a plan that is %s', (status) => {
    expect(fromOutline(planNote({ status }))).toBeNull();
  });

  test.each(['Done', 'Cancelled'])('counts the steps of a plan that is %s', (status) => {
    const text = planNote({ status }).replace('1. [ ]', '1. [x]');
    expect(fromOutline(text)).toMatchObject({ plan: { status, doneSteps: 1, steps: [{}, {}] } });
  });

  test('is an item wherever items arrive', () => {
    const outline = metadataOfText('anything');
    expect(readMetadata('Inbox/a.md', 'inbox', outline)).toEqual({
      kind: 'item',
      path: 'Inbox/a.md',
    });
    expect(readMetadata('Needs_Action/a.md', 'needsAction', outline)?.kind).toBe('item');
    expect(readMetadata('Approved/a.md', 'approved', outline)).toBeNull();
  });
});

describe('an engine that is given outlines', () => {
  test('looks again when one was of an older text, until it stops', async () => {
    const world = await createWorld();
    world.vault.outside.write(PATH, planNote());
    const store = memoryNoteStore(world.vault);
    const read = vi.spyOn(store, 'read');
    const callbacks = new Set<(path: string) => void>();
    const engine = await world.start(
      {},
      {
        store,
        metadataCache: {
          metadataOf: () => null,
          onStale(callback) {
            callbacks.add(callback);
            return () => callbacks.delete(callback);
          },
        },
      },
    );
    read.mockClear();
    for (const callback of callbacks) callback(PATH);
    await quiet(engine);
    expect(read).toHaveBeenCalledWith(PATH);
    await engine.stop();
    expect(callbacks.size).toBe(0);
  });

  test('never files a plan that only an old outline calls done', async () => {
    const world = await createWorld();
    world.vault.outside.write(PATH, planNote());
    const engine = await world.start(
      {},
      {
        metadataCache: {
          metadataOf: () => metadataOfText(planNote({ status: 'Done' })),
          onStale: () => () => undefined,
        },
      },
    );
    await quiet(engine);
    expect(world.paths('Done')).toEqual([]);
    expect(engine.currentMission()?.planId).toBe('PLAN-2026-001');
    await engine.stop();
  });
});
