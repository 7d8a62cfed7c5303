import { expect, test } from 'vitest';
import { MEMORY_ROOT, memoryNoteStore } from '../../memory/memory-note-store.js';
import { settle } from '../../memory/virtual-clock.js';
import { calledIds, inApproved, planned } from '../gate/bench.js';
import { minuteMs, status } from '../gate/waiting-approval.js';
import { quiet } from '../world.js';
import { createPeopleBench, drag, onlyReview, pressApprove } from './people-bench.js';

const file = 'Invoices/January.pdf';
const plan = 'Plans/PLAN-2026-001.md';

/** A large file is pinned: to read it again takes a while, and something happens meanwhile. */
async function whileReading() {
  const during: { happen: (() => Promise<void>) | null } = { happen: null };
  const bench = await createPeopleBench({
    ports: ({ vault }) => {
      const store = memoryNoteStore(vault);
      const digest: typeof store.digest = async (path, goesOn) => {
        const found = await store.digest(path, goesOn);
        const { happen } = during;
        during.happen = null;
        await happen?.();
        return found;
      };
      return { store: { ...store, digest } };
    },
  });
  bench.world.vault.outside.write(file, 'approved');
  const attachments = [`${MEMORY_ROOT}/${file}`];
  const path = await planned(bench, { arguments: { to: 'client_a@example.com', attachments } });
  return { bench, path, during };
}

type Changes = Readonly<Record<string, (at: string, text: string) => readonly [string, string]>>;

/** Where the person puts which text. */
const changes: Changes = {
  'rejects it': (at, text) => [at.replace(/^[^/]+/, 'Rejected'), text],
  'edits it': (at, text) => [at, text.replace(/^ {2}to: .*$/mu, '  to: office@example.com')],
  'breaks it': (at, text) => [at, `${text}\n\`\`\`\n`],
};
const takesBack: Changes = {
  ...changes,
  'takes it back': (at, text) => [at.replace(/^[^/]+/, 'Pending_Approval'), text],
};

test.each([
  ...Object.entries(changes).map((change) => ['a press', false, ...change] as const),
  ...Object.entries(takesBack).map((change) => ['a drag', true, ...change] as const),
])(
  'while %s is carried out, a person %4$s, and it is put back: it is not called [GATE-9]',
  async (_how, isDrag, _does, change) => {
    const { bench, path, during } = await whileReading();
    const { outside } = bench.world.vault;
    const at = isDrag ? inApproved(path) : path;
    let isBack = false;
    const happen = async (): Promise<void> => {
      const text = bench.world.note(at);
      const [to, now] = change(at, text);
      outside.move(at, to);
      outside.write(to, now);
      await settle();
      outside.move(to, at);
      outside.write(at, text);
      await settle();
      isBack = true;
    };
    const review = await onlyReview(bench);
    if (isDrag) await drag(bench, review);
    during.happen = happen;
    if (isDrag) await bench.world.clock.advance(10_000);
    else expect(await pressApprove(bench, review)).toMatchObject({ ok: false });
    await quiet(bench.engine);
    await bench.world.clock.advance(minuteMs);
    await quiet(bench.engine);
    expect(isBack).toBe(true);
    expect(calledIds(bench.world)).toEqual([]);
  },
);

test.each([
  ['a remark in its plan', (text: string) => `${text}\nA remark.\n`, 1],
  ['its plan as a draft', status('Draft'), 0],
])(
  'while a press is carried out, a person writes %s for a moment [GATE-9]',
  async (_what, change, calls) => {
    const { bench, during } = await whileReading();
    const { outside } = bench.world.vault;
    during.happen = async () => {
      const text = bench.world.note(plan);
      outside.write(plan, change(text));
      await settle();
      outside.write(plan, text);
      await settle();
    };
    await pressApprove(bench, await onlyReview(bench));
    await quiet(bench.engine);
    await bench.world.clock.advance(minuteMs);
    await quiet(bench.engine);
    expect(during.happen).toBe(null);
    expect(calledIds(bench.world)).toHaveLength(calls);
  },
);
