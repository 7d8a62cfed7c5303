import type { Device } from './device.js';
import type { Random } from './random.js';
import type { World } from './world.js';

/** How a sync service settles that both sides changed a file. */
export type Settling = 'copy' | 'theirs' | 'merge' | 'markers';

/** Carries files between devices, one at a time, in any order, whenever it is told to. */
export class Sync {
  /** What two devices last agreed on, by path. */
  private readonly agreed = new Map<string, string | null>();
  private readonly changed = new Map<string, Set<string>>();

  constructor(private readonly world: World) {}

  /** A file changed on a device. */
  touch(device: Device, path: string): void {
    // Each device writes its own Dashboard; sync services are told to leave it out, or ruin it.
    if (path === 'Dashboard.md') return;
    for (const other of this.world.all) {
      if (other !== device) this.pending(device, other).add(path);
    }
  }

  /** Both devices hold the same files. */
  agree(a: Device, b: Device): void {
    for (const path of a.vault.entries.keys()) {
      this.agreed.set(keyOf(a, b, path), a.vault.outside.read(path));
    }
    this.pending(a, b).clear();
    this.pending(b, a).clear();
  }

  /** Brings one change from a device to another; whether there was one. */
  carry(from: Device, to: Device, settling: Settling, random: Random): boolean {
    const paths = this.pending(from, to);
    while (paths.size > 0) {
      const path = [...paths][random.below(paths.size)] ?? '';
      paths.delete(path);
      if (this.carryFile(from, to, path, settling, random)) return true;
    }
    return false;
  }

  private carryFile(
    from: Device,
    to: Device,
    path: string,
    settling: Settling,
    random: Random,
  ): boolean {
    const [mine, theirs] = [from.vault.outside.read(path), to.vault.outside.read(path)];
    const key = keyOf(from, to, path);
    const agreed = this.agreed.get(key) ?? null;
    if (mine === theirs || mine === agreed) {
      if (mine === theirs) this.agreed.set(key, mine);
      return false;
    }
    this.agreed.set(key, mine);
    const id = mine ?? theirs ?? '';
    this.world.say('synced', to, { path, id: /^request_id: (.*)$/m.exec(id)?.[1] ?? '' });
    if (theirs === agreed) put(to, path, mine);
    else this.settle({ to, path, mine, theirs, from: from.name }, settling, random);
    return true;
  }

  private settle(
    conflict: {
      readonly to: Device;
      readonly path: string;
      readonly mine: string | null;
      readonly theirs: string | null;
      readonly from: string;
    },
    settling: Settling,
    random: Random,
  ): void {
    const { to, path, mine, theirs, from } = conflict;
    this.world.say('conflict', to, { path, detail: settling });
    if (mine === null || theirs === null) {
      // One side deleted it: what was changed is kept.
      put(to, path, mine ?? theirs);
      return;
    }
    switch (settling) {
      case 'theirs':
        put(to, path, mine);
        return;
      case 'copy': {
        const copy = random.pick([
          path.replace(/(\.\w+)$/, ` (Conflicted copy ${from} 202602211030)$1`),
          path.replace(/(\.\w+)$/, '.sync-conflict-20260221-103000-ABCDEFG$1'),
          path.replace(/(\.\w+)$/, ' (1)$1'),
        ]);
        put(to, copy, mine);
        return;
      }
      case 'merge':
      case 'markers': {
        const merged = mergeLines(theirs, mine, settling, random);
        if (isStampLine(theirs) && isStampLine(mine)) {
          this.world.say('stamp line merged', to, { path, detail: settling });
        }
        put(to, path, merged);
      }
    }
  }

  private pending(from: Device, to: Device): Set<string> {
    const key = `${from.name}>${to.name}`;
    const known = this.changed.get(key) ?? new Set<string>();
    this.changed.set(key, known);
    return known;
  }
}

/** Line by line, as tools do that know nothing of the text: differing lines from either side, or both. */
export function mergeLines(
  ours: string,
  theirs: string,
  how: 'merge' | 'markers',
  random: Random,
): string {
  const [left, right] = [ours.split('\n'), theirs.split('\n')];
  const merged: string[] = [];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const [a, b] = [left[at], right[at]];
    if (a === b) merged.push(a ?? '');
    else if (how === 'markers') {
      merged.push('<<<<<<< ours', a ?? '', '=======', b ?? '', '>>>>>>> theirs');
    } else if (a !== undefined && b !== undefined && isStampLine(a) && isStampLine(b)) {
      merged.push(mergeWithin(a, b, random));
    } else
      merged.push(...[a, b].filter((line) => line !== undefined && random.chance(0.7)).map(String));
  }
  return merged.join('\n');
}

/** The start of one line and the end of the other. */
function mergeWithin(a: string, b: string, random: Random): string {
  const cut = random.below(Math.min(a.length, b.length));
  return random.chance(0.5) ? a.slice(0, cut) + b.slice(cut) : b;
}

function isStampLine(text: string): boolean {
  return text.includes('%% countersign {');
}

function put(device: Device, path: string, text: string | null): void {
  if (text === null) device.vault.outside.remove(path);
  else device.vault.outside.write(path, text);
}

function keyOf(a: Device, b: Device, path: string): string {
  return `${[a.name, b.name].sort().join('|')} ${path}`;
}
