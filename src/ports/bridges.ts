import type { Problem, Result } from '../core/errors.js';
import type { JsonObject } from '../core/json.js';
import type { AuthorisedAction } from '../core/request/approval/authorised-action.js';
import type { CallReport } from '../core/request/outcome/call-report.js';
import type { BridgeTarget, ToolDefinition } from '../core/request/action/tool-definition.js';

export interface BridgeInspection {
  readonly target: BridgeTarget;
  readonly tools: readonly ToolDefinition[];
  /**
   * SHA-256 (hex) of everything that identifies this server, including the values of variables and headers,
   * because another key may be another account. For comparison on this computer; never for notes.
   */
  readonly launch: string;
  /** Identifies the connection that answered; a call uses this connection or none. */
  readonly connection: string;
}

export interface ListedBridge extends Pick<BridgeInspection, 'target' | 'tools'> {
  /** The target in one line, with secrets hidden. NOT FOR THE VAULT OR A LOG. */
  readonly shown: string;
  /** The same tools in the same order, with the secrets of this device hidden. */
  readonly shownTools: readonly ToolDefinition[];
}

export type ShownInspection = Omit<BridgeInspection, 'launch'>;

/**
 * The configured MCP servers. `call` is the only method that acts outside, so only `engine/gate` may use it.
 */
export interface Bridges {
  aliases(): readonly string[];
  /**
   * Returns what `inspect` would return as `launch` now, without asking the server; `null` when there is no
   * such bridge.
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
   * Returns why a call with these texts is refused, as a sentence: one of them names a file of Countersign's
   * own state. `null` when none does.
   */
  deviceStateProblem(texts: readonly string[]): Promise<string | null>;
  /**
   * Returns true when one of these texts may be the full path of a file in the vault, in any spelling, or
   * when one of these hidden files (vault paths) exists. Also returns true when nobody can tell.
   */
  namesVault(texts: readonly string[], hidden: readonly string[]): Promise<boolean>;
  /**
   * Makes one `tools/call` on exactly the connection that was inspected, and never a second one. If that
   * connection is gone, reports `not_sent` instead of connecting again. Never throws.
   * @param whyNot asked once, on the open connection right before the first byte is sent; if it returns a
   *   sentence, nothing is sent
   */
  call(action: AuthorisedAction, whyNot: () => Promise<string | null>): Promise<CallReport>;
  /**
   * Returns why nothing can be connected or called any more, because the bridges are being closed; `null`
   * when they are not.
   */
  closedProblem(): Problem | null;
  close(): Promise<void>;
}
