import type { Problem } from '../errors.js';
import type { JsonObject } from '../json.js';
import type { AgentClient } from './agents/agent-clients.js';
import type { AgentTool } from './agents/agent-tools.js';

/** A configured MCP server. Kept in device state only: a synced command line would be remote code execution. */
export type BridgeConfig =
  | {
      readonly alias: string;
      readonly transport: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      /** Environment variables, values included. */
      readonly env: Readonly<Record<string, string>>;
      /**
       * A person let it use files of the vault: the digest of the program, arguments and variables
       * that they confirmed. It holds for nothing else.
       */
      readonly vaultUse?: string;
      /** Seconds a call may take in all. */
      readonly timeLimitSeconds: number;
    }
  | {
      readonly alias: string;
      readonly transport: 'http';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly timeLimitSeconds: number;
    }
  /** The built-in practice server, which writes notes into the vault and reaches nothing else. */
  | {
      readonly alias: string;
      readonly transport: 'practice';
      readonly timeLimitSeconds: number;
    };

/** How an `action_type` is drafted. Acts when a request is drafted or prepared, never at dispatch. */
export interface Route {
  readonly actionType: string;
  readonly bridge: string;
  readonly tool: string;
  /** Arguments every request of this type starts with. */
  readonly arguments: JsonObject;
  /** Regular expression (flag `u`) that the text of a successful answer matches. `null`: any answer that does not read like a failure. */
  readonly success: string | null;
  /** Intents per hour; `null`: the default of the type. */
  readonly budgetPerHour: number | null;
}

/**
 * Where a person had this device send messages that requests wait. Kept in device state only: the address is a secret,
 * and a synced command line would be remote code execution.
 */
export type NotifyTarget =
  | { readonly url: string }
  /** The text of the message is one more argument, the last. */
  | { readonly command: string; readonly args: readonly string[] };

/**
 * The repository in which decisions find their commits. Kept in device state only: whoever can write it brings the
 * contents of any repository of this computer into the vault.
 */
export interface GitSettings {
  /** The folder that a person named. This and the others are full, real paths. */
  readonly folder: string;
  /** Where its `HEAD` is, as they confirmed it. */
  readonly head: string;
  /** Where its branches and objects are; another one in a linked worktree. */
  readonly common: string;
  /** What linked commits changed is kept in notes; absent: it is not. */
  readonly diffs?: true;
}

/** A public key that may sign stamps on this device's behalf. */
export interface PinnedKey {
  /** The stamp's device id. */
  readonly device: string;
  /** SPKI, base64url. */
  readonly publicKey: string;
}

/** The contract folders, as vault paths. */
export interface Folders {
  readonly inbox: string;
  readonly needsAction: string;
  readonly plans: string;
  readonly pending: string;
  readonly approved: string;
  readonly rejected: string;
  readonly donePlans: string;
  readonly doneActions: string;
  readonly archive: string;
  readonly logs: string;
}

/** Device state that is no ledger: everything that could widen what runs. Never synced. */
export interface DeviceConfig {
  readonly version: 1;
  /** `d-` and 10 base-32 characters. */
  readonly device: string;
  /** The folder names a person last confirmed on this device. */
  readonly folders: Folders;
  /** The Dashboard's path, as they last confirmed it; absent: the usual one beside those folders. */
  readonly dashboard?: string;
  /**
   * A person switched “Allow actions on this computer” on in the plugin; absent: never. The runner does not
   * look at it: starting it is the switch.
   */
  readonly runsActions?: boolean;
  readonly trustMoves: boolean;
  readonly paused: boolean;
  readonly bridges: readonly BridgeConfig[];
  readonly routes: readonly Route[];
  readonly pinnedKeys: readonly PinnedKey[];
  /** How long (s) a move that counts is held with Undo, see `undo-window.ts`; absent: the usual. */
  readonly holdSeconds?: number;
  /** Items that a person wants no plan suggested for, as vault paths. It widens nothing. */
  readonly ignoredItems?: readonly string[];
  /** The agents' programs that a person let use the MCP endpoint; absent: none. */
  readonly agents?: readonly AgentClient[];
  /** The TCP port of that endpoint on 127.0.0.1, the same at each start; absent: none was chosen yet. */
  readonly agentPort?: number;
  /** A person switched the endpoint on in the plugin; absent: never. The runner takes `--agents` instead. */
  readonly servesAgents?: boolean;
  /** The tools of its servers that agents may ask for; absent: none. */
  readonly agentTools?: readonly AgentTool[];
  /** By path: a digest of the MCP configurations in the vault that a person has seen; absent: none. */
  readonly seenMcpFiles?: Readonly<Record<string, string>>;
  /** Where messages go when requests begin to wait; absent: none are sent. */
  readonly notify?: NotifyTarget;
  /** A person let decisions find their branch and commits; absent: never. */
  readonly git?: GitSettings;
  /** Names that a person gave devices here, by device id. Only for reading: nothing is decided by them. */
  readonly deviceNames?: Readonly<Record<string, string>>;
  /** The next ledger has not begun yet, and so many were there before: what a person allows is for that one; absent: it has. */
  readonly ledgersBefore?: number;
}

/** What a device begins with: no bridge, and nobody whose stamp or move counts. */
export function newDeviceConfig(device: string, folders: Folders): DeviceConfig {
  return {
    version: 1,
    device,
    folders,
    trustMoves: false,
    paused: false,
    bridges: [],
    routes: [],
    pinnedKeys: [],
  };
}

/** Whether a device's safety settings could be read. */
export function isConfig(config: DeviceConfig | Problem): config is DeviceConfig {
  return 'device' in config;
}

/** Whether a bridge of this device reaches only the practice server in this vault. */
export function isPracticeBridge({ bridges }: DeviceConfig, alias: string): boolean {
  return bridges.some((bridge) => bridge.alias === alias && bridge.transport === 'practice');
}

/** That the settings of this device were removed while Countersign runs: from then on nothing is run. */
export function settingsGone(): Problem {
  return {
    code: 'device_state_invalid',
    message: 'The settings of this device were removed: the file device.json is gone.',
    advice: 'Restore that file. If you can’t, restart Countersign and set up this device again.',
  };
}
