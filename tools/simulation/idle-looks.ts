import { sha256Hex } from '../../src/core/digest.js';
import { bridgeDigest } from '../../src/core/request/action/digests.js';
import type { Preparation } from '../../src/core/request/request.js';
import type { Device, DeviceName } from './device.js';
import type { ServedCall } from './servers.js';
import type { World } from './world.js';

const attachment = 'Files/rates.md';

interface Look {
  readonly nowMs: number;
  readonly attached: string | null;
  /** By alias and tool: its digest. */
  readonly tools: ReadonlyMap<string, string>;
}

/** How things were when a device was last idle: whatever it does next, it could have seen that. */
export class IdleLooks {
  private readonly looks = new Map<DeviceName, Look>();

  constructor(private readonly world: World) {}

  /** Between two commands. */
  take(): void {
    for (const device of this.world.all) {
      const { process } = device;
      if (process && this.world.scheduler.waits(/^/, process)) continue;
      if (process) this.world.witness.lookAtHolds(device);
      if (process) this.world.witness.takenAway.look(device);
      if (process) this.world.witness.permitted.look(device);
      this.looks.set(device.name, {
        nowMs: this.world.now(device),
        attached: device.vault.outside.read(attachment),
        tools: new Map(
          [...this.world.servers.values()].flatMap(({ alias, digests }) =>
            [...digests].map(([tool, digest]) => [`${alias} ${tool}`, digest]),
          ),
        ),
      });
    }
  }

  /** A device's time when it was last idle; 0: it never was. */
  nowMs({ name }: Device): number {
    return this.looks.get(name)?.nowMs ?? 0;
  }

  /**
   * What of a call is not as it was prepared, although the device had time to see that; `null`: all is.
   * Nothing protects what changes after the last look; the bridge is held by its connection.
   */
  changedSince(device: Device, completion: Preparation, call: ServedCall): string | null {
    const look = this.looks.get(device.name);
    const server = this.world.servers.get(call.bridge);
    if (!server || !look) return null;
    if (bridgeDigest(server.target) !== completion.bridge_digest) return 'its bridge';
    const tools = [server.digests.get(call.tool), look.tools.get(`${call.bridge} ${call.tool}`)];
    if (!tools.includes(completion.tool_digest)) return 'its tool';
    const pinned = completion.files[attachment];
    const texts = [device.vault.outside.read(attachment), look.attached];
    const isThere = texts.some((text) => text !== null && sha256Hex(text) === pinned);
    return pinned === undefined || isThere ? null : attachment;
  }
}
