import { expect, test } from 'vitest';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import { settle } from '../../../../support/memory/virtual-clock.js';
import { createPeopleBench, drag, onlyReview } from '../../../../support/engine/people-bench.js';
import { quiet } from '../../../../support/engine/world.js';
import { calledIds, planned } from '../../../../support/engine/gate-bench.js';
import { minuteMs, plan, status } from '../../../../support/engine/waiting-approval.js';

const remark = { planId: 'PLAN-2026-001', action: 'Looked', rationale: 'It is in order.' };

test.each([
  ['a remark in its plan', (text: string) => `${text}\nA remark.\n`, 1],
  ['its plan as a draft', status('Draft'), 0],
])(
  'while a change of ours waits for an editor, and a drag is held, a person writes %s for a moment [GATE-9]',
  async (_what, change, calls) => {
    let editor: Promise<void> | null = null;
    let closeEditor = (): void => undefined;
    const bench = await createPeopleBench({
      ports: ({ vault }) => {
        const store = memoryNoteStore(vault);
        const update: typeof store.update = async (path, edit) => {
          if (path === plan) await editor;
          return store.update(path, edit);
        };
        return { store: { ...store, update } };
      },
    });
    const { world } = bench;
    await planned(bench);
    await drag(bench, await onlyReview(bench));
    await quiet(bench.engine);
    editor = new Promise((resolve) => (closeEditor = resolve));
    const logged = bench.engine.operations.logReasoning({ ...remark, actor: 'Agent' });
    await settle();
    const text = world.note(plan);
    world.vault.outside.write(plan, change(text));
    await settle();
    world.vault.outside.write(plan, text);
    await settle();
    closeEditor();
    expect(await logged).toMatchObject({ ok: true });
    await world.clock.advance(minuteMs);
    await quiet(bench.engine);
    expect(world.note(plan)).toContain('Looked');
    expect(calledIds(world)).toHaveLength(calls);
  },
);
