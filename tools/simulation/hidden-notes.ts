import type { Device } from './device.js';
import type { Handlers } from './handlers.js';
import { fileName, notesIn, nthOf, openNotes, rewrite } from './vault-notes.js';

/** A line that makes YAML unreadable; everything else of the note stays. */
const broken = '\nbroken: [';
const away = 'Elsewhere';
const copied = ' copy.md';

/** A text as it was before an agent broke it: people can read what we cannot. */
export function mended(text: string): string {
  return text.replace(broken, '');
}

/** What an agent does so that a note, or a plan, is not seen for a while. */
export const hidingHandlers: Handlers<
  'break' | 'mend' | 'hide' | 'show' | 'copy plan' | 'delete copies' | 'revert plan'
> = {
  break(world, { on, nth, what }) {
    const device = world.device(on);
    const path = nthOf(notesOf(device, what), nth);
    if (path === undefined) return;
    const isBroken = rewrite(device, path, (text) =>
      text.includes(broken) ? text : text.replace(/^---(?=\n)/, `---${broken}`),
    );
    if (isBroken) world.say('broken', device, { path, detail: what });
  },

  mend(world, { on }) {
    const device = world.device(on);
    for (const path of [...device.vault.entries.keys()]) {
      if (path.endsWith('.md')) rewrite(device, path, mended);
    }
  },

  hide(world, { on, nth, what }) {
    const device = world.device(on);
    const path = nthOf(notesOf(device, what), nth);
    if (path === undefined || path.startsWith(`${away}/`)) return;
    if (what === 'request' && path.startsWith(`${device.config.folders.approved}/`)) {
      world.sayDuring(device, 'delete', idIn(device, path));
    }
    // The name keeps the whole path, so that `show` can put it back.
    device.vault.outside.move(path, `${away}/${encodeURIComponent(path)}`);
    world.say('hidden', device, { path, detail: what });
  },

  show(world, { on }) {
    const { outside, entries } = world.device(on).vault;
    for (const path of [...entries.keys()].filter((one) => one.startsWith(`${away}/`))) {
      const before = decodeURIComponent(fileName(path));
      if (before.includes('/') && outside.read(before) === null) outside.move(path, before);
    }
  },

  'copy plan'(world, { on, nth }) {
    const device = world.device(on);
    const path = nthOf(notesOf(device, 'plan'), nth);
    if (path === undefined || path.endsWith(copied)) return;
    const { outside } = device.vault;
    outside.write(path.replace(/\.md$/, copied), outside.read(path) ?? '');
    world.say('plan copied', device, { path });
  },

  'delete copies'(world, { on }) {
    const { outside, entries } = world.device(on).vault;
    for (const path of [...entries.keys()]) if (path.endsWith(copied)) outside.remove(path);
  },

  'revert plan'(world, { on, nth }) {
    const device = world.device(on);
    const { plans, donePlans } = device.config.folders;
    const path = nthOf([...notesOf(device, 'plan'), ...notesIn(device, donePlans)], nth);
    if (path === undefined) return;
    const text = device.vault.outside.read(path) ?? '';
    const before = text.replace(/^status: .*$/m, 'status: Active').replaceAll('[x] ✋', '[ ] ✋');
    device.vault.outside.write(`${plans}/${fileName(path)}`, before);
    world.say('plan reverted', device, { path });
  },
};

/** Paths of what can be hidden, in order; also those that cannot be read. */
function notesOf(device: Device, what: 'request' | 'plan'): readonly string[] {
  return what === 'plan'
    ? notesIn(device, device.config.folders.plans)
    : openNotes(device, ['approved', 'pending']);
}

function idIn({ vault }: Device, path: string): string {
  return /^request_id: (.*)$/m.exec(vault.outside.read(path) ?? '')?.[1] ?? '';
}
