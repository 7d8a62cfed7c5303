import type { Plan } from '../../src/core/plan/plan.js';
import type { Edited } from './command.js';
import type { Device } from './device.js';
import type { Handlers } from './handlers.js';
import { mended } from './hidden-notes.js';
import { fileName, nthOf, openNotes, plansOf, requestAt, rewrite } from './vault-notes.js';
import type { World } from './world.js';

/** What people and agents do to notes with other programs: nothing of it is a gesture. */
export const vaultHandlers: Handlers<
  'move' | 'move open' | 'edit' | 'delete' | 'put back' | 'tick' | 'cancel'
> = {
  move(world, { on, nth, to }) {
    const device = world.device(on);
    moveNote(world, device, nthOf(openNotes(device), nth), to);
  },

  'move open'(world, { on, nth, to }) {
    const device = world.device(on);
    const from = to === 'approved' ? (['pending'] as const) : (['approved', 'rejected'] as const);
    moveNote(world, device, nthOf(openNotes(device, from), nth), to);
  },

  edit(world, { on, nth, what }) {
    const device = world.device(on);
    const path = nthOf(openNotes(device, ['approved', 'pending']), nth);
    if (path === undefined) return;
    const id = requestAt(device, path)?.requestId ?? '';
    const mark = world.mark();
    if (!rewrite(device, path, (text) => edited(text, what, mark))) return;
    world.sayDuring(device, 'edit', id);
    world.say('edited', device, { id, path });
  },

  delete(world, { on, nth }) {
    const device = world.device(on);
    const path = nthOf(openNotes(device, ['approved', 'pending']), nth);
    if (path === undefined) return;
    const id = requestAt(device, path)?.requestId ?? '';
    world.sayDuring(device, 'delete', id);
    world.deleted.set(device.name, { path, text: device.vault.outside.read(path) ?? '', id });
    device.vault.outside.remove(path);
    world.say('deleted', device, { id, path });
  },

  'put back'(world, { on }) {
    const device = world.device(on);
    const last = world.deleted.get(device.name);
    if (!last || device.vault.outside.read(last.path) !== null) return;
    device.vault.outside.write(last.path, last.text);
    world.say('put back', device, { id: last.id, path: last.path });
  },

  tick(world, { on, nth }) {
    const device = world.device(on);
    const open = plansOf(device, mended).flatMap((plan) =>
      plan.steps.flatMap((step) => (step.gated && !step.done ? [{ plan, step }] : [])),
    );
    const one = nthOf(open, nth);
    if (!one) return;
    const { plan, step } = one;
    rewrite(device, plan.path, (text) =>
      text.replace(/^\d+\. \[ \].*\^([\w-]+)\s*$/gm, (line, id: string) =>
        id === step.id ? line.replace('[ ]', '[x]') : line,
      ),
    );
    world.witness.byHand.add(`${plan.taskId}#${step.id ?? ''}`);
    sayOfPlan(world, device, 'tick', plan);
    world.say('ticked', device);
  },

  cancel(world, { on, nth }) {
    const device = world.device(on);
    const running = plansOf(device, mended).filter(({ status }) =>
      /^(?:Active|Blocked)$/.test(status),
    );
    const plan = nthOf(running, nth);
    if (!plan) return;
    sayOfPlan(world, device, 'cancel', plan);
    rewrite(device, plan.path, (text) => text.replace(/^status: .*$/m, 'status: Cancelled'));
    world.say('cancelled', device);
  },
};

/** Says what is done to a plan while an action of it is on its way. */
function sayOfPlan(world: World, device: Device, how: string, plan: Plan): void {
  for (const path of openNotes(device, ['approved'])) {
    const request = requestAt(device, path);
    if (request?.planId === plan.taskId) world.sayDuring(device, how, request.requestId);
  }
}

function moveNote(
  world: World,
  device: Device,
  path: string | undefined,
  to: 'pending' | 'approved' | 'rejected',
): void {
  if (path === undefined) return;
  const target = `${device.config.folders[to]}/${fileName(path)}`;
  if (target === path || device.vault.outside.read(target) !== null) return;
  const id = requestAt(device, path)?.requestId ?? '';
  if (to === 'rejected') world.sayDuring(device, 'reject', id);
  device.vault.outside.move(path, target);
  world.say(`moved to ${to}`, device, { id });
}

function edited(text: string, what: Edited, mark: string): string {
  switch (what) {
    case 'words':
      return text.replace('\n```', `\nA word of mine. ${mark}\n\n\`\`\``);
    case 'recipient':
      return text.replace(/^( *to: ).*$/m, '$1mallory@example.com');
    case 'expiry':
      return text.includes('\nexpires:')
        ? text.replace(/\nexpires: .*/, '\nexpires: "2027-01-01T00:00:00Z"')
        : text.replace('\nstatus:', '\nexpires: "2027-01-01T00:00:00Z"\nstatus:');
    case 'status':
      return text.replace(/^status: .*$/m, 'status: executed');
    case 'stamp':
      return text.replace(/,"stamp":"[^"]*"/u, '');
    case 'last line':
      return text.replace(/\n%% countersign .*%%/, '');
  }
}
