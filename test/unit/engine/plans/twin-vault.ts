import type { Engine } from '../../../../src/engine/engine.js';
import { quietMs } from '../../../../src/engine/plans/reconcile-duplicates.js';
import { twinNote, type TwinNote } from '../../../support/builders/twin-note.js';
import { createWorld, quiet, type World } from '../../../support/engine/world.js';

export const first = 'Plans/PLAN-2026-001.md';
export const copy = 'Plans/PLAN-2026-001 (Conflicted copy laptop).md';
export const second = 'Plans/PLAN-2026-002.md';
export const created = '- [2026-02-21T10:00:00Z] Agent: Created plan — Asked for.';
export const wrote = '- [2026-02-21T10:05:00Z] Agent: Marked step 1 complete — Written.';
export const found = '- [2026-02-21T10:03:00Z] Agent: Found the file — In the archive.';
export const written = ['1. [x] Write', '2. [ ] ✋ Send ^s2', '3. [ ] File'];
export const filed = ['1. [ ] Write', '2. [ ] ✋ Send ^s2', '3. [x] File'];

/** A vault, and an engine that works in it. */
export interface Begun {
  readonly world: World;
  readonly engine: Engine;
}

/** A vault with these notes, and an engine that has looked at them. */
export async function begin(notes: Readonly<Record<string, TwinNote>>): Promise<Begun> {
  const world = await createWorld();
  for (const [path, note] of Object.entries(notes)) world.vault.outside.write(path, twinNote(note));
  const engine = await world.start();
  await quiet(engine);
  return { world, engine };
}

/** Nobody changes anything for a minute. */
export async function leaveAlone({ world, engine }: Begun): Promise<void> {
  await world.clock.advance(quietMs);
  await quiet(engine);
}

/** What is said of plans for one task. */
export const duplicates = (engine: Engine) =>
  engine.view().alerts.filter(({ kind }) => kind === 'duplicate' || kind === 'halted');
/** What the ledger has of one kind. */
export const events = (world: World, event: string) =>
  world.records().filter(({ audit }) => audit.event === event);

/** The first is the more complete. */
export const ofOneId = {
  [first]: { log: [created, wrote], steps: written },
  [copy]: { log: [created, found] },
};
/** The first is the more complete. */
export const ofOneSource = {
  [first]: { log: [created, wrote], steps: written },
  [second]: { id: 'PLAN-2026-002', log: [created, found] },
};
