import { expect } from 'vitest';
import type { Gesture } from '../../../src/core/request/approval/gesture.js';
import type { Review } from '../../../src/core/request/review/review.js';
import { systemIds } from '../../../src/hosts/desktop/system/system-ids.js';
import { Observer } from '../../../src/engine/observer.js';
import { memoryNoteStore } from '../memory/memory-note-store.js';
import { createMemoryVault, type MemoryVault } from '../memory/memory-vault.js';
import type { WriteHooks } from '../memory/simulated-crash.js';
import { generateTestKey, type TestKey } from '../memory/test-key.js';
import { syncVaults } from '../memory/vault-copies.js';
import { settle } from '../memory/virtual-clock.js';
import { inApproved, phone as phoneName, planned } from './gate-bench.js';
import { folders, quiet, vaultId } from './world.js';
import { createPeopleBench, press, type PeopleBench } from './people-bench.js';

/** A computer that runs actions, and a phone with its own copy of the vault, whose key is trusted there. */
export interface Devices {
  readonly desk: PeopleBench;
  readonly phone: Phone;
}

export interface Phone {
  readonly vault: MemoryVault;
  readonly key: TestKey;
  observer: Observer;
  review(): Promise<Review>;
  approve(review: Review, checked?: readonly string[], gesture?: Gesture): ReturnType<Approves>;
}
type Approves = NonNullable<Observer['personActions']>['approve'];

/** @param aheadMs how far the clock of the phone is ahead */
export async function createDevices(aheadMs = 0): Promise<Devices> {
  const key = await generateTestKey();
  const desk = await createPeopleBench();
  desk.world.config = {
    ...desk.world.config,
    pinnedKeys: [...desk.world.config.pinnedKeys, { device: phoneName, publicKey: key.publicKey }],
  };
  const vault = createMemoryVault(() => desk.world.clock.now());
  const phone: Phone = {
    vault,
    key,
    observer: await startPhone(desk, vault, key, {}, aheadMs),
    async review() {
      const reviews = await phone.observer.reviews(10);
      const [review] = reviews;
      if (!review || reviews.length > 1) throw new Error(`${reviews.length} wait on the phone`);
      return review;
    },
    async approve(
      { requestId, shownDigest },
      checked = [],
      gesture = { ...press(desk), atMs: desk.world.clock.now() + aheadMs },
    ) {
      const { personActions } = phone.observer;
      if (!personActions) throw new Error('Nobody can approve on this phone');
      const result = await personActions.approve({ requestId, shownDigest, checked, gesture });
      await seen(phone.observer);
      return result;
    },
  };
  return { desk, phone };
}

export async function startPhone(
  { world }: PeopleBench,
  vault: MemoryVault,
  key: TestKey,
  hooks: WriteHooks = {},
  aheadMs = 0,
): Promise<Observer> {
  const observer = await Observer.start({
    store: memoryNoteStore(vault, hooks),
    folders,
    approving: {
      vaultId,
      clock: {
        now: () => world.clock.now() + aheadMs,
        setTimer: (delayMs, callback) => world.clock.setTimer(delayMs, callback),
      },
      ids: systemIds(),
      approver: () => ({
        device: phoneName,
        signer: {
          publicKey: async () => ({ ok: true, value: key.publicKey }),
          sign: async (message) => ({ ok: true, value: await key.sign(message) }),
        },
      }),
    },
  });
  await seen(observer);
  return observer;
}

export async function seen(observer: Observer): Promise<void> {
  await settle();
  await observer.idle();
  await settle();
}

export async function toPhone({ desk, phone }: Devices): Promise<void> {
  syncVaults(desk.world.vault, phone.vault);
  await seen(phone.observer);
}

export async function toDesk({ desk, phone }: Devices): Promise<void> {
  syncVaults(phone.vault, desk.world.vault);
  await quiet(desk.engine);
}

export const pathIn = (vault: MemoryVault, folder: string): string[] =>
  [...vault.entries.keys()].filter((path) => path.startsWith(`${folder}/`));

/** What lies on the phone after it approved: the note in Approved, unstamped and stamped. */
export async function approvedOnPhone(devices: Devices, drafted?: string) {
  const path = drafted ?? (await planned(devices.desk));
  await toPhone(devices);
  const moved = devices.phone.vault.outside.read(path) ?? '';
  expect((await devices.phone.approve(await devices.phone.review())).ok).toBe(true);
  const to = inApproved(path);
  return { path, to, moved, stamped: devices.phone.vault.outside.read(to) ?? '' };
}
