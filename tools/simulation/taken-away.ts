import { folderDifferences } from '../../src/core/settings/folders.js';
import { parseRequest } from '../../src/core/request/parse-request.js';
import type { Device } from './device.js';
import { callKey, type Approval } from './truth.js';
import { notesIn, openNotes } from './vault-notes.js';
import type { World } from './world.js';

/**
 * What a person takes away in the notes: an approval that a device knew counts no more once that device
 * was told of it and had time to look, whatever becomes of the notes afterwards. It reads the notes by
 * their lines, so that a note that is broken counts as well.
 */
export class TakenAway {
  /** By device and path: what it held when the device was told last. */
  private readonly told = new Map<string, string | null>();
  /** By device: approvals that have been there. */
  private readonly known = new Map<string, Set<Approval>>();

  constructor(
    private readonly world: World,
    private readonly approvals: readonly Approval[],
  ) {}

  tell(device: Device, path: string): void {
    this.told.set(`${device.name} ${path}`, device.vault.outside.read(path));
  }

  /** A device is idle: where it runs actions, it has read whatever it was told of. */
  look(device: Device): void {
    const { process, config, folders } = device;
    const areFoldersKnown = [process?.folders ?? folders, folders].every(
      (names) => folderDifferences(config.folders, names).length === 0,
    );
    // What cannot be written down can be forgotten.
    if (!process?.engine || !areFoldersKnown || this.world.fullDisks.has(device.name)) return;
    const known = this.known.get(device.name) ?? new Set();
    this.known.set(device.name, known);
    const ended = this.endedSteps(device);
    for (const approval of this.approvals) {
      if (approval.state !== 'given' || approval.takenBackOn.has(device.name)) continue;
      const isThere = this.standsIn(device, approval);
      if (isThere === 'approved' || approval.device === device.name) known.add(approval);
      if (isThere === 'elsewhere' && known.has(approval)) approval.takenBackOn.add(device.name);
      const [plan = '', step = ''] = approval.step?.split('#') ?? [];
      if (known.has(approval) && (ended.has(plan) || ended.has(`${plan}#${step}`))) {
        approval.takenBackOn.add(device.name);
      }
    }
  }

  /** Where a device was told that an approved request is; one note in Rejected takes back what copies say. */
  private standsIn(
    device: Device,
    { requestId, call }: Approval,
  ): 'approved' | 'elsewhere' | 'unclear' {
    const { approved, rejected } = device.config.folders;
    const paths = openNotes(device).filter((path) => {
      return (device.vault.outside.read(path) ?? '').includes(`\nrequest_id: ${requestId}\n`);
    });
    const told = paths.filter((path) => this.wasTold(device, path));
    if (told.some((path) => path.startsWith(`${rejected}/`))) return 'elsewhere';
    const [path] = paths;
    if (path === undefined || told.length < paths.length) return 'unclear';
    if (!paths.some((one) => one.startsWith(`${approved}/`))) return 'elsewhere';
    if (paths.length > 1) return 'unclear';
    const { request } = parseRequest(device.vault.outside.read(path) ?? '', path);
    const { bridge, tool, arguments: args } = request?.call ?? {};
    if (bridge === undefined || tool === undefined || !args) return 'unclear';
    return callKey(bridge, tool, args) === call ? 'approved' : 'elsewhere';
  }

  /** Ids of plans that are cancelled, and `plan#step` of steps that are ticked. */
  private endedSteps(device: Device): ReadonlySet<string> {
    const ended = new Set<string>();
    for (const path of notesIn(device, device.config.folders.plans)) {
      if (!this.wasTold(device, path)) continue;
      const text = device.vault.outside.read(path) ?? '';
      const plan = /^task_id: (\S+)$/m.exec(text)?.[1] ?? '';
      if (/^status: Cancelled$/m.test(text)) ended.add(plan);
      for (const [, step = ''] of text.matchAll(/^\d+\. \[x\] ✋.*\^([\w-]+)\s*$/gm)) {
        ended.add(`${plan}#${step}`);
      }
    }
    return ended;
  }

  wasTold(device: Device, path: string): boolean {
    return this.told.get(`${device.name} ${path}`) === device.vault.outside.read(path);
  }
}
