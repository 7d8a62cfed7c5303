import type { Review } from '../../src/core/request/review/review.js';
import type { DeviceConfig, Folders } from '../../src/core/settings/device-config.js';
import type { Engine } from '../../src/engine/engine.js';
import type { Observer } from '../../src/engine/observer.js';
import type { MemoryVault } from '../../test/support/memory/memory-vault.js';
import type { CallLogFile } from './clients/call-log-file.js';
import type { ClientName, ClientProgram } from './clients/client-programs.js';
import type { SimulatedKey } from './keys.js';
import type { Owner } from './scheduler.js';

/** The devices of a world: two that may run actions, and a phone. */
export const deviceNames = ['desk', 'laptop', 'phone'] as const;
export type DeviceName = (typeof deviceNames)[number];

/** The ledger of a device: what its file holds, and how much of that a power failure leaves. */
export interface LedgerFile {
  text: string | null;
  synced: number;
  /** What it held after each append, for restoring an older one. */
  readonly versions: string[];
  /** The texts of the ledgers that its person set aside. */
  readonly earlier: readonly string[];
}

/** One process of a device. */
export interface Process extends Owner {
  readonly number: number;
  readonly device: Device;
  readonly as: Host;
  /** The folder names that it began with. */
  readonly folders: Folders;
  /** Of an executor; `null` until it has started. */
  engine: Engine | null;
  /** Of a device that runs no actions; `null` until it has started. */
  observer: Observer | null;
  /** It ends: clients reach it no more. */
  isStopping: boolean;
}

/** `observer`: the plugin on a device that runs no actions. */
export type Host = 'plugin' | 'runner' | 'observer';

/** A device: what outlives its processes. */
export interface Device extends Owner {
  readonly name: DeviceName;
  readonly vault: MemoryVault;
  ledger: LedgerFile;
  config: DeviceConfig;
  key: SimulatedKey;
  /** Folder names as the vault's settings on this device say. */
  folders: Folders;
  /** How far its clock is from the time of the world. */
  skewMs: number;
  process: Process | null;
  /** What its person looked at last. */
  screen: readonly Review[];
  /** Texts that notes had, oldest first. */
  readonly history: { readonly path: string; readonly text: string }[];
  /** The last durable write of a dispatch, 1 to 8 (docs/gate.md#durable-writes-and-recovery, W1–W8), and whose. */
  reached: { write: number; id: string };
  /** A device of which this one is a copy, ledger and all. */
  cloneOf: DeviceName | null;
  readonly callLog: CallLogFile;
  /** The clients that its person has, and how many tokens they gave out. */
  readonly clients: Map<ClientName, ClientProgram>;
  tokens: number;
}
