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
      readonly env: Readonly<Record<string, string>>;
      /**
       * Set when a person let the server use files of the vault: the digest of the program, arguments and
       * variables that they confirmed. Valid only for exactly these.
       */
      readonly vaultUse?: string;
      /** For a whole call. */
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

/**
 * Which tool the requests of an action type use. Used when a request is drafted or prepared, never at
 * dispatch.
 */
export interface Route {
  readonly actionType: string;
  readonly bridge: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  /**
   * A regular expression (flag `u`) that the text of a successful answer matches. Null if any answer that
   * does not read like a failure is a success.
   */
  readonly success: string | null;
  /** Null for the default of the type. */
  readonly budgetPerHour: number | null;
}

/**
 * Where this device sends messages that requests wait, as a person set it up. Kept in device state only:
 * the address is a secret, and a synced command line would be remote code execution.
 */
export type NotifyTarget =
  | { readonly url: string }
  /** The text of the message is added as the last argument. */
  | { readonly command: string; readonly args: readonly string[] };

/**
 * The repository in which decisions find their commits. Kept in device state only: whoever can write it
 * could copy any repository of this computer into the vault.
 */
export interface GitSettings {
  /** The folder that a person named. This path and the next two are full and resolved. */
  readonly folder: string;
  readonly head: string;
  /** The folder of the repository's branches and objects, which is another one in a linked worktree. */
  readonly common: string;
  readonly diffs?: true;
}

export interface PinnedKey {
  readonly device: string;
  /** SPKI, base64url. */
  readonly publicKey: string;
}

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

/** A device's settings outside the ledger: everything that could allow more to run. Never synced. */
export interface DeviceConfig {
  readonly version: 1;
  /** `d-` and 10 base-32 characters. */
  readonly device: string;
  readonly folders: Folders;
  /**
   * The Dashboard's path that a person last confirmed on this device; absent: the default beside the
   * confirmed folders.
   */
  readonly dashboard?: string;
  /**
   * True when a person turned on “Allow actions on this computer” in the plugin. The runner ignores this
   * setting, because starting the runner is the switch.
   */
  readonly runsActions?: boolean;
  readonly trustMoves: boolean;
  readonly paused: boolean;
  readonly bridges: readonly BridgeConfig[];
  readonly routes: readonly Route[];
  readonly pinnedKeys: readonly PinnedKey[];
  /**
   * The seconds for which an accepted move is held with Undo (see `undo-window.ts`); absent: the default.
   */
  readonly holdSeconds?: number;
  readonly ignoredItems?: readonly string[];
  readonly agents?: readonly AgentClient[];
  /** The TCP port of the MCP endpoint on 127.0.0.1, the same at each start; absent: not chosen yet. */
  readonly agentPort?: number;
  /** True when a person turned on the MCP endpoint in the plugin. The runner uses `--agents` instead. */
  readonly servesAgents?: boolean;
  readonly agentTools?: readonly AgentTool[];
  /** Digests, by path, of the MCP configurations in the vault that a person has seen; absent: none. */
  readonly seenMcpFiles?: Readonly<Record<string, string>>;
  readonly notify?: NotifyTarget;
  readonly git?: GitSettings;
  /** Names that a person gave to devices here, by device id. For display only; no decision uses them. */
  readonly deviceNames?: Readonly<Record<string, string>>;
  /**
   * The number of earlier ledgers, until the next ledger has begun. What a person allows meanwhile is meant
   * for the next ledger.
   */
  readonly ledgersBefore?: number;
}

/** The initial settings of a device: no bridge, and no trusted key or move. */
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

export function isConfig(config: DeviceConfig | Problem): config is DeviceConfig {
  return 'device' in config;
}

export function isPracticeBridge({ bridges }: DeviceConfig, alias: string): boolean {
  return bridges.some((bridge) => bridge.alias === alias && bridge.transport === 'practice');
}

export function settingsGone(): Problem {
  return {
    code: 'device_state_invalid',
    message: 'The settings of this device were removed: the file device.json is gone.',
    advice: 'Restore that file. If you can’t, restart Countersign and set up this device again.',
  };
}
