import type { Problem, Result } from '../core/errors.js';
import type { JsonObject } from '../core/json.js';
import type { AuthorisedAction } from '../core/request/approval/authorised-action.js';
import type { CallReport } from '../core/request/outcome/call-report.js';
import type { BridgeTarget, ToolDefinition } from '../core/request/action/tool-definition.js';

export interface BridgeInspection {
  readonly target: BridgeTarget;
  readonly tools: readonly ToolDefinition[];
  /**
   * SHA-256 (hex) of everything that identifies a server, including secret values. Only for
   * comparison on this computer, never for notes.
   */
  readonly launch: string;
  /** Identifies the connection that answered. A call uses exactly this connection. */
  readonly connection: string;
}

export interface ListedBridge extends Pick<BridgeInspection, 'target' | 'tools'> {
  /** The target in one line, with secrets hidden. NOT FOR THE VAULT OR A LOG. */
  readonly shown: string;
  /** The list `tools` with the secrets of this device hidden. */
  readonly shownTools: readonly ToolDefinition[];
}

export type ShownInspection = Omit<BridgeInspection, 'launch'>;

/**
 * The configured MCP servers. `call` is the only method that acts outside, so only `engine/gate` may use it.
 */
export interface Bridges {
  aliases(): readonly string[];
  /**
   * Returns the current `launch` of a bridge without asking its server; null when there is no such
   * bridge.
   */
  launchOf(alias: string): string | null;
  /**
   * Connects if needed and lists the current tools. Fails with `bridge_unknown`, `bridge_unreachable`, or
   * `bridges_closed`.
   */
  inspect(alias: string): Promise<Result<BridgeInspection>>;
  /**
   * Returns the problems of `args` under this tool's `inputSchema`, as sentences; empty when they are valid.
   */
  argumentProblems(tool: ToolDefinition, args: JsonObject): readonly string[];
  /**
   * Returns a sentence if one of the texts names a file of Countersign's own state; null otherwise.
   */
  deviceStateProblem(texts: readonly string[]): Promise<string | null>;
  /**
   * True when a text may be the path of a file in the vault, when a hidden file exists, or when
   * nobody can tell.
   */
  namesVault(texts: readonly string[], hidden: readonly string[]): Promise<boolean>;
  /**
   * Makes one `tools/call` on the inspected connection. Reports `not_sent` if that connection is
   * gone. Never throws.
   * @param whyNot asked right before the first byte is sent; if it returns a sentence, nothing is
   * sent
   */
  call(action: AuthorisedAction, whyNot: () => Promise<string | null>): Promise<CallReport>;
  /** Returns the problem that the bridges are being closed; null when they are not. */
  closedProblem(): Problem | null;
  close(): Promise<void>;
}
