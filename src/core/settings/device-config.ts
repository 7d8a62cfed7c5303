import type { Problem } from '../errors.js';
import type { JsonObject } from '../json.js';
import type { AgentClient } from './agents/agent-clients.js';
import type { AgentTool } from './agents/agent-tools.js';

/**
 * A configured MCP server. Never stored in the vault: a synced command line could start any
 * program.
 */
export type BridgeConfig =
  | {
      readonly alias: string;
      readonly transport: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly vaultUse?: string;
      readonly timeLimitSeconds: number;
    }
  | {
      readonly alias: string;
      readonly transport: 'http';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly timeLimitSeconds: number;
    }
  | {
      readonly alias: string;
      readonly transport: 'practice';
      readonly timeLimitSeconds: number;
    };

export interface Route {
  readonly actionType: string;
  readonly bridge: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** A regular expression (flag `u`) that the answer of a successful call matches. */
  readonly success: string | null;
  readonly budgetPerHour: number | null;
}

export type NotifyTarget =
  { readonly url: string } | { readonly command: string; readonly args: readonly string[] };

export interface GitSettings {
  readonly folder: string;
  readonly head: string;
  readonly common: string;
  readonly diffs?: true;
}

export interface PinnedKey {
  readonly device: string;
  /** The key as SPKI, in base64url. */
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

/** A device's own settings. They are never synced. */
export interface DeviceConfig {
  readonly version: 1;
  /** `d-` and 10 base-32 characters. */
  readonly device: string;
  readonly folders: Folders;
  /** The path of the dashboard. If absent, the dashboard has its default path. */
  readonly dashboard?: string;
  readonly runsActions?: boolean;
  readonly trustMoves: boolean;
  readonly paused: boolean;
  readonly bridges: readonly BridgeConfig[];
  readonly routes: readonly Route[];
  readonly pinnedKeys: readonly PinnedKey[];
  readonly holdSeconds?: number;
  readonly ignoredItems?: readonly string[];
  readonly agents?: readonly AgentClient[];
  readonly agentPort?: number;
  readonly servesAgents?: boolean;
  readonly agentTools?: readonly AgentTool[];
  readonly seenMcpFiles?: Readonly<Record<string, string>>;
  readonly notify?: NotifyTarget;
  readonly git?: GitSettings;
  readonly deviceNames?: Readonly<Record<string, string>>;
  readonly ledgersBefore?: number;
}

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
