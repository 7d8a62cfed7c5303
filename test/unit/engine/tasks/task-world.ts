import { loopOfRunner, type LoopSettings } from '../../../../src/core/settings/loop.js';
import { usualPlanning } from '../../../../src/core/settings/planning.js';
import type { Engine } from '../../../../src/engine/engine.js';
import { createWorld, quiet, type World } from '../../../support/engine/world.js';

export const mail = (text: string, more = ''): string =>
  `---\ntype: email\n${more}---\n\n${text}\n`;
export const simple = mail('Please look at the roof.');
export const complex = mail('Write the letter. Sort the papers. Clean the desk.');
export const ann = 'Needs_Action/EMAIL_ann.md';
export const filed = 'Done/Tasks/EMAIL_ann.md';

export function loop(settings: Partial<LoopSettings> = {}) {
  const value = { ...usualPlanning, loop: { ...loopOfRunner, ...settings } };
  return { planning: () => value };
}

/** Lets everything happen, also what waits until a note is no longer written. */
export async function settle(world: World, engine: Engine, ms = 1_100): Promise<void> {
  await quiet(engine);
  await world.clock.advance(ms);
  await quiet(engine);
}

/** The stages on record of each task, in their order. */
export function stages(world: World): Record<string, readonly string[]> {
  const found: Record<string, string[]> = {};
  for (const { audit } of world.records()) {
    const { task_id: id = '', stage } = audit;
    if (stage) (found[id] ??= []).push(stage.round === 0 ? stage.to : `${stage.to} ${stage.round}`);
  }
  return found;
}

export const all = ['WATCH', 'WRITE', 'REASON', 'PLAN', 'APPROVE', 'ACT', 'LOG', 'CLOSE'];
export const upToAct = all.slice(0, 6);

export async function withItem(text: string, settings: Partial<LoopSettings> = {}) {
  const world = await createWorld();
  const engine = await world.start({}, loop(settings));
  world.vault.outside.write(ann, text);
  await settle(world, engine);
  return { world, engine };
}

export function edit(world: World, path: string, change: (text: string) => string): void {
  world.vault.outside.write(path, change(world.note(path)));
}

export const sayDone = (text: string): string => text.replace('\n---\n', '\nstatus: done\n---\n');
